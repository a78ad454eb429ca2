//! Reads, writes and unpacks tables of both versions.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use site_table::trailer::{Kind, Trailer};
use site_table::unpacked::Unpacked;
use site_table::{Architecture, Identity, Table, identify, parts, unpack};

use crate::site::{COMMIT, DIGEST, Folder, X86_64, elf, part, table, version_7};

/// The site's file in the current format.
fn version_8(folder: &Folder) -> std::path::PathBuf {
    folder.write("table-8.bin", &table().to_bytes().expect("a table"))
}

#[test]
fn both_versions_are_read_alike() {
    let folder = Folder::new();
    let tables = [version_7(), version_8(&folder), folder.server(X86_64)]
        .map(|path| Table::open(&path).expect("a table"));
    for table in &tables {
        assert_eq!(
            (table.digest.as_str(), table.commit),
            (DIGEST, Some(COMMIT))
        );
        assert_eq!(table.starts, [1_798_783_200, 4_102_444_800]);
        assert_eq!(table.own_host, Some("www.example.com"));
        let body = |path, edition| table.find(path, edition).map(|row| row.bodies[0].bytes);
        for (path, expected) in [
            (
                "/fees",
                [
                    Some("<p>1.25%</p>"),
                    Some("<p>1.20%</p>"),
                    Some("<p>1.20%</p>"),
                ],
            ),
            (
                "/ends",
                [Some("<p>Until the second edition</p>"), None, None],
            ),
            (
                "/starts",
                [None, None, Some("<p>From the third edition</p>")],
            ),
        ] {
            for (edition, text) in expected.into_iter().enumerate() {
                assert_eq!(body(path, edition), text.map(str::as_bytes), "{path}");
            }
        }
        let old = table.find("/old", 0).expect("a redirect");
        assert_eq!(old.bodies[0].headers.0["location"], "/fees");
    }
    let [seven, eight, server] = tables.map(|table| unpacked(&table));
    assert!(seven == eight && eight == server);
}

/// The names and bytes of the files that a table is unpacked into.
fn unpacked(table: &Table) -> Vec<(String, Vec<u8>)> {
    let folder = Folder::new();
    let site = folder.path("site");
    unpack(table, &site).expect("writable");
    let mut found = files(&site.join("bodies"));
    assert_eq!(found.len(), 9, "each body once");
    let manifest = fs::read(site.join("manifest.json")).expect("a manifest");
    let rows = &Unpacked::read(&site).expect("a manifest").manifest.editions[0].rows;
    let old = rows.iter().find(|row| row.path == "/old");
    let location = ("location".to_owned(), "/fees".to_owned());
    assert_eq!(old.expect("a redirect").headers, [location]);
    found.push(("manifest.json".to_owned(), manifest));
    unpack(table, &site).expect_err("the folder has files");
    found
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        found.push((name.into_owned(), fs::read(&path).expect("readable")));
    }
    found.sort();
    found
}

#[test]
fn both_versions_are_identified() {
    let folder = Folder::new();
    let table = fs::read(version_7()).expect("readable");
    let server = [elf(X86_64, &[1, 1]), table].concat();
    let server = folder.write("server-7", &server);
    for (path, version, architecture) in [
        (version_7(), 7, None),
        (server, 7, Some(Architecture::X86_64)),
        (version_8(&folder), 8, None),
        (folder.server(X86_64), 8, Some(Architecture::X86_64)),
    ] {
        let identity = Identity {
            digest: DIGEST.to_owned(),
            commit: Some(COMMIT.to_owned()),
            version,
            architecture,
        };
        assert_eq!(identify(&path).expect("a table"), identity);
    }
}

#[test]
fn parts_of_both_versions_are_kept_from_the_edition_that_has_them() {
    let folder = Folder::new();
    let always = "always-1a2b3c4d.js";
    let later = "later-5e6f7a8b.js";
    let third = SystemTime::UNIX_EPOCH + Duration::from_secs(4_102_444_800);
    let before = third - Duration::from_secs(1);
    for (name, path) in [("7", version_7()), ("8", version_8(&folder))] {
        let table: &Table = Box::leak(Box::new(Table::open(&path).expect("a table")));
        let kept = folder.path(name);
        let names = || files(&kept).into_iter().map(|(name, _)| name);
        parts::write(table, &kept, before).expect("writable");
        assert!(names().eq([always]), "one part");
        parts::write(table, &kept, third).expect("writable");
        assert!(names().eq([always, later]), "both");
        for part in [always, later] {
            let path = kept.join(part);
            let modified = fs::metadata(&path).and_then(|file| file.modified());
            assert_eq!(modified.expect("a time"), third);
            let mut file = fs::File::open(&path).expect("readable");
            assert_eq!(Trailer::verify(&mut file).expect("a part").kind, Kind::Part);
            let rows = Table::open(&path).expect("a part").rows;
            assert_eq!(parts::name(&rows[0]), Some(part));
        }
    }
    assert!(files(&folder.path("7")) == files(&folder.path("8")));
}

#[test]
fn a_part_has_the_name_of_a_file_in_the_folder() {
    let folder = Folder::new();
    for path in [
        "/assets/",
        "/assets/.",
        "/assets/..",
        "/assets/../state.json",
        "/assets/a/b.js",
        "/other/a.js",
    ] {
        let rows = vec![part(path, 0, "a();")];
        let not_found = vec![part("", 0, "none")];
        let table = Table::new(None, vec![], vec![], rows, not_found);
        let file = folder.write("table.bin", &table.to_bytes().expect("a table"));
        let table: &Table = Box::leak(Box::new(Table::open(&file).expect("a table")));
        let kept = folder.path("parts");
        parts::write(table, &kept, SystemTime::now()).expect("writable");
        assert!(files(&kept).is_empty(), "{path}");
    }
}
