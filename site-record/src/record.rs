//! A record: its entries, in order, and its bodies.

use crate::bodies::Bodies;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::layout::{BODIES, ENTRIES, Name, folder_of, names, open, refuse_link};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A record opened for reading.
#[derive(Debug, Clone)]
pub struct Record {
    folder: PathBuf,
    bodies: Bodies,
}

impl Record {
    /// Opens a record. The bodies are in its own folder unless `bodies` names another folder.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if there is no record, or [`Error::Damaged`] if its folders are links.
    pub fn open(folder: &Path, bodies: Option<&Path>) -> Result<Self> {
        refuse_link(&folder.join(ENTRIES))?;
        refuse_link(&folder.join(BODIES))?;
        if !folder.join(ENTRIES).is_dir() {
            return Err(Error::Refused(format!(
                "expected a record, a folder with entries/, found none in {}; name another folder, or create a record with `cargo site-ops record create`",
                folder.display()
            )));
        }
        Ok(Self::at(folder, bodies))
    }

    /// Returns the record in a folder, whether or not it exists.
    pub(crate) fn at(folder: &Path, bodies: Option<&Path>) -> Self {
        let bodies = match bodies {
            Some(elsewhere) => elsewhere.to_owned(),
            None => folder.join(BODIES),
        };
        Self {
            folder: folder.to_owned(),
            bodies: Bodies::new(bodies),
        }
    }

    /// The record's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The bodies.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// Returns all entries in order, one folder at a time.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn entries(&self) -> Result<Entries<'_>> {
        let mut folders = names(&self.folder.join(ENTRIES))?;
        folders.reverse();
        Ok(Entries {
            record: self,
            after: 0,
            folders,
            names: Vec::new(),
        })
    }

    /// Returns all entries at once.
    ///
    /// # Errors
    /// Returns an error if an entry can't be read.
    pub fn all(&self) -> Result<Vec<Entry>> {
        self.entries()?.collect()
    }

    /// Returns an entry by its number.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the entry is missing, has changed, or exists twice.
    pub fn entry(&self, number: u64) -> Result<Entry> {
        let mut found = Vec::new();
        for name in self.files_about(number)? {
            if name.kind == "json" {
                found.push(name);
            }
        }
        match found.as_slice() {
            [name] => self.read_entry(name),
            [] => Err(Error::Damaged(format!(
                "expected entry {number}, which is missing; copy it from the second copy of the record"
            ))),
            _ => Err(Error::Damaged(format!(
                "expected one entry with the number {number}, found {}: the record has two branches; keep the branch of the second copy",
                found.len()
            ))),
        }
    }

    /// Returns the last entry, or `None` if the record is empty.
    ///
    /// # Errors
    /// Returns the errors of [`Record::entry`].
    pub fn head(&self) -> Result<Option<Entry>> {
        let folders = names(&self.folder.join(ENTRIES))?;
        for folder in folders.iter().rev() {
            let files = names(&self.folder.join(ENTRIES).join(folder))?;
            for file in files.iter().rev() {
                if let Some(name) = Name::parse(file)
                    && name.kind == "json"
                {
                    return self.entry(name.number).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Lists the entry's file and its evidence files, sorted.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn files_about(&self, number: u64) -> Result<Vec<Name>> {
        let start = format!("{number:08}-");
        let mut files = Vec::new();
        for text in names(&self.folder.join(folder_of(number)))? {
            if text.starts_with(&start)
                && let Some(name) = Name::parse(&text)
            {
                files.push(name);
            }
        }
        Ok(files)
    }

    /// Lists the entry's evidence files, sorted.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn sidecars(&self, number: u64) -> Result<Vec<Name>> {
        let mut files = self.files_about(number)?;
        files.retain(|name| name.kind != "json");
        Ok(files)
    }

    /// Reads an entry or an evidence file, and compares its bytes with the digest in its name.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the file is missing or has changed.
    pub fn read(&self, name: &Name) -> Result<Vec<u8>> {
        let below = name.path();
        let mut file = open(&self.folder, &below)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|error| Error::system("read", &below, error))?;
        if Digest::of(&bytes) != name.digest {
            return Err(Error::Damaged(format!(
                "expected bytes whose SHA-256 is in the file's name, found other bytes in {}; copy the file from the second copy of the record",
                below.display()
            )));
        }
        Ok(bytes)
    }

    /// Reads the entry with this name.
    pub(crate) fn read_entry(&self, name: &Name) -> Result<Entry> {
        Entry::parse(name, &self.read(name)?)
    }
}

/// Iterates over the entries in order. Each must match the digest in its name and follow the one before it.
pub struct Entries<'r> {
    record: &'r Record,
    /// The number of the previous entry.
    after: u64,
    /// The remaining folders, in reverse order.
    folders: Vec<String>,
    /// The remaining names in the current folder, in reverse order.
    names: Vec<Name>,
}

impl Entries<'_> {
    /// The name of the next entry.
    fn next_name(&mut self) -> Result<Option<Name>> {
        loop {
            if let Some(name) = self.names.pop() {
                return Ok(Some(name));
            }
            let Some(folder) = self.folders.pop() else {
                return Ok(None);
            };
            let folder = self.record.folder.join(ENTRIES).join(folder);
            for text in names(&folder)?.iter().rev() {
                if let Some(name) = Name::parse(text)
                    && name.kind == "json"
                {
                    self.names.push(name);
                }
            }
        }
    }

    fn next_entry(&mut self) -> Result<Option<Entry>> {
        let Some(name) = self.next_name()? else {
            return Ok(None);
        };
        let expected = self.after + 1;
        if name.number != expected {
            return Err(Error::Damaged(format!(
                "expected entry {expected}, found entry {} next; copy the missing entries from the second copy of the record",
                name.number
            )));
        }
        if let Some(next) = self.names.last()
            && next.number == name.number
        {
            return Err(Error::Damaged(format!(
                "expected one entry with the number {expected}, found two: the record has two branches; keep the branch of the second copy"
            )));
        }
        self.after = expected;
        self.record.read_entry(&name).map(Some)
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_entry().transpose()
    }
}
