//! Where the files of a recorder are.

/// A folder of files that only one recorder writes.
///
/// Whoever implements it has files and errors of files; the recorder asks for no more than this, so that tests can take the
/// power away at any moment.
pub trait Folder {
    /// Why a file could not be read or written.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The names of the files, in any order.
    ///
    /// # Errors
    /// The folder cannot be read.
    fn names(&self) -> Result<Vec<String>, Self::Error>;

    /// What a file holds; nothing where there is none.
    ///
    /// # Errors
    /// The file cannot be read.
    fn read(&self, name: &str) -> Result<Vec<u8>, Self::Error>;

    /// Makes a file that is there as a whole or not at all, and durable when this returns.
    ///
    /// # Errors
    /// The file could not be made.
    fn create(&mut self, name: &str, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Makes a file hold its first `keep` bytes and these behind them, durable when this returns. Where there is none, it is made.
    ///
    /// # Errors
    /// It could not be written: the first `keep` bytes are as before, and whatever stands behind them is of no meaning.
    fn extend(&mut self, name: &str, keep: u64, bytes: &[u8]) -> Result<(), Self::Error>;
}
