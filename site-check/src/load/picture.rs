//! Checks that pictures are complete and that the site can show them. A PNG and a WebP are decoded.
//! Of a JPEG and an AVIF only the parts are read, and the build finds damage within their data.
//!
//! 1. here: the type and the size of a picture
//! 2. `raster`: photographs: their size, whether the file is complete, and the pixels of a PNG and
//!    a WebP
//! 3. `drawing`: SVG: its size, and whether it does more than draw

use imagesize::ImageType;
use std::collections::BTreeMap;
use std::time::SystemTime;

mod drawing;
mod raster;

pub use drawing::DrawingError;

/// The maximum number of pixels in a picture, because the build reads all of them.
pub const MAX_PIXELS: u64 = 120_000_000;
/// The maximum height of a WebP. The build converts every photograph to WebP.
const MAX_HEIGHT: u64 = 16_383;
/// The width of the largest photograph that the build creates.
const WIDEST: u64 = 1_600;

/// The pictures of a site, by their paths relative to `content/images`.
pub type Pictures = BTreeMap<String, Picture>;

/// A picture that was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// The length in bytes and the time of the last change, to detect changes.
    pub stamp: Option<(u64, SystemTime)>,
    pub error: Option<PictureError>,
    /// True for a drawing with text, which the build doesn't make into a PNG.
    pub has_text: bool,
}

/// The reason why the build can't use a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureError {
    Empty,
    /// The picture isn't of the type that its name says.
    OtherKind {
        named: PictureKind,
        found: PictureKind,
    },
    /// The end of the picture, or another essential part, is missing.
    Damaged(&'static str),
    Animated,
    /// The picture has too many pixels, or is too tall for its width.
    TooLarge {
        width: u64,
        height: u64,
    },
    Drawing(DrawingError),
}

/// Width and height in pixels.
type Size = (u64, u64);

/// Returns the error in a picture with this name.
pub fn examine(name: &str, bytes: &[u8]) -> Option<PictureError> {
    let named = PictureKind::of_name(name)?;
    let size = match size(named, bytes) {
        Ok(size) => size,
        Err(error) => return Some(error),
    };
    // Limits what is read to what the build would read.
    too_large(named, size).or_else(|| read_data(named, bytes).err())
}

/// Returns true if a picture with this name is a drawing with text.
pub fn has_text(name: &str, bytes: &[u8]) -> bool {
    let is_drawing = PictureKind::of_name(name) == Some(PictureKind::Svg);
    is_drawing && str::from_utf8(bytes).is_ok_and(drawing::has_text)
}

/// Reads the data of a picture, unless its size required reading it.
fn read_data(named: PictureKind, bytes: &[u8]) -> Result<(), PictureError> {
    match named {
        PictureKind::Png => raster::png_data(bytes),
        PictureKind::Webp => raster::webp_data(bytes),
        // A drawing was read already. The build rejects damaged data in a JPEG or an AVIF with a
        // clear message. The maintained JPEG decoders in Rust find less than half of it, or reject
        // intact pictures, too.
        _ => Ok(()),
    }
}

/// Returns the size of a complete picture of the type that its name says.
fn size(named: PictureKind, bytes: &[u8]) -> Result<Size, PictureError> {
    if bytes.is_empty() {
        return Err(PictureError::Empty);
    }
    let found = PictureKind::of(bytes);
    if found != named {
        return Err(PictureError::OtherKind { named, found });
    }
    match named {
        PictureKind::Jpeg => raster::jpeg(bytes),
        PictureKind::Png => raster::size(bytes),
        PictureKind::Webp => raster::webp(bytes),
        PictureKind::Avif => raster::avif(bytes),
        _ => drawing::size(bytes).map_err(PictureError::Drawing),
    }
}

fn too_large(kind: PictureKind, (width, height): Size) -> Option<PictureError> {
    let pixels = width.saturating_mul(height);
    let shown_width = width.clamp(1, WIDEST);
    let shown_height = height.saturating_mul(shown_width) / width.max(1);
    let is_too_tall = kind != PictureKind::Svg && shown_height > MAX_HEIGHT;
    if pixels <= MAX_PIXELS && !is_too_tall {
        return None;
    }
    Some(PictureError::TooLarge { width, height })
}

/// A type of picture, or of a file that isn't one.
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
    /// A compressed drawing.
    Svgz,
    Text,
    Tiff,
    Unknown,
    WebPage,
    Webp,
}

impl PictureKind {
    /// Returns the type for the extension of a file's name; `None` if the build doesn't accept it.
    pub fn of_name(name: &str) -> Option<Self> {
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

    /// Returns the type of a file by its bytes.
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

    /// Returns its name in messages, with its article.
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
            Self::Photoshop => "a Photoshop file (PSD)",
            Self::Png => "a PNG",
            Self::Svg => "an SVG",
            Self::Svgz => "a compressed file, such as an SVGZ",
            Self::Text => "text",
            Self::Tiff => "a TIFF",
            Self::Unknown => "an unknown type of file",
            Self::WebPage => "a web page (HTML)",
            Self::Webp => "a WebP",
        }
    }

    /// Returns the extension of its files; `None` if the build doesn't accept the type.
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

/// Returns the type of a file of ISO boxes, by its brands.
fn in_boxes(bytes: &[u8]) -> Option<PictureKind> {
    if bytes.get(4..8)? != b"ftyp" {
        return None;
    }
    let length = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
    let end = bytes.len().min(length as usize).min(256);
    let mut kind = PictureKind::Unknown;
    // Four bytes among the brands are a version, which doesn't match any brand.
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

/// Returns the type of a file that isn't a photograph.
fn of_others(bytes: &[u8]) -> PictureKind {
    if bytes.starts_with(b"%PDF") {
        return PictureKind::Pdf;
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return PictureKind::Svgz;
    }
    let Ok(text) = str::from_utf8(bytes) else {
        // An SVG in an encoding other than UTF-8 declares it.
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
