//! The line before, so that a break of the chain names both lines between which it lies.

use std::fmt;

use super::ChainPosition;

/// Where the line before stands, and what it is a record of.
#[derive(Default)]
pub(super) struct LineBefore {
    /// Line from 1; 0 before the first.
    line: u64,
    seq: Option<u64>,
    /// Empty if its record names no shoe. One text is kept for all lines.
    shoe: String,
    coup: Option<u64>,
}

impl LineBefore {
    pub(super) fn note(&mut self, line: u64, seq: Option<u64>, of: Option<(Option<&str>, u64)>) {
        (self.line, self.seq) = (line, seq);
        self.shoe.clear();
        self.coup = of.map(|(_, coup)| coup);
        if let Some((Some(shoe), _)) = of {
            self.shoe.push_str(shoe);
        }
    }

    pub(super) fn is(&mut self, place: &ChainPosition) {
        let of = place.of.as_ref().map(|(shoe, coup)| (shoe.as_deref(), *coup));
        self.note(place.line, place.seq, of);
    }

    /// Which of the two lines was changed does not show from the chain.
    pub(super) fn doubt(&self) -> &'static str {
        if self.line == 0 { "" } else { "; a line was changed, moved or repeated, or lines were cut out" }
    }
}

impl fmt::Display for LineBefore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return Ok(());
        }
        write!(f, " (line {}", self.line)?;
        if let Some(seq) = self.seq {
            write!(f, ", seq {seq}")?;
        }
        match (self.shoe.as_str(), self.coup) {
            ("", Some(coup)) => write!(f, ", coup {coup}")?,
            (shoe, Some(coup)) => write!(f, ", shoe {shoe} coup {coup}")?,
            (_, None) => {}
        }
        write!(f, ")")
    }
}
