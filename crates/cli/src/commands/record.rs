//! `resettle record`

use std::convert::Infallible;
use std::net::TcpStream;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use resettle_console::output::colour;
use resettle_import::{CaptureMapping, Segment, ShoeStream};
use resettle_recorder::{Now, RecordError, Recorder, Resumed};
use resettle_report::print::neutral;

use super::import::reviewed;
use crate::args::RecordArgs;
use crate::error::{Error, shown};
use crate::files::{self, private_key};
use crate::recording::{Line, Received, RecordFolder, VenueClock, answer, receive};
use crate::spelling::counted;

/// How long is waited before what could not be written is tried again, where nothing comes that asks for it.
const AGAIN: Duration = Duration::from_secs(1);

/// A connection that was quiet and is made anew within this time was not interrupted: a shoe that waits longer for its answer
/// sends its frame again.
const RENEWED: Duration = Duration::from_secs(5);

/// Why a connection ended.
enum Ended {
    Lost(String),
    /// Nothing came for as long as was asked.
    Quiet,
}

/// Records until it is ended from outside.
pub fn run(args: &RecordArgs) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(Error::new("`record` keeps a connection to a shoe, and a page has none")
            .help("run it with the program on a machine of the venue"));
    }
    let text = files::text_of(&args.map, "a mapping")?;
    let mapping = CaptureMapping::from_yaml(&text).map_err(|faults| Error::Faults {
        path: args.map.clone(),
        count: faults.len(),
        rendered: faults.render(&shown(&args.map), &text, colour()),
    })?;
    reviewed(&mapping.unreviewed(), &args.map)?;
    let clock = VenueClock::new(mapping.zone(), &args.day_begins)?;
    let key = private_key(&args.key, args.passphrase_file.as_deref())?;
    let folder = RecordFolder::open(&args.dir)?;
    let (recorder, resumed) = Recorder::resume(&mapping, key.signing_key(), &folder).map_err(|error| {
        let help = match &error {
            RecordError::Altered { .. } => {
                Some("nothing was written; see docs/recorder.md, \"When it refuses to go on\"")
            }
            _ => None,
        };
        Error::new(neutral(&error.to_string())).at(&args.dir).help_if(help.map(str::to_owned))
    })?;
    say_resumed(args, &resumed);
    let line = Line::new(args.tcp.as_deref(), args.listen.as_deref())?;
    if let Some(at) = line.listens() {
        anstream::eprintln!("waiting for the shoe on {at}");
    }
    let mut at_work =
        AtWork { recorder, folder, clock, day: resumed.day, failed: None, idle: Duration::from_secs(args.idle) };
    match at_work.record(&line)? {}
}

fn say_resumed(args: &RecordArgs, resumed: &Resumed) {
    let dir = shown(&args.dir);
    let Some(day) = &resumed.day else { return };
    anstream::eprintln!("{dir}: goes on with {day}");
    for (bytes, what) in [
        (resumed.capture_cut, "cut off the end of the capture, written by halves and never acknowledged"),
        (resumed.log_cut, "cut off the end of the log, written by halves"),
        (resumed.log_made_up, "of the log made up for, from the capture"),
    ] {
        if bytes > 0 {
            anstream::eprintln!("{dir}: {} {what}", counted(bytes, "byte"));
        }
    }
}

struct AtWork<'k> {
    recorder: Recorder<'k>,
    folder: RecordFolder,
    clock: VenueClock,
    day: Option<String>,
    /// Why the last try to write failed, so that it is said once.
    failed: Option<String>,
    /// How long nothing may come; zero: for ever.
    idle: Duration,
}

impl AtWork<'_> {
    fn record(&mut self, line: &Line) -> Result<Infallible, Error> {
        let mut absent = None;
        let mut quiet_until: Option<Instant> = None;
        loop {
            match line.connect() {
                Ok(mut stream) => {
                    anstream::eprintln!("{}: connected", self.clock.now().0);
                    absent = None;
                    let is_renewed = quiet_until.take().is_some_and(|end| end.elapsed() < RENEWED);
                    while !is_renewed && !self.tried(|recorder, folder, now| recorder.connected(folder, now))? {
                        sleep(AGAIN);
                    }
                    match self.listen_to(&mut stream)? {
                        Ended::Lost(why) => {
                            anstream::eprintln!("{}: the connection is lost: {}", self.clock.now().0, neutral(&why));
                        }
                        Ended::Quiet => {
                            let seconds = counted(self.idle.as_secs(), "second");
                            anstream::eprintln!("{}: nothing came for {seconds}: connecting anew", self.clock.now().0);
                            quiet_until = Some(Instant::now());
                        }
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(error) => {
                    let why = error.to_string();
                    if absent.as_ref() != Some(&why) {
                        anstream::eprintln!("{}: no connection: {why}; trying again", self.clock.now().0);
                    }
                    absent = Some(why);
                }
            }
            self.tried(|recorder, folder, now| recorder.idle(folder, now))?;
        }
    }

    /// Records one connection, and gives why it ended.
    fn listen_to(&mut self, stream: &mut TcpStream) -> Result<Ended, Error> {
        let mut shoe = ShoeStream::default();
        let mut heard = Instant::now();
        loop {
            match receive(stream) {
                Received::Lost(why) => return Ok(Ended::Lost(why)),
                Received::Bytes(bytes) => {
                    heard = Instant::now();
                    shoe.push(&bytes);
                    while let Some(segment) = shoe.next_segment() {
                        if let Some(why) = self.take(stream, &segment)? {
                            return Ok(Ended::Lost(why));
                        }
                    }
                }
                Received::Quiet => match shoe.rest() {
                    Some(segment) => {
                        if let Some(why) = self.take(stream, &segment)? {
                            return Ok(Ended::Lost(why));
                        }
                    }
                    None => {
                        self.tried(|recorder, folder, now| recorder.idle(folder, now))?;
                        if !self.idle.is_zero() && heard.elapsed() >= self.idle {
                            return Ok(Ended::Quiet);
                        }
                    }
                },
            }
        }
    }

    /// Writes, and only then answers; gives why it cannot answer.
    fn take(&mut self, stream: &mut TcpStream, segment: &Segment) -> Result<Option<String>, Error> {
        let is_written = self.tried(|recorder, folder, now| recorder.take(folder, now, segment))?;
        match segment.answer {
            Some(bytes) if is_written => Ok(answer(stream, bytes).err().map(|error| error.to_string())),
            _ => Ok(None),
        }
    }

    /// Whether it was done; what cannot be written now is no end.
    fn tried(
        &mut self,
        work: impl FnOnce(&mut Recorder<'_>, &mut RecordFolder, Now<'_>) -> Result<(), RecordError<std::io::Error>>,
    ) -> Result<bool, Error> {
        let (at, day) = self.clock.now();
        let outcome = work(&mut self.recorder, &mut self.folder, Now { at: &at, day: &day });
        for problem in self.recorder.problems() {
            anstream::eprintln!("{at}: {}", neutral(&problem));
        }
        if self.recorder.day() != self.day.as_deref() {
            self.day = self.recorder.day().map(str::to_owned);
            anstream::eprintln!("{at}: a day begins: {}", self.day.as_deref().unwrap_or_default());
        }
        match outcome {
            Ok(()) => {
                if self.failed.take().is_some() {
                    anstream::eprintln!("{at}: it can be written again");
                }
                Ok(true)
            }
            Err(RecordError::File { file, error }) => {
                let why = format!("{file}: {error}");
                if self.failed.as_ref() != Some(&why) {
                    anstream::eprintln!("{at}: cannot write {}; not acknowledged, and tried again", neutral(&why));
                    self.failed = Some(why);
                }
                Ok(false)
            }
            Err(other) => Err(Error::new(neutral(&other.to_string()))),
        }
    }
}
