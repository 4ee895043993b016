//! The text of a PDF through `pdf-extract`, page by page.
//!
//! That library may panic, run without end or ask for any amount of memory: call this in a process of its own, as
//! `resettle pdf-text` does.
//!
//! ```
//! let pdf = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/invented/rules.pdf"));
//! let text = resettle_pdf_text::text_of(pdf)?;
//! assert!(text.contains("SEVEN LANTERN BACCARAT"));
//! assert_eq!(text.matches('\u{c}').count(), 3, "three pages");
//! assert!(resettle_pdf_text::text_of(b"no PDF").is_err());
//! # Ok::<(), std::io::Error>(())
//! ```

mod parents;
mod widths;

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::rc::Rc;

use pdf_extract::{
    ColorSpace, Document, MediaBox, OutputDev, OutputError, Path, PlainTextOutput, Transform, output_doc,
};

/// The longest text that is given back, in bytes.
pub const MAX_TEXT: usize = 32 * 1024 * 1024;

/// The text of a PDF, its pages ended by form feeds.
///
/// # Errors
/// What the library says: no PDF, encrypted, damaged; a page below itself; or a text of more than [`MAX_TEXT`] bytes.
pub fn text_of(pdf: &[u8]) -> io::Result<String> {
    let mut document = Document::load_mem(pdf).map_err(io::Error::other)?;
    drop_if_encrypted(&mut document)?;
    parents::end(&document)?;
    widths::mend(&mut document);
    let text = Sink::default();
    let mut writer = text.clone();
    let out: &mut dyn io::Write = &mut writer;
    let mut pages = Pages { out: PlainTextOutput::new(out), text: text.clone(), end: 0.0, height: 0.0, first: true };
    output_doc(&document, &mut pages).map_err(|error| io::Error::other(error.to_string()))?;
    let text = text.0.take();
    String::from_utf8(text).map_err(|_| io::Error::other("its text is no Unicode"))
}

fn drop_if_encrypted(document: &mut Document) -> io::Result<()> {
    if document.is_encrypted() && document.decrypt("").is_err() {
        return Err(io::Error::other("it is encrypted, and opens with a password only"));
    }
    Ok(())
}

/// Text as it grows, shared by the library's output and ours.
#[derive(Clone, Default)]
struct Sink(Rc<RefCell<Vec<u8>>>);

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = self.0.borrow_mut();
        if text.len() + bytes.len() > MAX_TEXT {
            return Err(io::Error::other(format!("its text has more than {MAX_TEXT} bytes")));
        }
        text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The library's plain text, with form feeds between pages, and a new line also where text goes on further right on
/// a lower line: the library puts a space there.
struct Pages<'w> {
    out: PlainTextOutput<&'w mut dyn io::Write>,
    text: Sink,
    end: f64,
    height: f64,
    first: bool,
}

impl Pages<'_> {
    fn put(&mut self, text: &str) -> Result<(), OutputError> {
        self.text.write_all(text.as_bytes()).map_err(OutputError::IoError)
    }
}

#[allow(
    clippy::float_arithmetic,
    reason = "places on a page are floats in the library's interface; only line breaks hang on them"
)]
impl OutputDev for Pages<'_> {
    fn begin_page(
        &mut self,
        page: u32,
        media: &MediaBox,
        art: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.out.begin_page(page, media, art)
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        self.out.end_page()?;
        self.put("\n\u{c}")
    }

    fn output_character(
        &mut self,
        at: &Transform,
        width: f64,
        spacing: f64,
        size: f64,
        letter: &str,
    ) -> Result<(), OutputError> {
        let size_here = (at.m21 * at.m21 + at.m22 * at.m22).sqrt() * size;
        let lower = (at.m32 - self.height).abs();
        if self.first && at.m31 >= self.end && lower > size_here * 0.5 && lower <= size_here * 1.5 {
            self.put("\n")?;
        }
        self.first = false;
        self.end = at.m31 + width * size_here;
        self.height = at.m32;
        self.out.output_character(at, width, spacing, size, letter)
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.first = true;
        self.out.begin_word()
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        self.out.end_word()
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        self.out.end_line()
    }

    fn stroke(&mut self, ctm: &Transform, space: &ColorSpace, colour: &[f64], path: &Path) -> Result<(), OutputError> {
        self.out.stroke(ctm, space, colour, path)
    }

    fn fill(&mut self, ctm: &Transform, space: &ColorSpace, colour: &[f64], path: &Path) -> Result<(), OutputError> {
        self.out.fill(ctm, space, colour, path)
    }
}
