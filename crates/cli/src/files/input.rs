use std::cell::{Cell, RefCell};
use std::fs::{File, Metadata};
use std::io::{self, BufRead, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

use resettle_run::LogHashes;
use resettle_sealed_log::{Digest, Hasher};
use resettle_unpack::Within;

use super::sharing::{Sharing, Turns};
use super::standard_input::{is as is_standard_input, open_log};
use super::window::Window;
use resettle_console::files::foreign::refused;

/// How much is read at once.
const CHUNK: usize = 256 * 1024;
/// How much is read of a log if only its opening record is needed.
const BEGINNING: usize = 8 * 1024;

/// A log file on disk: hashed as it is stored, read as what it contains.
pub struct LogFile<'s> {
    path: PathBuf,
    /// How much it may hold if others are read beside it.
    sharing: Option<Sharing<'s>>,
    /// Its state when it was opened.
    stamp: Option<Stamp>,
    raw: Window<Hashing>,
    read: Rc<Cell<u64>>,
    hash: Running,
    /// The hash of what a packed file contains.
    unpacked: Option<Running>,
}

/// The hashes of a log file, once it has been read to its end; `None` if it is not hashed.
fn hashes(file: &Running, unpacked: Option<&Running>) -> Option<LogHashes> {
    let content = unpacked.unwrap_or(file);
    Some(LogHashes { file: file.digest()?, content: content.digest()?, bytes: content.bytes() })
}

/// The hash of what was read so far, shared by the reader and whoever asks for it; or `None`, if nobody will ask.
#[derive(Clone)]
struct Running(Rc<RefCell<Option<Counted>>>);

/// A hash, and how many bytes it is of.
#[derive(Clone, Default)]
struct Counted {
    hash: Hasher,
    bytes: u64,
}

impl Counted {
    fn update(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
    }
}

impl io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Running {
    fn new(is_asked: bool) -> Self {
        Self(Rc::new(RefCell::new(is_asked.then(Counted::default))))
    }

    fn is_asked(&self) -> bool {
        self.0.borrow().is_some()
    }

    fn update(&self, bytes: &[u8]) {
        if let Some(hash) = &mut *self.0.borrow_mut() {
            hash.update(bytes);
        }
    }

    fn digest(&self) -> Option<Digest> {
        self.0.borrow().clone().map(|counted| counted.hash.finish())
    }

    fn bytes(&self) -> u64 {
        self.0.borrow().as_ref().map_or(0, |counted| counted.bytes)
    }
}

/// What shows that a file was written to: its length and when it was last changed. A pipe has neither.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    length: u64,
    changed: Option<SystemTime>,
}

impl Stamp {
    fn of(about: &Metadata) -> Option<Self> {
        about.is_file().then(|| Self { length: about.len(), changed: about.modified().ok() })
    }

    /// Why what was read is not a copy of the file as it is now.
    fn against(self, now: Option<Self>) -> Option<io::Error> {
        let what = match now {
            Some(now) if now == self => return None,
            Some(now) if now.length > self.length => format!("grew from {} to {} bytes", self.length, now.length),
            Some(now) if now.length < self.length => format!("was cut from {} to {} bytes", self.length, now.length),
            _ => "changed".to_owned(),
        };
        Some(io::Error::other(format!("it {what} while it was read")))
    }
}

/// The content of a log file.
pub type OpenedLog<'f> = Box<dyn BufRead + 'f>;

/// The hashes of a file whose content is read elsewhere.
pub struct Hashed {
    path: PathBuf,
    stamp: Option<Stamp>,
    /// How many bytes of the file were read.
    read: Rc<Cell<u64>>,
    hash: Running,
    unpacked: Option<Running>,
}

impl Hashed {
    /// The hashes, once the content has been read as far as it will be; and why they are not those of the file as it
    /// is. What was left of the file is read now, up to its length when it was opened.
    pub fn finish(self) -> (Option<LogHashes>, Option<io::Error>) {
        let failed = self.rest().err();
        (hashes(&self.hash, self.unpacked.as_ref()), failed)
    }

    fn rest(&self) -> io::Result<()> {
        let mut file = open_log(&self.path)?;
        let now = Stamp::of(&file.metadata()?);
        let read = self.read.get();
        if let Some(stamp) = self.stamp.filter(|stamp| stamp.length > read)
            && let Some(hash) = &mut *self.hash.0.borrow_mut()
        {
            file.seek(SeekFrom::Start(read))?;
            io::copy(&mut file.take(stamp.length - read), hash)?;
        }
        self.stamp.and_then(|stamp| stamp.against(now)).map_or(Ok(()), Err)
    }
}

impl<'s> LogFile<'s> {
    /// Opens a file; `progress` is passed the number of bytes read.
    pub fn open(path: &Path, progress: impl Fn(u64) + 'static) -> io::Result<Self> {
        Self::opened(path, None, CHUNK, progress)
    }

    /// Opens a file of which only the beginning will be read, without a hash.
    pub fn beginning(path: &Path) -> io::Result<Self> {
        Ok(Self::opened(path, None, BEGINNING, |_| ())?.hashed(false))
    }

    /// Opens a file beside which others are read.
    pub fn beside(path: &Path, sharing: Sharing<'s>, progress: impl Fn(u64) + 'static) -> io::Result<Self> {
        Self::opened(path, Some(sharing), sharing.chunk, progress)
    }

    /// Whether its hashes will be needed; to be set before anything is read. The default is that they are taken.
    pub fn hashed(mut self, is_asked: bool) -> Self {
        self.hash = Running::new(is_asked);
        self.raw.get_mut().hash = self.hash.clone();
        self
    }

    fn opened(
        path: &Path,
        sharing: Option<Sharing<'s>>,
        chunk: usize,
        progress: impl Fn(u64) + 'static,
    ) -> io::Result<Self> {
        let file = open_log(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            let what = "it is a folder: `resettle batch` judges every log below one";
            return Err(io::Error::new(io::ErrorKind::IsADirectory, what));
        }
        let hash = Running::new(true);
        let read = Rc::new(Cell::new(0));
        let counted = Rc::clone(&read);
        let progress = Box::new(move |bytes| {
            counted.set(counted.get() + bytes);
            progress(bytes);
        });
        let stamp = Stamp::of(&about);
        let file = match &sharing {
            Some(_) if about.is_file() => Source::Turns(Box::new(Turns::new(path, about))),
            _ => Source::Held(file),
        };
        let hashing = Hashing { file, hash: hash.clone(), progress };
        Ok(Self {
            path: path.to_owned(),
            sharing,
            stamp,
            raw: Window::with_capacity(chunk, hashing),
            read,
            hash,
            unpacked: None,
        })
    }

    /// Whether the path can be read a second time: a pipe gives its bytes once.
    pub fn lasts(path: &Path) -> bool {
        is_standard_input(path) || std::fs::metadata(path).is_ok_and(|about| about.is_file() || about.is_dir())
    }

    /// The content, unpacked if the first bytes are those of gzip or zstd.
    pub fn content(&mut self) -> io::Result<OpenedLog<'_>> {
        opened(&mut self.raw, self.hash.is_asked(), &mut self.unpacked, self.sharing)
    }

    /// The content by itself, and where its hashes will be.
    pub fn into_content(self) -> io::Result<(OpenedLog<'s>, Hashed)> {
        let mut unpacked = None;
        let content = opened(self.raw, self.hash.is_asked(), &mut unpacked, self.sharing)?;
        Ok((content, Hashed { path: self.path, stamp: self.stamp, read: self.read, hash: self.hash, unpacked }))
    }

    /// Reads what is left and returns the hashes if they were requested; and why they are not those of the file as it is.
    pub fn finish(mut self) -> (Option<LogHashes>, Option<io::Error>) {
        let failed = self.rest().err();
        (hashes(&self.hash, self.unpacked.as_ref()), failed)
    }

    /// The same for a caller that cannot use a file that changed meanwhile.
    pub fn finish_unchanged(self) -> io::Result<LogHashes> {
        match self.finish() {
            (Some(hashes), None) => Ok(hashes),
            (None, None) => Err(io::Error::other("it was not hashed")),
            (_, Some(error)) => Err(error),
        }
    }

    /// What was appended after the file was opened is ignored: it was not judged.
    fn rest(&mut self) -> io::Result<()> {
        match self.stamp {
            Some(stamp) => {
                let left = stamp.length.saturating_sub(self.read.get());
                if self.hash.is_asked() {
                    io::copy(&mut self.raw.get_mut().take(left), &mut io::sink())?;
                }
                let now = match &self.raw.get_ref().file {
                    Source::Held(file) => file.metadata()?,
                    Source::Turns(turns) => turns.metadata()?,
                };
                stamp.against(Stamp::of(&now)).map_or(Ok(()), Err)
            }
            None => io::copy(&mut self.raw, &mut io::sink()).map(drop),
        }
    }
}

fn opened<'f>(
    mut raw: impl BufRead + 'f,
    is_hashed: bool,
    unpacked: &mut Option<Running>,
    sharing: Option<Sharing<'f>>,
) -> io::Result<OpenedLog<'f>> {
    if !resettle_unpack::is_packed(raw.fill_buf()?) {
        refused(raw.fill_buf()?)?;
        return Ok(Box::new(raw));
    }
    let hash = unpacked.insert(Running::new(is_hashed)).clone();
    let inner = match sharing {
        Some(sharing) => {
            let put_away = Box::new(move |rest: &mut dyn Read| sharing.put_away(rest));
            let within = Within { chunk: sharing.chunk, window: sharing.window, put_away };
            resettle_unpack::unpacked_within(raw, within)?
        }
        None => resettle_unpack::unpacked(raw)?,
    };
    let mut unpacked = Unpacked { inner, hash };
    match unpacked.fill_buf() {
        Ok(first) => refused(first)?,
        // Content that cannot be unpacked is reported by the reader, at its place.
        Err(error) => return Ok(Box::new(Broken(Some(error)))),
    }
    Ok(Box::new(unpacked))
}

/// Content that was found broken before any of it was read.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl BufRead for Broken {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}

/// Hashes what was unpacked, as it is read further.
struct Unpacked<R> {
    inner: R,
    hash: Running,
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(buffer.get(..read).unwrap_or_default());
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Unpacked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What the last `fill_buf` returned is still there, and is returned again without reading.
        if let Ok(shown) = self.inner.fill_buf() {
            self.hash.update(shown.get(..amount).unwrap_or_default());
        }
        self.inner.consume(amount);
    }
}

enum Source {
    Held(File),
    Turns(Box<Turns>),
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Held(file) => file.read(buffer),
            Self::Turns(turns) => turns.read(buffer),
        }
    }
}

/// Hashes every byte that is read.
struct Hashing {
    file: Source,
    hash: Running,
    progress: Box<dyn Fn(u64)>,
}

impl Read for Hashing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.hash.update(buffer.get(..read).unwrap_or_default());
        (self.progress)(read as u64);
        Ok(read)
    }
}
