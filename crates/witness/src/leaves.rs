use jiff::civil::Date;
use resettle_sealed_log::Digest;

use crate::checkpoint::Checkpoint;
use crate::error::LeavesFault;
use crate::tree::root;

/// The digests that a note is over, by day, as `sha256sum` lists them: `SHA256  DAY.digest`. Nothing vouches for the list but the root
/// that a note signs: [`Leaves::are_of`].
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
        self.all.iter().map(|(day, sha256)| format!("{sha256}  {day}.digest\n")).collect()
    }

    /// The hashes, in their order.
    #[must_use]
    pub fn hashes(&self) -> Vec<Digest> {
        self.all.iter().map(|(_, sha256)| *sha256).collect()
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

fn row(line: &str) -> Option<(Date, Digest)> {
    let (sha256, name) = line.strip_suffix('\n')?.split_once("  ")?;
    let day: Date = name.strip_suffix(".digest")?.parse().ok()?;
    let row = (day, Digest::from_hex(sha256)?);
    (Leaves { all: vec![row] }.to_text() == line).then_some(row)
}
