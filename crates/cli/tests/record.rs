//! `resettle record` over loopback, killed as no test of the pure recorder can kill it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::common::resettle_in;

const MAPPING: &str = "format: angel-eye-capture/1
open: {log: t7, source: {kind: shoe, id: S7}, jurisdiction: SG, venue: mbs, game: baccarat, table: T7, currency: SGD}
dealt: baccarat
shoe: T7
zone: Asia/Singapore
";

/// The eight of spades for the Player is the published example; the check counts from the sequence character to ETX.
const COUP: [&[u8]; 5] =
    [&[0x44, 0x81, 0xb8], &[0x44, 0x91, 0x92], &[0x44, 0x82, 0xca], &[0x44, 0x92, 0xa5], &[0x47, 0x90]];

fn frames(coups: usize) -> Vec<Vec<u8>> {
    let data = std::iter::repeat_n(COUP, coups).flatten();
    (b'1'..=b'9')
        .cycle()
        .zip(data)
        .map(|(sequence, data)| {
            let body = [&[sequence], data, &[3]].concat();
            let check = body.iter().fold(0, |check, byte| check ^ byte);
            [&[5], body.as_slice(), format!("{check:02X}").as_bytes()].concat()
        })
        .collect()
}

struct Table {
    folder: tempfile::TempDir,
    /// The serial server of the shoe.
    server: TcpListener,
}

impl Table {
    fn new() -> Self {
        let folder = crate::common::scratch();
        fs::write(folder.path().join("shoe.yaml"), MAPPING).unwrap();
        let run = resettle_in(folder.path(), &["key", "new", "key"]);
        assert_eq!(run.status, 0, "{}", run.err);
        Self { folder, server: TcpListener::bind("127.0.0.1:0").unwrap() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, line: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_resettle"))
            .args(["record", "--map", "shoe.yaml", "--key", "key", "--dir", "t7"])
            .args(line)
            .current_dir(self.path())
            .env_remove("RESETTLE_CONFIG")
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Starts a recorder, and takes its connection.
    fn start(&self) -> (Child, TcpStream) {
        let child = self.command(&["--tcp", &self.server.local_addr().unwrap().to_string()]);
        let (stream, _) = self.server.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        (child, stream)
    }

    /// Each log is a chain that its seals vouch for, as far as it goes.
    fn verifies(&self) {
        let logs = fs::read_dir(self.path().join("t7")).unwrap().map(|entry| entry.unwrap().path());
        for log in logs.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")) {
            let run = resettle_in(self.path(), &["verify", log.to_str().unwrap()]);
            assert!(run.out.contains("integrity/unknown-key") || run.status < 2, "{} {}", run.out, run.err);
            assert!(!run.out.contains("chain") && !run.out.contains("malformed"), "{}", run.out);
        }
    }

    /// The log of the only day, or of both where midnight passed.
    fn records(&self) -> Vec<Value> {
        let entries = fs::read_dir(self.path().join("t7")).unwrap();
        let mut logs: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        logs.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
        logs.sort();
        let text: String = logs.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Ends a recorder as nobody can prepare for, and gives what it said.
fn kill(mut child: Child) -> String {
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

/// Sends bytes, and waits for an answer of this length; nothing where the other side is gone.
fn answer<const LENGTH: usize>(stream: &mut TcpStream, bytes: &[u8]) -> Option<[u8; LENGTH]> {
    stream.write_all(bytes).ok()?;
    let mut answer = [0; LENGTH];
    stream.read_exact(&mut answer).ok()?;
    Some(answer)
}

#[test]
fn what_a_shoe_sends_is_sealed_before_it_is_acknowledged() {
    let table = Table::new();
    let (child, mut stream) = table.start();
    for frame in frames(2) {
        assert_eq!(answer(&mut stream, &frame), Some([6]));
    }
    // What is acknowledged is on the disk: nothing is waited for.
    let records = table.records();
    let kinds: Vec<&str> = records.iter().map(|record| record["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["open", "seal", "coup", "seal", "coup", "seal"]);
    assert_eq!(records[2]["cards"], serde_json::json!(["8S", "2D", "TH", "5C"]));
    assert!(records[2]["times"]["settled"].as_str().unwrap().ends_with("+08:00"));
    let mut damaged = frames(3)[10].clone();
    damaged[4] ^= 1;
    assert_eq!(answer(&mut stream, &damaged), Some([0x15, 2]), "wrong check characters are refused at once");
    assert_eq!(
        answer(&mut stream, &frames(3)[10][..5]),
        Some([0x15, 3]),
        "what has no end is refused once it is quiet"
    );
    let said = kill(child);
    assert!(said.contains("a frame cannot be read, its check characters"), "{said}");
    // Only one recorder writes to a folder.
    let (first, _line) = table.start();
    let second = table.command(&["--listen", "127.0.0.1:0"]).wait_with_output().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success() && said.contains("another recorder writes to t7"), "{said}");
    let said = kill(first);
    assert!(said.contains("goes on with"), "{said}");
    let mut third = table.command(&["--listen", "127.0.0.1:0"]);
    let said = BufReader::new(third.stderr.take().unwrap()).lines();
    let waits = said.map_while(Result::ok).any(|line| line.contains("waiting for the shoe on 127.0.0.1:"));
    third.kill().unwrap();
    third.wait().unwrap();
    assert!(waits);
}

#[test]
fn a_recorder_that_is_killed_again_and_again_loses_and_doubles_nothing() {
    let table = Table::new();
    let frames = frames(12);
    let mut at = 0;
    let mut kills = 0;
    while at < frames.len() {
        let (child, mut stream) = table.start();
        for _ in 0..3 + kills * 5 % 11 {
            if let Some(frame) = frames.get(at) {
                at += usize::from(answer(&mut stream, frame) == Some([6]));
            }
        }
        if let Some(frame) = frames.get(at).filter(|_| kills % 2 == 0) {
            // Killed between what is written and its answer, or before either.
            let _ = stream.write_all(frame);
        }
        kill(child);
        kills += 1;
    }
    assert!(kills > 4, "{kills}");
    // Whatever was left between two files is made up for when a recorder starts.
    let (child, mut stream) = table.start();
    assert_eq!(answer(&mut stream, frames.last().unwrap()), Some([6]), "the last frame once more");
    kill(child);
    let records = table.records();
    let coups: Vec<u64> = records
        .iter()
        .filter(|record| record["type"] == "coup")
        .map(|record| record["coup"].as_u64().unwrap())
        .collect();
    assert_eq!(coups, (1..=12).collect::<Vec<_>>());
    assert!(
        records
            .iter()
            .filter(|record| record["type"] == "coup")
            .all(|coup| coup["cards"].as_array().unwrap().len() == 4)
    );
    assert!(records.iter().any(|record| record.to_string().contains("the line to the shoe was interrupted")));
    table.verifies();
}

/// Nothing tells a shoe that is silent from a serial server that is gone: the connection is made anew, and the log says nothing of it.
#[test]
fn a_connection_on_which_nothing_comes_is_made_anew() {
    let table = Table::new();
    let address = table.server.local_addr().unwrap().to_string();
    let child = table.command(&["--tcp", &address, "--idle", "1"]);
    let frames = frames(1);
    // The first connection stays open on this side, as that of a machine that has lost its power.
    let mut half_open = Vec::new();
    for frame in &frames {
        let (mut stream, _) = table.server.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        assert_eq!(answer(&mut stream, frame), Some([6]));
        half_open.push(stream);
    }
    let said = kill(child);
    assert!(said.contains("nothing came for 1 second: connecting anew"), "{said}");
    let kinds: Vec<String> = table.records().iter().map(|record| record["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, ["open", "seal", "coup", "seal"]);
}

/// A limit of the size of files, by which writing ends in the middle as on a full disk, is set to a running recorder.
#[cfg(target_os = "linux")]
struct Disk<'t>(&'t Table, u32);

#[cfg(target_os = "linux")]
impl Disk<'_> {
    /// A recorder to which writing beyond its limit is an error, and not its end.
    fn start(table: &Table) -> (Child, TcpStream) {
        let address = table.server.local_addr().unwrap().to_string();
        let child = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_resettle")])
            .args(["record", "--map", "shoe.yaml", "--key", "key", "--dir", "t7", "--tcp", &address])
            .current_dir(table.path())
            .env_remove("RESETTLE_CONFIG")
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (stream, _) = table.server.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(700))).unwrap();
        (child, stream)
    }

    fn limit(&self, bytes: &str) {
        let limit = format!("--fsize={bytes}:unlimited");
        let done = Command::new("prlimit").args(["--pid", &self.1.to_string(), &limit]).status().unwrap();
        assert!(done.success());
    }

    /// No more room than these bytes behind the longest of the files that end so.
    fn is_full_behind(&self, ending: &str, bytes: u64) {
        let entries = fs::read_dir(self.0.path().join("t7")).unwrap().map(|entry| entry.unwrap().path());
        let files = entries.filter(|path| path.extension().is_some_and(|own| own == ending));
        let longest = files.map(|path| fs::metadata(path).unwrap().len()).max().unwrap();
        self.limit(&(longest + bytes).to_string());
    }
}

/// Ten times there is no room in the middle of a line, of the capture or of the log; every second time the recorder is killed then.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_costs_nothing_that_was_acknowledged() {
    let table = Table::new();
    let frames = frames(22);
    let (mut child, mut stream) = Disk::start(&table);
    let (mut at, mut journal) = (0, String::new());
    for full in 0..10_u64 {
        for _ in 0..3 + full * 3 % 7 {
            assert_eq!(answer(&mut stream, &frames[at]), Some([6]));
            at += 1;
        }
        let disk = Disk(&table, child.id());
        // A capture is shorter than its log: only a limit below both ends it in the capture.
        disk.is_full_behind(if full % 2 == 0 { "jsonl" } else { "capture" }, 20 + full);
        let taken = std::iter::from_fn(|| answer::<1>(&mut stream, frames.get(at)?).map(|_| at += 1)).count();
        assert!(taken < 12 && at < frames.len(), "{taken} frames were acknowledged without room for them");
        if full % 4 < 2 {
            disk.limit("unlimited");
        } else {
            journal += &kill(child);
            (child, stream) = Disk::start(&table);
        }
    }
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    while let Some(frame) = frames.get(at) {
        assert_eq!(answer(&mut stream, frame), Some([6]));
        at += 1;
    }
    journal += &kill(child);
    assert!(journal.contains("not acknowledged, and tried again"), "{journal}");
    let records = table.records();
    let coups: Vec<&Value> = records.iter().filter(|record| record["type"] == "coup").collect();
    let numbers: Vec<u64> = coups.iter().map(|coup| coup["coup"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=22).collect::<Vec<_>>(), "{journal}");
    assert!(coups.iter().all(|coup| coup["cards"] == serde_json::json!(["8S", "2D", "TH", "5C"])));
    table.verifies();
}
