use std::io;

use resettle_audit::Stored;

use super::store::{SpillSection, Store};

/// A piece of so many bytes is too large.
const TOO_LARGE: usize = 1 << 20;

/// Where pieces of bytes are spilled that may have to be taken back.
#[derive(Default)]
pub struct Shelf {
    full: Vec<SpillSection>,
    /// The pieces spilled last, one behind the other.
    open: Vec<u8>,
}

impl Shelf {
    /// Puts a piece away; returns where. `None` if it is too large.
    pub fn put(&mut self, piece: &[u8], store: &Store) -> io::Result<Option<Stored>> {
        if self.open.len() >= store.chunk {
            self.full.push(store.keep(&self.open)?);
            self.open.clear();
        }
        let [Ok(section), Ok(from), Ok(len)] = [self.full.len(), self.open.len(), piece.len()].map(u32::try_from)
        else {
            return Ok(None);
        };
        if piece.len() >= TOO_LARGE {
            return Ok(None);
        }
        self.open.extend_from_slice(piece);
        Ok(Some(Stored { section, from, len }))
    }

    /// Returns the piece that was put there.
    pub fn take(&self, at: Stored) -> io::Result<Vec<u8>> {
        let [section, from, len] =
            [at.section, at.from, at.len].map(|part| usize::try_from(part).unwrap_or(usize::MAX));
        match self.full.get(section) {
            Some(section) => section.part(from, len),
            None => self.open.get(from..from.saturating_add(len)).map(<[u8]>::to_vec).ok_or_else(none),
        }
    }
}

fn none() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_away_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let (mut shelf, store) = (Shelf::default(), Store::tight(folder.path()));
        let pieces: Vec<Vec<u8>> = (0..2_000u32).map(|nth| nth.to_string().into_bytes().repeat(40)).collect();
        let places: Vec<Stored> = pieces.iter().map(|piece| shelf.put(piece, &store).unwrap().unwrap()).collect();
        assert!(shelf.full.len() > 2);
        assert!(places.iter().zip(&pieces).all(|(at, piece)| shelf.take(*at).unwrap() == *piece));
        assert!(shelf.take(Stored { section: u32::MAX, from: u32::MAX, len: u32::MAX }).is_err());
        assert!(shelf.put(&vec![0; TOO_LARGE], &store).unwrap().is_none(), "held by whoever has it");
    }
}
