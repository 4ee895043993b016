//! A disk that loses its power and its room.

use std::collections::BTreeMap;
use std::fmt;

use resettle_recorder::Folder;

/// What it holds is durable; what is being written when the power goes is there in part.
#[derive(Debug, Clone)]
pub struct Disk {
    files: BTreeMap<String, Vec<u8>>,
    /// Writes so far.
    writes: usize,
    power: Vec<usize>,
    full: Vec<usize>,
    is_dead: bool,
}

#[derive(Debug)]
pub struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no room")
    }
}

impl std::error::Error for Failed {}

enum Fate {
    Done,
    /// So much of it is written.
    Part(usize),
}

impl Disk {
    pub fn new(power: &[usize], full: &[usize]) -> Self {
        Self { files: BTreeMap::new(), writes: 0, power: power.to_vec(), full: full.to_vec(), is_dead: false }
    }

    pub fn power_on(&mut self) {
        self.is_dead = false;
    }

    pub fn is_dead(&self) -> bool {
        self.is_dead
    }

    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    pub fn file(&self, name: &str) -> &[u8] {
        &self.files[name]
    }

    pub fn alter(&mut self, name: &str, from: &str, to: &str) {
        let text = String::from_utf8(self.files[name].clone()).unwrap();
        self.files.insert(name.to_owned(), text.replacen(from, to, 1).into_bytes());
    }

    fn fate(&mut self, length: usize) -> Fate {
        self.writes += 1;
        if self.is_dead {
            return Fate::Part(0);
        }
        self.is_dead = self.power.contains(&self.writes);
        if self.is_dead || self.full.contains(&self.writes) {
            // All of it, too: then only the answer is missing.
            Fate::Part(self.writes.wrapping_mul(7919) % (length + 1))
        } else {
            Fate::Done
        }
    }
}

impl Folder for Disk {
    type Error = Failed;

    fn names(&self) -> Result<Vec<String>, Failed> {
        Ok(self.files.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, Failed> {
        Ok(self.files.get(name).cloned().unwrap_or_default())
    }

    fn create(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failed> {
        let was_dead = self.is_dead;
        match self.fate(1) {
            Fate::Part(0) => Err(Failed),
            _ if was_dead => Err(Failed),
            fate => {
                self.files.insert(name.to_owned(), bytes.to_vec());
                if matches!(fate, Fate::Done) { Ok(()) } else { Err(Failed) }
            }
        }
    }

    fn extend(&mut self, name: &str, keep: u64, bytes: &[u8]) -> Result<(), Failed> {
        let was_dead = self.is_dead;
        let fate = self.fate(bytes.len());
        if was_dead {
            return Err(Failed);
        }
        let file = self.files.entry(name.to_owned()).or_default();
        let keep = usize::try_from(keep).unwrap();
        assert!(file.len() >= keep, "{name} is shorter than what was written to it");
        file.truncate(keep);
        match fate {
            Fate::Done => {
                file.extend_from_slice(bytes);
                Ok(())
            }
            Fate::Part(length) => {
                file.extend_from_slice(&bytes[..length]);
                Err(Failed)
            }
        }
    }
}
