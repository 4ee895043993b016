//! What was wrong with a capture, as it is found.

use super::{CaptureProblem, CaptureSummary};

/// This many problems are reported one by one; beyond, they are only counted.
const MOST_PROBLEMS: usize = 10_000;

/// The summary of a capture while it is read.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) summary: CaptureSummary,
    /// Whether places are lines.
    of_lines: bool,
}

impl Listing {
    pub(super) fn new(of_lines: bool) -> Self {
        Self { summary: CaptureSummary::default(), of_lines }
    }

    /// What the places of the capture are.
    pub(super) fn place_word(&self) -> &'static str {
        if self.of_lines { "line" } else { "byte" }
    }

    /// Lists a problem, and gives its place in the list, if it has one.
    pub(super) fn list(&mut self, place: u64, what: String) -> Option<usize> {
        let at = self.summary.problems.len();
        if at < MOST_PROBLEMS {
            self.summary.problems.push(CaptureProblem { place, of_lines: self.of_lines, what });
            return Some(at);
        }
        self.summary.problems_left_out += 1;
        None
    }

    /// Lists an event that becomes no part of the log.
    pub(super) fn unused(&mut self, place: u64, what: String) {
        self.summary.unused += 1;
        self.list(place, what);
    }

    /// Adds words to problems that were listed.
    pub(super) fn add(&mut self, listed: &[usize], what: &str) {
        for at in listed {
            self.summary.problems.get_mut(*at).into_iter().for_each(|problem| {
                problem.what.push_str("; ");
                problem.what.push_str(what);
            });
        }
    }
}
