use jiff::civil::Date;
use resettle_sealed_log::Digest;

use crate::checkpoint::Checkpoint;
use crate::error::LeavesFault;
use crate::tree::{leaf, root};

/// The digests that a note is over, by day, as `sha256sum` lists them: `SHA256  DAY.digest`. Each line with its end is a leaf of the tree,
/// so that the root that a note signs vouches for hashes and days: [`Leaves::are_of`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// Day and SHA-256 of each digest, in their order.
    pub all: Vec<(Date, Digest)>,
}

impl Leaves {
    /// Reads a list in its one spelling; all its faults are reported.
    ///
    /// # Errors
    /// [`LeavesFault`], by line.
    pub fn parse(text: &str) -> Result<Self, Vec<LeavesFault>> {
        let mut out = Self::default();
        let mut faults = Vec::new();
        for (nth, line) in (1..).zip(text.split_inclusive('\n')) {
            let row = row(line);
            match row {
                None => {
                    faults.push(LeavesFault { line: nth, reason: "it is not `SHA256  DAY.digest` and an end of line" })
                }
                Some((day, _)) if out.all.last().is_some_and(|(before, _)| *before >= day) => {
                    faults
                        .push(LeavesFault { line: nth, reason: "its day does not lie behind that of the line before" });
                }
                Some(row) => out.all.push(row),
            }
        }
        if faults.is_empty() { Ok(out) } else { Err(faults) }
    }

    /// The list as [`Leaves::parse`] reads it.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.all.iter().map(line).collect()
    }

    /// The hashes of the leaves, in their order.
    #[must_use]
    pub fn hashes(&self) -> Vec<Digest> {
        self.all.iter().map(|row| leaf(line(row).as_bytes())).collect()
    }

    /// Whether a checkpoint states exactly these.
    #[must_use]
    pub fn are_of(&self, checkpoint: &Checkpoint) -> bool {
        u64::try_from(self.all.len()) == Ok(checkpoint.size) && root(&self.hashes()) == checkpoint.root
    }

    /// Whether the first of these are what an earlier checkpoint states.
    #[must_use]
    pub fn continue_from(&self, earlier: &Checkpoint) -> bool {
        let first = usize::try_from(earlier.size).ok().and_then(|size| self.all.get(..size));
        first.is_some_and(|first| Self { all: first.to_vec() }.are_of(earlier))
    }
}

fn line((day, sha256): &(Date, Digest)) -> String {
    format!("{sha256}  {day}.digest\n")
}

fn row(text: &str) -> Option<(Date, Digest)> {
    let (sha256, name) = text.strip_suffix('\n')?.split_once("  ")?;
    let day: Date = name.strip_suffix(".digest")?.parse().ok()?;
    let row = (day, Digest::from_hex(sha256)?);
    (line(&row) == text).then_some(row)
}
