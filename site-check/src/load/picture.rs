//! Pictures: whether they are whole, and what the site can show. A PNG and a WebP are decoded; of a JPEG and an AVIF the parts are
//! read, and damage within their data is found by the build.
//!
//! 1. `kind`: the type that the bytes are of
//! 2. `raster`: photographs: their size, whether all of the file is there, and the pixels of a PNG and a WebP
//! 3. `drawing`: SVG: its size, and whether it does more than draw

mod drawing;
mod kind;
mod raster;

pub use drawing::DrawingError;
pub use kind::PictureKind;

use std::collections::BTreeMap;
use std::time::SystemTime;

/// The most pixels of a picture: the build reads all of them.
pub const MAX_PIXELS: u64 = 120_000_000;
/// The tallest that WebP can be, which the build makes of every photograph.
const MAX_HEIGHT: u64 = 16_383;
/// The widest that the build makes of a photograph.
const WIDEST: u64 = 1_600;

/// The pictures of a site by their names below `content/images`.
pub type Pictures = BTreeMap<String, Picture>;

/// What is known of a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// Its length in bytes and when it was written, by which one that has changed is known.
    pub stamp: Option<(u64, SystemTime)>,
    pub error: Option<PictureError>,
}

/// The reason why the build can't use a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureError {
    Empty,
    /// It is of another kind than its name says.
    OtherKind {
        named: PictureKind,
        found: PictureKind,
    },
    /// Its end, or what it can't be shown without, is missing.
    Damaged(&'static str),
    Animated,
    /// It has too many pixels, or is too tall for its width.
    TooLarge {
        width: u64,
        height: u64,
    },
    Drawing(DrawingError),
}

/// Width and height in pixels.
type Size = (u64, u64);

/// Looks for what is wrong with the bytes of a picture of a name.
pub fn examine(name: &str, bytes: &[u8]) -> Option<PictureError> {
    let named = PictureKind::named(name)?;
    let size = match size(named, bytes) {
        Ok(size) => size,
        Err(error) => return Some(error),
    };
    // So that no more is read than the build would read.
    too_large(named, size).or_else(|| read_data(named, bytes).err())
}

/// Reads all that a picture is made of, as far as its size has not needed it.
fn read_data(named: PictureKind, bytes: &[u8]) -> Result<(), PictureError> {
    match named {
        PictureKind::Png => raster::png_data(bytes),
        PictureKind::Webp => raster::webp_data(bytes),
        // A drawing has been read. Damage within the data of a JPEG or an AVIF is left to the build, which refuses it with a clear
        // message: of the decoders for JPEG, those that are kept find less than half of it, or refuse whole pictures, too.
        _ => Ok(()),
    }
}

/// Returns the size of a picture that is whole and of the kind that its name says.
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
        PictureKind::Png => raster::png(bytes),
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
