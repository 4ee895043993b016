use std::io::{self, BufRead, Read};

/// A buffer that holds some of what comes beyond what was taken, as long as there is more.
///
/// `std::io::BufReader` reads only once everything was taken, so that what follows is not at hand at the end of its buffer.
pub struct Window<R> {
    inner: R,
    buffer: Box<[u8]>,
    from: usize,
    to: usize,
    /// Fewer bytes than this are held only at the end.
    least: usize,
    ended: bool,
    /// An error that comes after what is held.
    failed: Option<io::Error>,
}

impl<R: Read> Window<R> {
    /// Holds at most so many bytes, and a quarter of that as long as there is more.
    pub fn with_capacity(capacity: usize, inner: R) -> Self {
        let buffer = vec![0; capacity].into_boxed_slice();
        Self { inner, buffer, from: 0, to: 0, least: (capacity / 4).max(1), ended: false, failed: None }
    }

    pub fn get_ref(&self) -> &R {
        &self.inner
    }

    pub fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    fn held(&self) -> usize {
        self.to.saturating_sub(self.from)
    }

    fn fill(&mut self) {
        if self.held() < self.least && self.from > 0 {
            self.buffer.copy_within(self.from..self.to, 0);
            (self.from, self.to) = (0, self.held());
        }
        while self.held() < self.least && !self.ended {
            let Some(room) = self.buffer.get_mut(self.to..).filter(|room| !room.is_empty()) else { return };
            match self.inner.read(room) {
                Ok(0) => self.ended = true,
                Ok(read) => self.to += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failed = Some(error);
                    self.ended = true;
                }
            }
        }
    }
}

impl<R: Read> Read for Window<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Window<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.held() < self.least && !self.ended {
            self.fill();
        }
        match self.failed.take_if(|_| self.from == self.to) {
            Some(error) => Err(error),
            None => Ok(self.buffer.get(self.from..self.to).unwrap_or_default()),
        }
    }

    fn consume(&mut self, amount: usize) {
        self.from = self.from.saturating_add(amount).min(self.to);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    /// Gives at most a few bytes at once, and fails at the end.
    struct Slow<'a>(&'a [u8], bool);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() && std::mem::take(&mut self.1) {
                return Err(io::Error::other("it broke"));
            }
            let some = buffer.len().min(7);
            self.0.read(&mut buffer[..some])
        }
    }

    #[test]
    fn what_comes_next_is_at_hand_until_the_end() {
        let text: Vec<u8> = (0..=255).cycle().take(1_000).collect();
        for step in [1, 3, 40] {
            let (mut window, mut taken) = (Window::with_capacity(64, Slow(&text, false)), Vec::new());
            loop {
                let held = window.fill_buf().unwrap().to_vec();
                assert!(held.len() >= 16 || taken.len() + held.len() == text.len());
                if held.is_empty() {
                    break;
                }
                let some = held.len().min(step);
                taken.extend_from_slice(&held[..some]);
                window.consume(some);
            }
            assert_eq!(taken, text);
        }
    }

    #[test]
    fn an_error_comes_after_what_was_read_before_it() {
        let mut window = Window::with_capacity(64, Slow(b"all of this", true));
        let mut read = Vec::new();
        assert_eq!(window.read_to_end(&mut read).unwrap_err().to_string(), "it broke");
        assert_eq!(read, b"all of this");
    }
}
