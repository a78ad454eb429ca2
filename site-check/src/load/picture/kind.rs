//! The kind of a picture, by its name and by its first bytes.

use imagesize::ImageType;

/// A kind of picture, or what is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    Avif,
    Bmp,
    Gif,
    Heic,
    Icon,
    Jpeg,
    JpegXl,
    Pdf,
    Photoshop,
    Png,
    Svg,
    /// A drawing that is compressed.
    Svgz,
    Text,
    Tiff,
    Unknown,
    WebPage,
    Webp,
}

impl PictureKind {
    /// The kind that the ending of a file's name says. `None` where it is no kind of picture that the build takes.
    pub fn named(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_lowercase().as_str() {
            "svg" => Self::Svg,
            "jpg" | "jpeg" => Self::Jpeg,
            "png" => Self::Png,
            "webp" => Self::Webp,
            "avif" => Self::Avif,
            _ => return None,
        })
    }

    /// The kind that the bytes of a file are of.
    pub fn of(bytes: &[u8]) -> Self {
        if let Some(kind) = in_boxes(bytes) {
            return kind;
        }
        if let Ok(found) = imagesize::image_type(bytes) {
            return match found {
                ImageType::Bmp => Self::Bmp,
                ImageType::Gif => Self::Gif,
                ImageType::Ico => Self::Icon,
                ImageType::Jpeg => Self::Jpeg,
                ImageType::Jxl => Self::JpegXl,
                ImageType::Png => Self::Png,
                ImageType::Psd => Self::Photoshop,
                ImageType::Tiff => Self::Tiff,
                ImageType::Webp => Self::Webp,
                _ => of_others(bytes),
            };
        }
        of_others(bytes)
    }

    /// Its name in messages, with its article.
    pub fn words(self) -> &'static str {
        match self {
            Self::Avif => "an AVIF",
            Self::Bmp => "a BMP",
            Self::Gif => "a GIF",
            Self::Heic => "a HEIC, as iPhones save photos",
            Self::Icon => "an icon (ICO)",
            Self::Jpeg => "a JPEG",
            Self::JpegXl => "a JPEG XL",
            Self::Pdf => "a PDF",
            Self::Photoshop => "a file of Photoshop (PSD)",
            Self::Png => "a PNG",
            Self::Svg => "an SVG",
            Self::Svgz => "a compressed file, such as an SVGZ",
            Self::Text => "text",
            Self::Tiff => "a TIFF",
            Self::Unknown => "bytes of no known kind of picture",
            Self::WebPage => "a web page (HTML)",
            Self::Webp => "a WebP",
        }
    }

    /// The ending of its files' names. `None` for a kind that the build does not take.
    pub fn extension(self) -> Option<&'static str> {
        match self {
            Self::Avif => Some("avif"),
            Self::Jpeg => Some("jpg"),
            Self::Png => Some("png"),
            Self::Svg => Some("svg"),
            Self::Webp => Some("webp"),
            _ => None,
        }
    }
}

/// Returns the kind of a file of ISO boxes, which its brands say.
fn in_boxes(bytes: &[u8]) -> Option<PictureKind> {
    if bytes.get(4..8)? != b"ftyp" {
        return None;
    }
    let length = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
    let end = bytes.len().min(length as usize).min(256);
    let mut kind = PictureKind::Unknown;
    // Four bytes among the brands are a version, which is none of these.
    for brand in bytes.get(8..end)?.chunks_exact(4) {
        match brand {
            b"avif" | b"avis" => return Some(PictureKind::Avif),
            b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" => {
                kind = PictureKind::Heic;
            }
            _ => {}
        }
    }
    Some(kind)
}

/// Returns what a file is that is no photograph.
fn of_others(bytes: &[u8]) -> PictureKind {
    if bytes.starts_with(b"%PDF") {
        return PictureKind::Pdf;
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return PictureKind::Svgz;
    }
    let Ok(text) = str::from_utf8(bytes) else {
        // An SVG in another encoding than UTF-8 says so itself.
        let is_svg = bytes.starts_with(b"<") && bytes.windows(4).any(|part| part == b"<svg");
        return if is_svg {
            PictureKind::Svg
        } else {
            PictureKind::Unknown
        };
    };
    let head = &text[..text.floor_char_boundary(1_000)];
    let head = head
        .trim_start_matches('\u{feff}')
        .trim_start()
        .to_lowercase();
    if head.starts_with("<!doctype html") || head.starts_with("<html") {
        PictureKind::WebPage
    } else if head.starts_with('<') && text.contains("<svg") {
        PictureKind::Svg
    } else if text.contains('\0') {
        PictureKind::Unknown
    } else {
        PictureKind::Text
    }
}
