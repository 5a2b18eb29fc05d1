//! Pictures in files: SVG or PNG, by the ending of the name.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};
use record::Picture;

/// Writes a picture; `scale` is for PNG, 1 for a screen, 3 for print.
pub(crate) fn write(picture: &Picture, path: &Path, scale: f64) -> Result<()> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    let bytes = match ending.as_deref() {
        Some("svg") => picture.svg().into_bytes(),
        Some("png") => picture.png(scale)?,
        _ => bail!("--picture: found {}: expected a name that ends in .svg or .png", path.display()),
    };
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
