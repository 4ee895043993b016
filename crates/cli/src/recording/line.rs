//! The line to a shoe: TCP to its serial server.

use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream, ToSocketAddrs as _};
use std::thread::sleep;
use std::time::Duration;

use crate::error::Error;

/// Bytes of one frame come closer together than this.
const QUIET: Duration = Duration::from_millis(300);

/// How long a connection may take, and how long is waited before the next try.
const TRY: Duration = Duration::from_secs(1);

/// How the line is made.
pub enum Line {
    /// To a serial server that listens.
    To(String),
    /// From one that connects by itself.
    From(TcpListener),
}

/// What reading gives.
pub enum Received {
    /// Bytes of the shoe.
    Bytes(Vec<u8>),
    /// Nothing for longer than between two bytes of a frame.
    Quiet,
    /// The connection is no more, and why.
    Lost(String),
}

impl Line {
    /// A line to where a serial server listens, or one that waits for it.
    pub fn new(tcp: Option<&str>, listen: Option<&str>) -> Result<Self, Error> {
        let Some(listen) = listen else { return Ok(Self::To(tcp.unwrap_or_default().to_owned())) };
        let failed = |error: io::Error| {
            Error::new(format!("cannot listen on {}: {error}", resettle_report::print::neutral(listen)))
                .help("name a free port of this machine, as 127.0.0.1:4001")
        };
        let listener = TcpListener::bind(listen).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Self::From(listener))
    }

    /// Where it listens, if it does.
    pub fn listens(&self) -> Option<String> {
        match self {
            Self::To(_) => None,
            Self::From(listener) => listener.local_addr().map(|at| at.to_string()).ok(),
        }
    }

    /// One try, which takes about a second where nobody is there.
    pub fn connect(&self) -> io::Result<TcpStream> {
        let stream = self.try_once().inspect_err(|_| sleep(TRY))?;
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(QUIET))?;
        stream.set_write_timeout(Some(TRY))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn try_once(&self) -> io::Result<TcpStream> {
        match self {
            Self::From(listener) => Ok(listener.accept()?.0),
            Self::To(address) => {
                let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
                for at in address.to_socket_addrs()? {
                    match TcpStream::connect_timeout(&at, TRY) {
                        Ok(stream) => return Ok(stream),
                        Err(error) => failed = error,
                    }
                }
                Err(failed)
            }
        }
    }
}

/// Waits for bytes.
pub fn receive(stream: &mut TcpStream) -> Received {
    let mut bytes = [0; 1024];
    match stream.read(&mut bytes) {
        Ok(0) => Received::Lost("the other side closed it".to_owned()),
        Ok(length) => Received::Bytes(bytes.get(..length).unwrap_or_default().to_vec()),
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted => Received::Quiet,
            _ => Received::Lost(error.to_string()),
        },
    }
}

/// Answers the shoe.
pub fn answer(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(bytes)?;
    stream.flush()
}
