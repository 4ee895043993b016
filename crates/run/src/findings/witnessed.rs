//! What witnesses saw of a venue's digests: notes held against a policy, their lists, and each other.

use resettle_oversight::Date;
use resettle_report::document::WitnessedUsed;
use resettle_sealed_log::Digest;
use resettle_witness::{Leaves, Note, Policy, Seen};

/// A note as it was read.
pub struct NoteFile {
    /// Where it was read from, as people know it.
    pub path: String,
    /// The note's text, with the signatures below it.
    pub bytes: Vec<u8>,
    /// The bytes of the list beside it, if there is one.
    pub leaves: Option<Vec<u8>>,
}

/// A note that the venue's key signed, with the list that it is over.
pub struct Standing {
    /// Where the note was read from, as people know it.
    pub path: String,
    /// What the venue signed over all its digests so far.
    pub note: Note,
    /// The digests that it is over.
    pub leaves: Leaves,
    /// Who saw it.
    pub seen: Seen,
}

impl Standing {
    /// Reads a note and its list, and holds both against each other; `now` in seconds since 1970-01-01T00:00:00Z.
    ///
    /// # Errors
    /// In words, why it shows nothing.
    pub fn of(file: &NoteFile, policy: &Policy, now: u64) -> Result<Self, String> {
        let note = Note::parse(&file.bytes).map_err(|error| error.to_string())?;
        let seen = policy.judge(&note, now).map_err(|error| error.to_string())?;
        let leaves = list_of(file)?;
        if !leaves.are_of(&note.checkpoint) {
            return Err("the list beside it is of other digests than it signs for".to_owned());
        }
        Ok(Self { path: file.path.clone(), note, leaves, seen })
    }

    /// The moment before which what it lists existed, as text; none where fewer saw it than the quorum asks for.
    #[must_use]
    pub fn before(&self) -> Option<String> {
        self.seen.before.map(text_of)
    }

    /// Who saw it, each with the time of its clock.
    #[must_use]
    pub fn by(&self) -> Vec<String> {
        self.seen.by.iter().map(|one| format!("{} at {}", one.name, text_of(one.time))).collect()
    }
}

/// The list beside a note.
///
/// # Errors
/// In words, what is wrong with it.
pub fn list_of(file: &NoteFile) -> Result<Leaves, String> {
    let bytes = file.leaves.as_deref().ok_or("the list of its digests, which belongs beside it, is not there")?;
    let text = std::str::from_utf8(bytes).map_err(|_| "the list beside it is not UTF-8")?;
    Leaves::parse(text).map_err(|faults| {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        format!("the list beside it cannot be used: {}", all.join("; "))
    })
}

fn text_of(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    time.map_or_else(|| format!("second {seconds} since 1970"), |time| time.to_string())
}

/// All notes of a run.
pub struct Witnessed {
    /// Those that stand.
    pub standing: Vec<Standing>,
    /// Those that show nothing: path, and why.
    pub refused: Vec<(String, String)>,
}

impl Witnessed {
    /// Holds notes against a policy, their lists, and each other: of two of one origin the shorter is the beginning of the longer. Where
    /// it is not, there are two histories, and neither shows anything.
    #[must_use]
    pub fn of(files: &[NoteFile], policy: &Policy, now: u64) -> Self {
        let mut out = Self { standing: Vec::new(), refused: Vec::new() };
        for file in files {
            match Standing::of(file, policy, now) {
                Ok(one) => out.standing.push(one),
                Err(why) => out.refused.push((file.path.clone(), why)),
            }
        }
        out.standing.sort_by(|a, b| (a.note.checkpoint.size, &a.path).cmp(&(b.note.checkpoint.size, &b.path)));
        let mut parted: Vec<Option<String>> = vec![None; out.standing.len()];
        for (at, shorter) in out.standing.iter().enumerate() {
            for (beyond, longer) in out.standing.iter().enumerate().skip(at + 1) {
                let (early, late) = (&shorter.note.checkpoint, &longer.note.checkpoint);
                if early.origin == late.origin && !longer.leaves.continue_from(early) {
                    for (index, other) in [(at, longer), (beyond, shorter)] {
                        if let Some(why) = parted.get_mut(index) {
                            why.get_or_insert_with(|| {
                                format!(
                                    "it and {} list other digests under one origin: there are two histories",
                                    other.path
                                )
                            });
                        }
                    }
                }
            }
        }
        let mut stands = Vec::new();
        for (one, why) in std::mem::take(&mut out.standing).into_iter().zip(parted) {
            match why {
                None => stands.push(one),
                Some(why) => out.refused.push((one.path, why)),
            }
        }
        out.standing = stands;
        out
    }

    /// What is shown of a digest: by the note that shows the earliest moment, else by one that lists it.
    #[must_use]
    pub fn of_digest(&self, venue: &str, day: Date, sha256: Digest) -> WitnessedUsed {
        let listing = self.of_venue(venue).filter(|one| one.leaves.all.contains(&(day, sha256)));
        let best = listing.min_by_key(|one| (one.seen.before.is_none(), one.seen.before, one.note.checkpoint.size));
        best.map_or_else(WitnessedUsed::default, |one| WitnessedUsed {
            before: one.before(),
            note: Some(one.path.clone()),
            by: one.by(),
        })
    }

    /// Each day of a venue that witnesses saw, the digest, and the note that enough of them cosigned.
    pub fn seen_of(&self, venue: &str) -> impl Iterator<Item = (Date, Digest, &Standing)> {
        let enough = self.of_venue(venue).filter(|one| one.seen.before.is_some());
        // The longest of one origin lists what the others list.
        enough.last().into_iter().flat_map(|one| one.leaves.all.iter().map(move |(day, sha256)| (*day, *sha256, one)))
    }

    fn of_venue(&self, venue: &str) -> impl Iterator<Item = &Standing> {
        self.standing.iter().filter(move |one| one.note.checkpoint.is_of_venue(venue))
    }
}
