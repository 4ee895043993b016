use std::io;

use super::store::{SpillSection, Store};

/// How many bits of a place hold the section, the offset, and the length.
const BITS: [u32; 3] = [24, 20, 20];

/// Where pieces of bytes are put away that may have to be taken back.
#[derive(Default)]
pub struct Shelf {
    full: Vec<SpillSection>,
    /// The pieces put away last, one behind the other.
    open: Vec<u8>,
}

impl Shelf {
    /// Puts a piece away; returns where. `None` if it is too large.
    pub fn put(&mut self, piece: &[u8], store: &Store) -> io::Result<Option<u64>> {
        if self.open.len() >= store.chunk {
            self.full.push(store.keep(std::mem::take(&mut self.open))?);
        }
        let place = [self.full.len(), self.open.len(), piece.len()];
        let fits = place.iter().zip(BITS).all(|(part, bits)| part >> bits == 0);
        if !fits {
            return Ok(None);
        }
        self.open.extend_from_slice(piece);
        Ok(Some(place.iter().zip(BITS).fold(0, |at, (part, bits)| at << bits | *part as u64)))
    }

    /// Returns the piece that was put there.
    pub fn take(&self, at: u64) -> io::Result<Vec<u8>> {
        let part = |shift: u32, bits: u32| usize::try_from(at >> shift & ((1 << bits) - 1)).unwrap_or(usize::MAX);
        let [all, from_bits, len_bits] = BITS;
        let (section, from, len) = (part(from_bits + len_bits, all), part(len_bits, from_bits), part(0, len_bits));
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
        let places: Vec<u64> = pieces.iter().map(|piece| shelf.put(piece, &store).unwrap().unwrap()).collect();
        assert!(shelf.full.len() > 2);
        assert!(places.iter().zip(&pieces).all(|(at, piece)| shelf.take(*at).unwrap() == *piece));
        assert!(shelf.take(u64::MAX).is_err());
        assert!(shelf.put(&vec![0; 1 << 20], &store).unwrap().is_none(), "held by whoever has it");
    }
}
