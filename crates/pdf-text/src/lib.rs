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

mod blanks;
mod matrix;
mod parents;
mod widths;

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::rc::Rc;

use pdf_extract::{
    ColorSpace, Document, MediaBox, OutputDev, OutputError, Path, PlainTextOutput, Transform, output_doc,
};

use matrix::{Place, Tables};

/// The longest text that is given back, in bytes.
pub const MAX_TEXT: usize = 32 * 1024 * 1024;
/// A page with more letters than this holds no table that is read by position.
const MAX_LETTERS: usize = 100_000;

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
    let mut pages = Pages {
        out: PlainTextOutput::new(out),
        text: text.clone(),
        end: 0.0,
        height: 0.0,
        first: true,
        from: 0,
        places: Vec::new(),
        tables: Tables::default(),
    };
    output_doc(&document, &mut pages).map_err(|error| io::Error::other(error.to_string()))?;
    let tables = std::mem::take(&mut pages.tables);
    let text = text.0.take();
    let text = String::from_utf8(text).map_err(|_| io::Error::other("its text is no Unicode"))?;
    Ok(tables.finish(text))
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
/// a lower line: the library puts a space there. Tables with blank cells are set anew.
struct Pages<'w> {
    out: PlainTextOutput<&'w mut dyn io::Write>,
    text: Sink,
    end: f64,
    height: f64,
    first: bool,
    /// Where the text of the page begins, and where its letters stand.
    from: usize,
    places: Vec<Place>,
    tables: Tables,
}

impl Pages<'_> {
    fn put(&mut self, text: &str) -> Result<(), OutputError> {
        self.text.write_all(text.as_bytes()).map_err(OutputError::IoError)
    }

    fn length(&self) -> usize {
        self.text.0.borrow().len()
    }
}

/// Hundredths of a point.
#[allow(clippy::float_arithmetic, reason = "places on a page are floats in the library's interface")]
fn hundredths(points: f64) -> i32 {
    // What is no number or lies beyond any page is as far away as can be.
    (points * 100.0) as i32
}

#[allow(
    clippy::float_arithmetic,
    reason = "places on a page are floats in the library's interface; only line breaks and the columns of tables hang on them"
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
        if self.places.len() < MAX_LETTERS {
            let text = self.text.0.borrow();
            let page = text.get(self.from..).map_or(Ok(""), std::str::from_utf8).unwrap_or("");
            self.tables.page(page, self.from, &self.places);
        }
        self.places.clear();
        self.put("\n\u{c}")?;
        self.from = self.length();
        Ok(())
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
        self.out.output_character(at, width, spacing, size, letter)?;
        if self.places.len() < MAX_LETTERS {
            let at_byte = self.length().saturating_sub(letter.len());
            self.places.push(Place { at: at_byte, left: hundredths(at.m31), right: hundredths(self.end) });
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::text_of;

    /// A PDF of one page with words at points from the left and from above.
    fn pdf(words: &[(usize, usize, &str)]) -> Vec<u8> {
        let put = |(left, above, word): &(usize, usize, &str)| {
            format!("BT /F1 10 Tf {left} {} Td ({word}) Tj ET\n", 800 - above)
        };
        let content: String = words.iter().map(put).collect();
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 595 842] >>".to_owned(),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>".to_owned(),
            "<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>".to_owned(),
            format!("<< /Length {} >>\nstream\n{content}endstream", content.len()),
        ];
        let (mut out, mut places) = ("%PDF-1.4\n".to_owned(), String::new());
        for (number, object) in (1..).zip(&objects) {
            places.push_str(&format!("{:010} 00000 n \n", out.len()));
            out.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
        }
        let xref = out.len();
        out.push_str(&format!("xref\n0 6\n0000000000 65535 f \n{places}"));
        out.push_str(&format!("trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{xref}\n%%EOF\n"));
        out.into_bytes()
    }

    #[test]
    fn a_cross_stands_below_its_value_and_a_moved_one_elsewhere() {
        let values = ["None", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let of = |crosses: &[usize]| {
            let mut words = vec![(50, 50, "2.5 The Banker:"), (50, 70, "Total")];
            words.extend((1..).zip(values).map(|(column, value)| (60 + column * 35, 70, value)));
            words.push((50, 90, "5"));
            words.extend(crosses.iter().map(|column| (62 + column * 35, 90, "X")));
            words.push((50, 110, "2.6 It ends."));
            text_of(&pdf(&words)).unwrap()
        };
        let text = of(&[1, 6, 7, 8, 9]);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let [_, head, row, last, ..] = lines[..] else { panic!("{text}") };
        let below: Vec<usize> = row.match_indices('X').map(|(at, _)| at).collect();
        let columns: Vec<usize> = ["4", "5", "6", "7"].iter().map(|value| head.find(value).unwrap()).collect();
        assert_eq!((&below[1..], last.trim()), (&columns[..], "2.6 It ends."), "{text}");
        let moved = of(&[1, 5, 7, 8, 9]);
        assert_ne!(moved, text);
        assert_eq!(moved.split_whitespace().collect::<String>(), text.split_whitespace().collect::<String>());
        // A row without a blank cell, and one alone, are as they always were.
        let full: Vec<usize> = (1..12).collect();
        assert!(of(&full).contains("\nTotal None 0 1 2 3 4 5 6 7 8 9\n"), "{}", of(&full));
        assert!(of(&full).contains("\n5 X X X X X X X X X X X\n"), "{}", of(&full));
    }

    #[test]
    fn a_cell_of_another_table_stands_in_its_column() {
        let of = |row: &[(usize, &str)], left: usize| {
            let mut words = vec![(50, 50, "3.1 Stakes are paid so:")];
            let rows = [
                &[(0, "Wager"), (110, "Pays"), (200, "Lowest stake")][..],
                row,
                &[(0, "Heron"), (110, "25 to 1"), (200, "100")],
            ];
            for (above, row) in (70..).step_by(20).zip(rows) {
                words.extend(row.iter().map(|(from, word)| (left + from, above, *word)));
            }
            words.push((50, 150, "3.2 It ends."));
            let text = text_of(&pdf(&words)).unwrap();
            text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
        };
        let row = |from: usize, left: usize| of(&[(0, "Lucky Lantern"), (from, "40 to 1")], left);
        let (second, third) = (row(110, 50), row(200, 50));
        assert!(second.contains("\nLucky Lantern 40 to 1\n"), "{second}");
        let head = "Wager           Pays      Lowest stake";
        assert!(
            third.contains(&format!("\n{head}\nLucky Lantern             40 to 1\nHeron           25 to 1   100")),
            "{third}"
        );
        assert_eq!((row(110, 80), row(203, 50)), (second, third));
        let full = of(&[(0, "Lucky Lantern"), (110, "40 to 1"), (200, "50")], 50);
        assert!(full.contains("\nLucky Lantern 40 to 1 50\n"), "{full}");
    }
}
