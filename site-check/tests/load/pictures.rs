//! The pictures in `tests/pictures` are intact, and those in `tests/damaged` are damaged. The web's
//! tests check that the build accepts and rejects the same ones. The tests here also damage the
//! intact ones.

use crate::site::Site;
use site_check::Moments;
use site_check::load::picture::examine;
use site_check::load::{DrawingError, PictureError, PictureKind};
use std::fs;
use std::path::Path;

/// Returns the intact pictures, by name.
fn pictures() -> Vec<(String, Vec<u8>)> {
    pictures_in("tests/pictures")
}

fn pictures_in(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut pictures = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        pictures.push((name.into_owned(), fs::read(&path).expect("readable")));
    }
    pictures.sort();
    pictures
}

fn picture(name: &str) -> Vec<u8> {
    let mut pictures = pictures().into_iter();
    let (_, bytes) = pictures.find(|(known, _)| known == name).expect("known");
    bytes
}

#[test]
fn a_picture_passes_whole_and_cut_off_nowhere() {
    for (name, bytes) in pictures() {
        assert_eq!(examine(&name, &bytes), None, "{name}");
        let end = bytes.trim_ascii_end().len();
        for length in 0..end {
            let error = examine(&name, &bytes[..length]);
            assert!(error.is_some(), "{name}: {length} of {end} bytes");
        }
    }
}

#[test]
fn a_picture_whose_parts_are_all_there_and_whose_data_are_damaged_is_found() {
    for (name, bytes) in pictures_in("tests/damaged") {
        let error = examine(&name, &bytes);
        assert!(
            matches!(error, Some(PictureError::Damaged(_))),
            "{name}: {error:?}"
        );
    }
}

#[test]
fn no_change_of_a_byte_stops_the_check() {
    for (name, bytes) in pictures() {
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0xff;
            examine(&name, &changed);
        }
    }
}

#[test]
fn a_webp_with_the_flag_of_what_is_no_longer_beside_it_is_whole() {
    let mut webp = picture("clear.webp");
    // The chunks of a color profile, of EXIF and of XMP.
    webp[20] |= 0x2c;
    assert_eq!(examine("a.webp", &webp), None);
}

#[test]
fn a_jpeg_whose_data_have_a_marker_that_no_picture_has_is_damaged() {
    for name in ["baseline.jpg", "progressive.jpg"] {
        let mut bytes = picture(name);
        let end = bytes.len();
        bytes[end - 8..end - 6].copy_from_slice(&[0xff, 0x37]);
        let error = examine(name, &bytes);
        assert!(
            matches!(error, Some(PictureError::Damaged(_))),
            "{name}: {error:?}"
        );
    }
}

#[test]
fn a_picture_under_the_name_of_another_type_is_named() {
    for (name, bytes) in pictures() {
        let own = PictureKind::of_name(&name);
        for named in [
            "a.jpg", "a.jpeg", "a.png", "a.webp", "a.avif", "a.svg", "a.PNG",
        ] {
            if PictureKind::of_name(named) == own {
                continue;
            }
            match examine(named, &bytes) {
                Some(PictureError::OtherKind { found, .. }) => {
                    assert_eq!(Some(found), own, "{name}")
                }
                other => panic!("{name} as {named}: {other:?}"),
            }
        }
    }
}

#[test]
fn what_is_no_picture_of_a_site_is_named() {
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08meta";
    let gif = b"GIF89a\x01\0\x01\0\0\0\0;\0\0\0\0";
    let page = b"<!DOCTYPE html><html><body><svg></svg></body></html>";
    for (bytes, found) in [
        (&heic[..], PictureKind::Heic),
        (
            &b"\0\0\0\x18ftypmp42\0\0\0\0isommp42"[..],
            PictureKind::Unknown,
        ),
        (&gif[..], PictureKind::Gif),
        (&page[..], PictureKind::WebPage),
        (&b"Dear editor"[..], PictureKind::Text),
        (&b"%PDF-1.7"[..], PictureKind::Pdf),
        (
            &b"\x1f\x8b\x08\0\0\0\0\0\0\0\0\0\0\0"[..],
            PictureKind::Svgz,
        ),
        (&b"II*\0\x08\0\0\0\0\0\0\0\0\0"[..], PictureKind::Tiff),
        (&b"BM\0\0\0\0\0\0\0\0\0\0\0\0"[..], PictureKind::Bmp),
        (&[0; 64][..], PictureKind::Unknown),
        (&b"\xff\xd8"[..], PictureKind::Unknown),
    ] {
        let error = examine("a.png", bytes);
        let named = PictureKind::Png;
        assert_eq!(error, Some(PictureError::OtherKind { named, found }));
    }
    assert_eq!(examine("a.png", b""), Some(PictureError::Empty));
}

#[test]
fn a_picture_that_moves_or_is_too_large_is_refused() {
    let mut png = picture("plain.png");
    // An animation chunk with two frames, after the header.
    let chunk = b"\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\xf3\x8d\x93\x70";
    png.splice(33..33, chunk.iter().copied());
    assert_eq!(examine("a.png", &png), Some(PictureError::Animated));

    let mut avif = picture("plain.avif");
    avif[8..12].copy_from_slice(b"avis");
    assert_eq!(examine("a.avif", &avif), Some(PictureError::Animated));

    let mut jpeg = picture("baseline.jpg");
    let frame = jpeg
        .windows(2)
        .position(|two| two == [0xff, 0xc0])
        .expect("a frame");
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0x40, 0x01, 0, 200]);
    let (width, height) = (200, 0x4001);
    assert_eq!(
        examine("a.jpg", &jpeg),
        Some(PictureError::TooLarge { width, height })
    );
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0x3f, 0xff, 0, 200]);
    assert_eq!(examine("a.jpg", &jpeg), None);
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0, 0, 0, 200]);
    assert!(matches!(
        examine("a.jpg", &jpeg),
        Some(PictureError::Damaged(_))
    ));
}

#[test]
fn a_byte_that_has_changed_in_a_png_is_found() {
    let png = picture("plain.png");
    for at in 8..png.len() {
        let mut changed = png.clone();
        changed[at] ^= 0x10;
        assert!(examine("a.png", &changed).is_some(), "byte {at}");
    }
}

#[test]
fn a_png_that_was_saved_with_pixels_that_cannot_be_read_is_found() {
    let mut png = picture("plain.png");
    let kind = png.windows(4).position(|part| part == b"IDAT");
    let kind = kind.expect("a part with pixels");
    let length = u32::from_be_bytes(png[kind - 4..kind].try_into().expect("four bytes"));
    let end = kind + 4 + length as usize;
    png[kind + 8] ^= 0xff;
    let checksum = crc32fast::hash(&png[kind..end]);
    png[end..end + 4].copy_from_slice(&checksum.to_be_bytes());
    assert!(matches!(
        examine("a.png", &png),
        Some(PictureError::Damaged(_))
    ));
}

/// Returns a drawing with attributes on its first tag and elements in it.
fn svg(attributes: &str, inner: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" {attributes}>{inner}</svg>"
    )
}

#[test]
fn a_drawing_that_only_draws_passes() {
    for inner in [
        "",
        "<path d='M0 0h9v9H0z'/>",
        "<g id='a'/><use href='#a'/>",
        "<g id='a'/><use xlink:href='#a'/>",
        "<g fill='url(#a)'/>",
        "<g style='fill: url( \"#a\" )'/>",
        "<style>.a { fill: url('#a'); }</style>",
        "<style>@font-face { src: url(data:font/woff2;base64,AAAA) }</style>",
        "<image href='data:image/png;base64,AAAA'/>",
        "<text>onload = javascript: &lt;script&gt;</text>",
        "<title>Option one = two</title>",
        "<desc>See http://example.net/ for more</desc>",
        "<desc>Filled with url(a.png)</desc>",
        "<!-- <script>alert(1)</script> -->",
        "<g once='x'/>".replace("once", "clip-rule").as_str(),
        "<a><path d=''/></a>",
        "<animate attributeName='opacity' values='0;1'/>",
        "<g transform='translate(1 2) rotate(3)'/>",
        "<metadata><rdf:RDF xmlns:rdf='urn:r' rdf:resource='http://example.net'/></metadata>",
        "<style>/* @media print */ .a{content:'\\201C'}</style>",
        "<linearGradient id='a' xlink:href='#b'/>",
        "<?xpacket begin='' id='W5M0'?>",
    ] {
        let error = examine("a.svg", svg("viewBox='0 0 9 9'", inner).as_bytes());
        assert_eq!(error, None, "{inner}");
    }
    for size in [
        "width='9' height='9'",
        "width='9px' height='1in'",
        "viewBox='0,0,9,9'",
        "width='100%' height='100%' viewBox='0 0 9 9'",
        "width='auto' viewBox='0 0 9 9'",
        "width='10' viewBox='0 0 4 2'",
    ] {
        assert_eq!(examine("a.svg", svg(size, "").as_bytes()), None, "{size}");
    }
    let before = "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>";
    let drawing = format!("\u{feff}{before}{}", svg("width='9' height='9'", ""));
    assert_eq!(examine("a.svg", drawing.as_bytes()), None);
}

#[test]
fn a_drawing_that_runs_or_loads_is_refused() {
    for inner in [
        "<script>alert(1)</script>",
        "<x:script xmlns:x='http://www.w3.org/1999/xhtml'/>",
        "<g onclick='x()'/>",
        "<g ONLOAD='x()'/>",
        "<foreignObject/>",
        "<iframe src='x'/>",
        "<image href='https://example.net/a.png'/>",
        "<image xlink:href='//example.net/a.png'/>",
        "<image href='a.png'/>",
        "<use href='other.svg#a'/>",
        "<use href='data:image/svg+xml,x'/>",
        "<a href='javascript:x()'/>",
        "<a href=' jav&#x61;script:x()'/>",
        "<a href='https://example.net'/>",
        "<g fill='url(https://example.net/#a)'/>",
        "<g style='fill:url(\"http://example.net\")'/>",
        "<style>@import 'x.css';</style>",
        "<style><![CDATA[.a{fill:url(x.png)}]]></style>",
        "<?xml-stylesheet href='x.css'?>",
    ] {
        let error = examine("a.svg", svg("viewBox='0 0 9 9'", inner).as_bytes());
        let is_found = matches!(
            error,
            Some(PictureError::Drawing(DrawingError::RunsOrLoads(_)))
        );
        assert!(is_found, "{inner}: {error:?}");
    }
    let handler = svg("viewBox='0 0 9 9' onload='x()'", "");
    let entity = format!(
        "<!DOCTYPE svg [<!ENTITY x '<script/>'>]>{}",
        svg("viewBox='0 0 9 9'", "&x;")
    );
    for drawing in [handler, entity] {
        let error = examine("a.svg", drawing.as_bytes());
        let is_found = matches!(
            error,
            Some(PictureError::Drawing(DrawingError::RunsOrLoads(_)))
        );
        assert!(is_found, "{drawing}: {error:?}");
    }
}

#[test]
fn a_drawing_that_can_not_be_shown_is_refused() {
    let sized = "width='9' height='9'";
    for (drawing, is_of) in [
        (svg("", "<path d='M0 0h9'/>"), "NoSize"),
        (svg("width='0' height='9' viewBox='0 0 9 9'", ""), "NoSize"),
        (svg("viewBox='0 0 .4 .4'", ""), "NoSize"),
        (svg(sized, "<g>"), "Syntax"),
        (svg(sized, "<g a='1' a='2'/>"), "Syntax"),
        (svg(sized, "&nbsp;"), "Syntax"),
        (svg(sized, "<x:g/>"), "Syntax"),
        (svg(sized, "") + "more", "Syntax"),
        ("<svg width='9' height='9'/>".to_owned(), "NoDrawing"),
        (
            svg(sized, &("<g>".repeat(300) + &"</g>".repeat(300))),
            "TooDeep",
        ),
        (svg("width='90000' height='90000'", ""), "TooLarge"),
    ] {
        let error = format!("{:?}", examine("a.svg", drawing.as_bytes()));
        assert!(error.contains(is_of), "{drawing}: {error}");
    }
    let deep = svg(sized, &"<g>".repeat(1_000_000));
    assert!(examine("a.svg", deep.as_bytes()).is_some());
}

#[test]
fn a_picture_is_read_again_where_its_length_or_time_has_changed() {
    let site = Site::new();
    let mut loaded = site.load();
    let error = |loaded: &site_check::Loaded| loaded.tree.images["plain.png"].error.clone();
    site.write("images/plain.png", picture("plain.png"));
    loaded
        .read(site.folder(), Moments::default())
        .expect("readable");
    assert_eq!(error(&loaded), None);
    let stamp = loaded.tree.images["plain.png"].stamp;
    site.write("images/plain.png", "");
    loaded
        .read(site.folder(), Moments::default())
        .expect("readable");
    assert_eq!(error(&loaded), Some(PictureError::Empty));

    // While a file is unchanged, the result is reused.
    site.write("images/plain.png", picture("plain.png"));
    let known = loaded.tree.images.get_mut("plain.png").expect("known");
    let written = fs::metadata(site.path("images/plain.png")).expect("there");
    known.stamp = Some((written.len(), written.modified().expect("a time")));
    assert_ne!(known.stamp, stamp);
    loaded
        .read(site.folder(), Moments::default())
        .expect("readable");
    assert_eq!(error(&loaded), Some(PictureError::Empty));
}
