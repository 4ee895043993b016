//! How far a job has come, shown on a terminal only.

use std::io::{IsTerminal as _, stderr};
use std::sync::atomic::{AtomicBool, Ordering};

pub use indicatif::ProgressBar;
use indicatif::ProgressStyle;

static QUIET: AtomicBool = AtomicBool::new(false);

/// Shows no progress from here on.
pub fn hide() {
    QUIET.store(true, Ordering::Relaxed);
}

fn is_hidden() -> bool {
    QUIET.load(Ordering::Relaxed) || !stderr().is_terminal()
}

/// Shows how far reading has come, on a terminal only.
pub fn bar(len: u64, name: &str) -> ProgressBar {
    if is_hidden() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(len);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bytes}/{total_bytes} {bar:30} {bytes_per_sec} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(name.to_owned());
    bar
}

/// Shows how many of something are done, on a terminal only.
pub fn count(of: u64, what: &str) -> ProgressBar {
    if is_hidden() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(of);
    if let Ok(style) = ProgressStyle::with_template("{human_pos}/{human_len} {msg} {bar:30} {per_sec} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar
}
