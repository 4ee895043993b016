//! One log read, hashed and, as far as there is time, decoded by a thread of its own, beside the thread that judges it.

use std::cell::Cell;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use resettle_coup_log::{BlockReader, Blocks, LogBlock, LogReader};
use resettle_run::{LogHashes, Store};
use resettle_sealed_log::TrustStore;

use super::input::LogFile;
use super::sharing::Sharing;

/// About this many bytes are passed on at once, and at most this many blocks wait.
const BLOCK: usize = 128 * 1024;
const WAITING: usize = 4;
/// Coups are decoded ahead while this many blocks wait; with fewer, the judging thread is faster, and decodes itself.
const AHEAD: usize = 2;
/// Below this many bytes a thread is not worthwhile.
const WORTH: u64 = 4 * 1024 * 1024;

/// What the thread passes on: how many bytes of the file were read for it, and lines or why there are none.
type Handed = (u64, io::Result<LogBlock>);

/// A log that a thread reads.
pub struct AheadLog {
    blocks: Option<FromThread>,
    thread: JoinHandle<(Option<LogHashes>, Option<io::Error>)>,
}

/// Whether a log is large enough, and another processor is available.
pub fn is_worth(path: &Path) -> bool {
    thread::available_parallelism().is_ok_and(|count| count.get() > 1)
        && std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() >= WORTH)
}

impl AheadLog {
    /// Opens a log; `tick` is passed the number of bytes read. If others may be read beside it, `away` is where data
    /// that needs room is saved. It is hashed if that is requested, and looked through for incidents before their turn if `foresees`.
    pub fn open(
        path: &Path,
        is_asked: bool,
        foresees: bool,
        away: Option<Store>,
        tick: Rc<dyn Fn(u64)>,
    ) -> io::Result<Self> {
        let (opened, is_open) = channel();
        let (hand, handed) = sync_channel(WAITING);
        let (give_back, spent) = channel();
        let path = path.to_owned();
        let waiting = Arc::new(AtomicUsize::new(0));
        let ends = Ends { hand, spent, waiting: Arc::clone(&waiting), foresees };
        let thread = thread::spawn(move || read(&path, is_asked, away.as_ref(), &opened, ends));
        is_open.recv().unwrap_or_else(|_| Err(io::Error::other("the thread that reads it ended")))?;
        Ok(Self { blocks: Some(FromThread { handed, give_back, waiting, tick }), thread })
    }

    /// Its reader; to be dropped before [`AheadLog::finish`].
    pub fn reader<'t>(&mut self, trust: Option<&'t TrustStore>) -> LogReader<'t, io::Empty> {
        match self.blocks.take() {
            Some(blocks) => LogReader::ahead(Box::new(blocks), trust),
            None => LogReader::new(io::empty(), trust),
        }
    }

    /// Reads what is left and returns the hashes if they were requested; and why they are not those of the file as it is.
    pub fn finish(self) -> (Option<LogHashes>, Option<io::Error>) {
        drop(self.blocks);
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// The ends that the thread holds.
struct Ends {
    hand: SyncSender<Handed>,
    spent: Receiver<LogBlock>,
    /// How many blocks wait.
    waiting: Arc<AtomicUsize>,
    foresees: bool,
}

/// What the thread does: it reads the log for as long as its lines are taken, and then ends as a reader here would.
fn read(
    path: &Path,
    is_asked: bool,
    away: Option<&Store>,
    opened: &Sender<io::Result<()>>,
    Ends { hand, spent, waiting, foresees }: Ends,
) -> (Option<LogHashes>, Option<io::Error>) {
    let read = Rc::new(Cell::new(0));
    let counted = Rc::clone(&read);
    let count = move |bytes: u64| counted.set(counted.get() + bytes);
    let file = match away {
        Some(store) => LogFile::beside(path, Sharing::among(1, store), count),
        None => LogFile::open(path, count),
    };
    let mut file = match file {
        Ok(file) => file.hashed(is_asked),
        Err(error) => return refused(opened, error),
    };
    {
        let content = match file.content() {
            Ok(content) => content,
            Err(error) => return refused(opened, error),
        };
        let _ = opened.send(Ok(()));
        let blocks = BlockReader::new(content);
        let mut blocks = if foresees { blocks.foreseeing() } else { blocks };
        loop {
            let mut block = spent.try_recv().unwrap_or_default();
            let filled = blocks.fill(&mut block, BLOCK, waiting.load(Ordering::Relaxed) >= AHEAD);
            let whole = matches!(filled, Ok(true));
            waiting.fetch_add(1, Ordering::Relaxed);
            if !block.is_empty() && hand.send((read.take(), Ok(block))).is_err() {
                break;
            }
            if let Err(error) = filled {
                let _ = hand.send((read.take(), Err(error)));
            }
            if !whole {
                break;
            }
        }
    }
    drop(hand);
    // The file is looked at once more when it has been judged: until then the other end is held.
    while spent.recv().is_ok() {}
    file.finish()
}

fn refused(opened: &Sender<io::Result<()>>, error: io::Error) -> (Option<LogHashes>, Option<io::Error>) {
    let _ = opened.send(Err(error));
    (None, None)
}

/// The end at which the lines come out.
struct FromThread {
    handed: Receiver<Handed>,
    give_back: Sender<LogBlock>,
    waiting: Arc<AtomicUsize>,
    tick: Rc<dyn Fn(u64)>,
}

impl Blocks for FromThread {
    fn next_block(&mut self, spent: LogBlock) -> io::Result<Option<LogBlock>> {
        let _ = self.give_back.send(spent);
        let Ok((read, block)) = self.handed.recv() else { return Ok(None) };
        // An error is not counted by the thread; nothing follows it.
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        (self.tick)(read);
        block.map(Some)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::fmt::Write as _;

    use resettle_sealed_log::Digest;

    use super::*;

    /// Everything that a reader returns.
    fn read<R: io::BufRead>(mut reader: LogReader<'_, R>) -> String {
        let mut out = String::new();
        while let Some(step) = reader.next_step().unwrap() {
            match step {
                resettle_coup_log::Step::Entry(entry) => writeln!(out, "{entry:?}").unwrap(),
                resettle_coup_log::Step::Quick => writeln!(out, "quick {:?}", reader.quick().record()).unwrap(),
            }
        }
        writeln!(out, "{:?}", reader.finish()).unwrap();
        out
    }

    #[test]
    fn what_a_thread_reads_is_what_is_read_here() {
        let folder = tempfile::tempdir().unwrap();
        let log = concat!(env!("CARGO_MANIFEST_DIR"), "/../../audit-logs/electronic-7-up-2023/log.jsonl");
        let log = std::fs::read_to_string(log).unwrap();
        let (first, rest) = log.split_once('\n').unwrap();
        let long = "x".repeat(70_000);
        let many = format!("{first}\n{}", rest.repeat(20));
        let odd = format!("{first}\n\n{long}\n{rest}{long}");
        for (nth, text) in ["", "\n", "one", first, &log, &log[..log.len() - 9], &odd, &many].iter().enumerate() {
            let path = folder.path().join(nth.to_string());
            std::fs::write(&path, text).unwrap();
            let counted = Rc::new(Cell::new(0));
            let counting = Rc::clone(&counted);
            let tick = Rc::new(move |bytes| counting.set(counting.get() + bytes));
            let mut ahead = AheadLog::open(&path, true, true, None, tick).unwrap();
            assert!(read(ahead.reader(None)) == read(LogReader::new(text.as_bytes(), None)), "text {nth}");
            let (hashes, changed) = ahead.finish();
            assert_eq!((hashes.unwrap().file, changed.is_none()), (Digest::of(text.as_bytes()), true));
            assert!(counted.get() <= text.len() as u64);
        }
    }

    #[test]
    fn what_nobody_takes_is_hashed_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let text = "line\n".repeat(1_000_000);
        std::fs::write(&path, &text).unwrap();
        let mut ahead = AheadLog::open(&path, true, true, None, Rc::new(|_| ())).unwrap();
        let mut reader = ahead.reader(None);
        assert!(reader.next_step().unwrap().is_none(), "it does not begin with `open`");
        drop(reader);
        assert_eq!(ahead.finish().0.unwrap().file, Digest::of(text.as_bytes()));
        assert!(AheadLog::open(&folder.path().join("none"), true, true, None, Rc::new(|_| ())).is_err());
        assert!(AheadLog::open(folder.path(), true, true, None, Rc::new(|_| ())).is_err());
    }
}
