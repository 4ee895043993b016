use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

pub(super) use resettle_pdf_text::MAX_TEXT;
use resettle_pdf_text::text_of;

/// What precedes the text.
pub(super) const MARK: &str = "\u{1}resettle pdf-text\u{1}\n";
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
    match limit().and_then(|()| read()).and_then(|text| write!(io::stdout(), "{MARK}{text}")) {
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

/// On other systems the parent's clock is the only limit.
#[cfg(not(unix))]
fn limit() -> io::Result<()> {
    Ok(())
}

fn read() -> io::Result<String> {
    let mut pdf = Vec::new();
    io::stdin().read_to_end(&mut pdf)?;
    // Where no process is started nothing comes here, and the reader of PDFs stays out of the page.
    if cfg!(target_family = "wasm") { Err(io::ErrorKind::Unsupported.into()) } else { text_of(&pdf) }
}
