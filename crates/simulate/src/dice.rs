use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Everything that is left to chance.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// For one thing alone: what is drawn depends on the seed, on what it is called and on its place, whatever else
    /// was drawn before.
    pub(crate) fn of(seed: u64, name: &str, place: u64) -> Dice {
        // FNV-1a
        let hash = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let name = name.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
        let mut key = <ChaCha8Rng as SeedableRng>::Seed::default();
        for (bytes, part) in key.chunks_exact_mut(8).zip([seed, place, name]) {
            bytes.copy_from_slice(&part.to_le_bytes());
        }
        Dice(ChaCha8Rng::from_seed(key))
    }

    /// Any of 64 bits.
    pub(crate) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Evenly from 0 up to and without `n`; 0 for `n` = 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // reject the ragged end, so that no number is favoured
        let ragged = u64::MAX % n;
        loop {
            let drawn = self.0.next_u64();
            if drawn < u64::MAX - ragged {
                return drawn % n;
            }
        }
    }

    /// Evenly from `low` to `high`, both included.
    pub(crate) fn within(&mut self, low: i64, high: i64) -> i64 {
        let span = high.saturating_sub(low).max(0).unsigned_abs();
        let step = self.below(span.saturating_add(1));
        low.saturating_add(i64::try_from(step).unwrap_or(0))
    }

    pub(crate) fn index(&mut self, len: usize) -> usize {
        let len = u64::try_from(len).unwrap_or(0);
        usize::try_from(self.below(len)).unwrap_or(0)
    }

    /// True `a` times in `b`.
    pub(crate) fn chance(&mut self, a: u64, b: u64) -> bool {
        self.below(b) < a
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T], otherwise: T) -> T {
        let at = self.index(from.len());
        from.get(at).copied().unwrap_or(otherwise)
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }
}
