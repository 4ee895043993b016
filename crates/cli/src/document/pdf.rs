use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use resettle_report::print::neutral;

use super::child::{MARK, MAX_TEXT};
use crate::error::{Error, shown};

/// How long the child may take.
const TIME: Duration = Duration::from_secs(30);
/// How often it is polled.
const PAUSE: Duration = Duration::from_millis(10);
/// How much of its final message is read.
const MAX_LAST_WORDS: u64 = 16 * 1024;

/// The text of a PDF, its pages ended by form feeds. The library that reads it may panic, run without end or request
/// any amount of memory, so it runs in a process of its own.
pub(super) fn text(path: &Path, pdf: Vec<u8>) -> Result<String, Error> {
    if cfg!(target_family = "wasm") {
        return Err(Error::new(format!(
            "{} is a PDF, which needs a process of its own, and a page has none",
            shown(path)
        ))
        .help("give its text, for example what `pdftotext -layout` writes of it"));
    }
    let gave_up = |why: String| {
        Error::new(format!("pdf-extract gave up on {}: {why}", shown(path)))
            .help("give its text, for example what `pdftotext -layout` writes of it")
    };
    let started = |error: std::io::Error| Error::new(format!("cannot start a process to read a PDF: {error}"));
    let own = std::env::current_exe().map_err(started)?;
    let mut child = Command::new(own)
        .arg("pdf-text")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(started)?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let fed = thread::spawn(move || {
        // A child that ends early does not read to the end; its exit status shows why.
        stdin.map(|mut stdin| stdin.write_all(&pdf))
    });
    let text = thread::spawn(move || {
        let mut text = Vec::new();
        let read = stdout.map(|stdout| stdout.take(MAX_TEXT as u64 + 1024).read_to_end(&mut text));
        (text, read)
    });
    let words = thread::spawn(move || {
        let mut words = Vec::new();
        // Anything beyond is left in the pipe, and the child ends by its time limit.
        let _ = stderr.map(|stderr| stderr.take(MAX_LAST_WORDS).read_to_end(&mut words));
        words
    });
    let status = wait(&mut child);
    let _ = fed.join();
    let text = text.join().map(|(text, _)| text).unwrap_or_default();
    let words = words.join().unwrap_or_default();
    match status {
        Ok(Some(status)) if status.success() => {}
        Ok(Some(status)) => return Err(gave_up(last_words(status, &String::from_utf8_lossy(&words)))),
        Ok(None) => return Err(gave_up(format!("it took more than {} seconds", TIME.as_secs()))),
        Err(error) => return Err(gave_up(error.to_string())),
    }
    let text = String::from_utf8(text).map_err(|_| gave_up("what it wrote is no text".to_owned()))?;
    // Libraries below may have printed something before.
    match text.rsplit_once(MARK) {
        Some((_, text)) if text.trim().is_empty() => {
            Err(gave_up("it holds no text; a scanned document has pictures only".to_owned()))
        }
        Some((_, text)) => Ok(text.to_owned()),
        None => Err(gave_up("it wrote no text".to_owned())),
    }
}

/// Waits for the child; kills it when its time is over, and then returns nothing.
fn wait(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let until = Instant::now() + TIME;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= until {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}

/// Why the child ended, as far as it reports.
fn last_words(status: ExitStatus, words: &str) -> String {
    let said = words.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    if said.contains("memory allocation") {
        return "it needs more memory than it may have".to_owned();
    }
    if words.contains("overflowed its stack") {
        return "its objects are nested too deeply".to_owned();
    }
    let said: String = said.chars().take(300).collect();
    match (said.is_empty(), status.code()) {
        (false, _) => neutral(&said),
        (true, Some(code)) => format!("it ended with status {code}"),
        (true, None) => format!("it was ended: {status}"),
    }
}
