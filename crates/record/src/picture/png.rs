//! Pictures as PNG: the SVG, drawn by resvg. Nothing depends on the fonts of the machine, because letters are strokes.

use resvg::{tiny_skia, usvg};

use super::Picture;
use crate::RecordError;

/// The widest picture that is made, in pixels.
const MAX_PIXELS: u32 = 8_192;

impl Picture {
    /// The picture as a PNG file, `scale` pixels to a unit: 1 for a screen, 3 for print.
    ///
    /// # Errors
    /// [`RecordError::Picture`] if the scale is not positive or the picture would be wider or higher than
    /// 8192 pixels.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, RecordError> {
        let failed = |error: &dyn std::fmt::Display| RecordError::Picture(format!("cannot draw: {error}"));
        let tree = usvg::Tree::from_str(&self.svg(), &usvg::Options::default()).map_err(|e| failed(&e))?;
        let side = |length: f32| (f64::from(length) * scale).ceil();
        let (width, height) = (side(tree.size().width()), side(tree.size().height()));
        let fits = |side: f64| side >= 1.0 && side <= f64::from(MAX_PIXELS);
        if !fits(width) || !fits(height) {
            return Err(RecordError::Picture(format!(
                "found a picture of {width} by {height} pixels: expected 1 to {MAX_PIXELS} each way"
            )));
        }
        let mut pixels = tiny_skia::Pixmap::new(width as u32, height as u32)
            .ok_or_else(|| RecordError::Picture("cannot draw: no memory for the pixels".to_string()))?;
        let scale = scale as f32;
        resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
        pixels.encode_png().map_err(|e| failed(&e))
    }
}
