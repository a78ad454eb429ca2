//! A record: its entries in their order, and its bodies.

use crate::bodies::Bodies;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::layout::{BODIES, ENTRIES, Name, folder_of, names, open, refuse_link};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A record that can be read.
#[derive(Debug, Clone)]
pub struct Record {
    folder: PathBuf,
    bodies: Bodies,
}

impl Record {
    /// Opens a record, whose bodies lie in its own folder unless another one is named.
    ///
    /// # Errors
    /// [`Error::Refused`] where there is no record, [`Error::Damaged`] where its folders are links.
    pub fn open(folder: &Path, bodies: Option<&Path>) -> Result<Self> {
        refuse_link(&folder.join(ENTRIES))?;
        refuse_link(&folder.join(BODIES))?;
        if !folder.join(ENTRIES).is_dir() {
            return Err(Error::Refused(format!(
                "expected a record, a folder with entries/, found none in {}; name another folder, or make one by `cargo site-ops record create`",
                folder.display()
            )));
        }
        Ok(Self::at(folder, bodies))
    }

    /// The record in a folder, whether it is there or not.
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

    /// All entries in their order, a folder of them at a time.
    ///
    /// # Errors
    /// Where the folder can't be read.
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

    /// All entries in memory.
    ///
    /// # Errors
    /// If one can't be read.
    pub fn all(&self) -> Result<Vec<Entry>> {
        self.entries()?.collect()
    }

    /// An entry by its number.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it is missing, there twice, or other than it was.
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
                "expected one entry of number {number}, found {}: two branches of the record; keep the one that the second copy has",
                found.len()
            ))),
        }
    }

    /// The last entry; none in a record without any.
    ///
    /// # Errors
    /// As for [`Record::entry`].
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

    /// The files of an entry, sorted: the entry itself, and what lies beside it.
    ///
    /// # Errors
    /// Where the folder can't be read.
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

    /// The names of what lies beside an entry, sorted.
    ///
    /// # Errors
    /// Where the folder can't be read.
    pub fn sidecars(&self, number: u64) -> Result<Vec<Name>> {
        let mut files = self.files_about(number)?;
        files.retain(|name| name.kind != "json");
        Ok(files)
    }

    /// The bytes of an entry or of what lies beside one, which are compared with the digest in its name.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it is missing or other than it was.
    pub fn read(&self, name: &Name) -> Result<Vec<u8>> {
        let below = name.path();
        let mut file = open(&self.folder, &below)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|error| Error::system("read", &below, error))?;
        if Digest::of(&bytes) != name.digest {
            return Err(Error::Damaged(format!(
                "expected bytes whose SHA-256 is in the file's name, found others in {}; copy the file from the second copy of the record",
                below.display()
            )));
        }
        Ok(bytes)
    }

    /// The entry of a name.
    pub(crate) fn read_entry(&self, name: &Name) -> Result<Entry> {
        Entry::parse(name, &self.read(name)?)
    }
}

/// Entries in their order. Each is compared with the digest in its name, and follows the one before it.
pub struct Entries<'r> {
    record: &'r Record,
    /// The number of the entry before the next one.
    after: u64,
    /// The folders that are left, the last one first.
    folders: Vec<String>,
    /// The names that are left of the folder that is read, the last one first.
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
                "expected entry {expected}, found entry {} next; copy what is missing from the second copy of the record",
                name.number
            )));
        }
        if let Some(next) = self.names.last()
            && next.number == name.number
        {
            return Err(Error::Damaged(format!(
                "expected one entry of number {expected}, found two: two branches of the record; keep the one that the second copy has"
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
