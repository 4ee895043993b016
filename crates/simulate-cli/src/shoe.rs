//! A shoe in software: what it would have sent of a log, as a capture or over TCP.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use resettle_console::error::{Error, shown};
use resettle_console::files;
use resettle_console::spelling::counted;
use resettle_report::print::neutral;
use resettle_simulate::shoe_line::{Attempt, LineFault, NoisyLine, ShoeEvents};

use crate::shoe_args::ShoeArgs;

const ACK: u8 = 0x06;
const NAK: u8 = 0x15;
/// Refused for its check characters.
const WRONG_CHECK: u8 = 0x02;

/// `resettle-simulate shoe`
pub fn run(args: &ShoeArgs) -> Result<(), Error> {
    let mut faults = String::new();
    let (frames, damaged) = match (&args.out, &args.listen) {
        (Some(out), _) => {
            files::write_new_with(out, |capture| captured(args, &mut BufWriter::new(capture), &mut faults))?
        }
        (None, Some(listen)) => played(args, listen, &mut faults)?,
        (None, None) => return Err(Error::new("name where it goes: --out CAPTURE or --listen HOST:PORT")),
    };
    if let Some(list) = &args.faults {
        files::write_new(list, faults.as_bytes())?;
    }
    anstream::eprintln!("{} of {}, {damaged} of them damaged", counted(frames, "frame"), shown(&args.log));
    Ok(())
}

/// What is sent, and how much of it was damaged.
struct Sender<'f> {
    line: NoisyLine,
    faults: &'f mut String,
    frames: u64,
    damaged: u64,
    bytes: u64,
}

impl<'f> Sender<'f> {
    fn new(args: &ShoeArgs, faults: &'f mut String) -> Self {
        Self { line: NoisyLine::new(args.seed, args.noise), faults, frames: 0, damaged: 0, bytes: 0 }
    }

    fn attempt(&mut self, frame: &[u8]) -> Attempt {
        let attempt = self.line.send(frame);
        if let Some(fault) = attempt.fault {
            self.damaged += u64::from(fault.damages());
            *self.faults += &format!("{} {} {}\n", self.frames, self.bytes + 1, fault.word());
        }
        self.bytes += attempt.bytes.len() as u64;
        attempt
    }
}

fn captured(args: &ShoeArgs, out: &mut impl Write, faults: &mut String) -> Result<(u64, u64), Error> {
    let write_error = |error| Error::write(args.out.as_deref().unwrap_or(&args.log), error);
    let mut sender = Sender::new(args, faults);
    each_frame(args, |frame| {
        sender.frames += 1;
        loop {
            let attempt = sender.attempt(frame);
            let is_damaged = attempt.fault.is_some_and(LineFault::damages);
            let answer: &[u8] = if is_damaged { &[NAK, WRONG_CHECK] } else { &[ACK] };
            out.write_all(&attempt.bytes).and_then(|()| out.write_all(answer)).map_err(write_error)?;
            sender.bytes += answer.len() as u64;
            if !is_damaged {
                return Ok(());
            }
        }
    })?;
    out.flush().map_err(write_error)?;
    Ok((sender.frames, sender.damaged))
}

fn each_frame(args: &ShoeArgs, mut take: impl FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
    let log = File::open(&args.log).map_err(|error| Error::read(&args.log, error))?;
    let mut shoe = ShoeEvents::default();
    for (number, line) in (1..).zip(BufReader::new(log).lines()) {
        let line = line.map_err(|error| Error::read(&args.log, error))?;
        let frames = shoe.frames(&line).map_err(|error| {
            Error::new(format!("line {number} is no record of a log: {}", neutral(&error.to_string()))).at(&args.log)
        })?;
        frames.iter().try_for_each(|frame| take(frame))?;
    }
    Ok(())
}

fn played(args: &ShoeArgs, listen: &str, faults: &mut String) -> Result<(u64, u64), Error> {
    let failed = |error: io::Error| Error::new(format!("{}: {error}", neutral(listen)));
    let server = TcpListener::bind(listen).map_err(failed)?;
    anstream::eprintln!("waiting for a host on {}", server.local_addr().map_err(failed)?);
    let mut sender = Sender::new(args, faults);
    let mut host: Option<TcpStream> = None;
    each_frame(args, |frame| {
        sender.frames += 1;
        loop {
            let stream = match &mut host {
                Some(stream) => stream,
                none => none.insert(accepted(&server, args).map_err(failed)?),
            };
            let attempt = sender.attempt(frame);
            match stream.write_all(&attempt.bytes).and_then(|()| answer(stream, args)) {
                Ok(Answer::Acknowledged) => break,
                Ok(Answer::SendAgain) => {}
                // The host is gone: it is waited for, and gets the frame once more.
                Err(_) => host = None,
            }
        }
        sleep(Duration::from_millis(args.pause));
        Ok(())
    })?;
    Ok((sender.frames, sender.damaged))
}

fn accepted(server: &TcpListener, args: &ShoeArgs) -> io::Result<TcpStream> {
    let (stream, _) = server.accept()?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_millis(args.timeout.max(1))))?;
    Ok(stream)
}

enum Answer {
    Acknowledged,
    SendAgain,
}

/// Waits for an answer: refused or none at all is the same.
fn answer(stream: &mut TcpStream, args: &ShoeArgs) -> io::Result<Answer> {
    let ends = Instant::now() + Duration::from_millis(args.timeout);
    loop {
        let mut byte = [0];
        match stream.read(&mut byte) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) if byte == [ACK] => return Ok(Answer::Acknowledged),
            Ok(_) if byte == [NAK] => {
                stream.read_exact(&mut byte)?;
                return Ok(Answer::SendAgain);
            }
            Ok(_) => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
        if Instant::now() >= ends {
            return Ok(Answer::SendAgain);
        }
    }
}
