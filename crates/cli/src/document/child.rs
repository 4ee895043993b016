use std::cell::RefCell;
use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use std::rc::Rc;

use pdf_extract::{
    ColorSpace, Document, MediaBox, OutputDev, OutputError, Path, PlainTextOutput, Transform, output_doc,
};

/// What stands before the text.
pub(super) const MARK: &str = "\u{1}resettle pdf-text\u{1}\n";
/// The longest text that is given back, in bytes.
pub(super) const MAX_TEXT: usize = 32 * 1024 * 1024;
/// How much address space the process may use, in bytes.
#[cfg(unix)]
const MEMORY: u64 = 1024 * 1024 * 1024;
/// How many seconds of a processor it may use.
#[cfg(unix)]
const SECONDS: u64 = 28;

/// `resettle pdf-text`: reads a PDF from standard input under limits, writes its text to standard output.
pub fn run() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let said = panic.payload();
        let said = said.downcast_ref::<String>().map(String::as_str).or_else(|| said.downcast_ref::<&str>().copied());
        let _ = writeln!(io::stderr(), "it panicked: {}", said.unwrap_or("without a word").replace('\n', " "));
    }));
    match limit().and_then(|()| read()).and_then(|text| io::stdout().write_all(text.as_bytes())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}", error.to_string().replace('\n', " "));
            ExitCode::from(2)
        }
    }
}

#[cfg(unix)]
fn limit() -> io::Result<()> {
    rlimit::setrlimit(rlimit::Resource::CORE, 0, 0)?;
    rlimit::setrlimit(rlimit::Resource::CPU, SECONDS, SECONDS)?;
    rlimit::setrlimit(rlimit::Resource::AS, MEMORY, MEMORY)
}

/// Elsewhere the parent's clock is the only limit.
#[cfg(not(unix))]
fn limit() -> io::Result<()> {
    Ok(())
}

fn read() -> io::Result<String> {
    let mut pdf = Vec::new();
    io::stdin().read_to_end(&mut pdf)?;
    text_of(&pdf)
}

/// The text of a PDF, its pages ended by form feeds.
fn text_of(pdf: &[u8]) -> io::Result<String> {
    let mut document = Document::load_mem(pdf).map_err(io::Error::other)?;
    drop_if_encrypted(&mut document)?;
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
        if text.is_empty() {
            text.extend_from_slice(MARK.as_bytes());
        }
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
