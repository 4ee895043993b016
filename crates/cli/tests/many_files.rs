//! Many files of one table, and files that say much in few bytes: what is held and reported does not add up.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{Run, reported, root, scratch};
use resettle_testkit::{Log, Opening};

const RULESET: &str = "sg/mbs/baccarat/2017-02-17";

/// Far more than any of these takes on a busy machine.
const LONGEST: Duration = Duration::from_secs(120);

/// Runs `resettle` with at most so many KiB of address space and so many open files.
fn resettle(memory: u32, files: u32, args: &[&str]) -> Run {
    let begun = Instant::now();
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {memory}; ulimit -n {files}; exec \"$@\""), "sh"])
        .arg(env!("CARGO_BIN_EXE_resettle"))
        .args(args)
        .current_dir(root())
        .env("NO_COLOR", "1")
        .env("RAYON_NUM_THREADS", "2")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let run = Run { status: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) };
    assert!(begun.elapsed() < LONGEST, "{:.300?} took {:?}", args, begun.elapsed());
    assert!(!run.err.contains("panicked") && run.status >= 0, "{} {:.2000}", run.status, run.err);
    run
}

/// What every run gets: 800 MB and the 1,024 files that most systems allow.
const MEMORY: u32 = 800_000;
const FILES: u32 = 1_024;

/// A chained log of a source, without a seal.
fn log(id: &str, kind: &str, source: &str, began: u32, bodies: &[String]) -> Vec<u8> {
    let open = Log::opened_at(&Opening::of(kind, source).log(id), &time(began));
    bodies.iter().fold(open, |log, body| log.written(&time(36_000)).with(body)).bytes()
}

fn time(second: u32) -> String {
    format!("2023-06-01T{:02}:{:02}:{:02}+08:00", second / 3_600, second / 60 % 60, second % 60)
}

fn coup(shoe: &str, number: u32, more: &str) -> String {
    let [opened, closed, dealt, settled] = [35_900, 35_920, 35_921, 35_940].map(time);
    format!(
        r#""type":"coup","shoe":"{shoe}","coup":{number},"times":{{"opened":"{opened}","closed":"{closed}","first_card":"{dealt}","settled":"{settled}"}},{more}"#
    )
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A zstd frame that asks for a window of 64 MiB and fills it: the log, then a line without an end worth naming, packed
/// as tightly as is read at all.
fn wide(log: &[u8]) -> Vec<u8> {
    const BLOCK: u32 = 128 * 1024;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x80];
    let mut block = |kind: u32, size: u32, content: &[u8], last: bool| {
        frame.extend(&(size << 3 | kind << 1 | u32::from(last)).to_le_bytes()[..3]);
        frame.extend(content);
    };
    for part in log.chunks(BLOCK as usize) {
        block(0, part.len() as u32, part, false);
    }
    for _ in 0..520 {
        block(1, BLOCK, b"x", false);
        block(0, 70, &[b'y'; 70], false);
    }
    block(0, 1, b"\n", true);
    frame
}

fn wager(n: usize) -> String {
    format!(r#""wagers":[{{"id":"w{n}","bet":"player","stake":100,"returned":200}}]"#)
}

/// The logs of so many terminals and of the shoe, as `name` and `pack` make files of them.
fn table(folder: &Path, terminals: usize, ending: &str, pack: impl Fn(&[u8]) -> Vec<u8>) -> Vec<String> {
    let start = r#""type":"shoe","shoe":"S","event":"start","decks":8,"burned":["4C"]"#.to_owned();
    let cards = coup("S", 1, r#""cards":["9C","2D","9H","3S"],"declared":{"result":"player","player":8,"banker":5}"#);
    let mut out = vec![write(folder, &format!("shoe.{ending}"), &pack(&log("shoe", "shoe", "S", 1, &[start, cards])))];
    for n in 0..terminals {
        let (name, source) = (format!("t{n:03}"), format!("T{n:03}"));
        let bytes = pack(&log(&name, "terminal", &source, 1, &[coup("S", 1, &wager(n))]));
        out.push(write(folder, &format!("{name}.{ending}"), &bytes));
    }
    out
}

/// Fifteen windows of 64 MiB are more than the run may hold.
#[test]
fn windows_of_many_sources_do_not_add_up() {
    let folder = scratch();
    let files = table(folder.path(), 14, "jsonl.zst", wide);
    assert!(std::fs::metadata(&files[1]).unwrap().len() < 60_000);
    let mut args = vec!["replay", "--ruleset", RULESET, "--format", "json"];
    args.extend(files.iter().map(String::as_str));
    let run = resettle(MEMORY, FILES, &args);
    assert_eq!(run.status, 1, "{:.2000}", run.err);
    let paid = reported(&run.out).iter().filter(|line| line.starts_with("settlement/")).count();
    let long = reported(&run.out).iter().filter(|line| line.starts_with("integrity/malformed-record")).count();
    assert_eq!((paid, long), (0, 15), "{:.2000}", run.out);
    assert_eq!(run.out.matches("\"records\": 2,").count(), 14, "each was read");
}

#[test]
fn hundreds_of_terminals_need_few_open_files() {
    let folder = scratch();
    for (ending, pack) in [("jsonl", &(|log: &[u8]| log.to_vec()) as &dyn Fn(&[u8]) -> Vec<u8>), ("jsonl.gz", &gzip)] {
        let files = table(folder.path(), 300, ending, pack);
        let mut args = vec!["replay", "--ruleset", RULESET, "--format", "json"];
        args.extend(files.iter().map(String::as_str));
        let run = resettle(MEMORY, 32, &args);
        assert_eq!((run.status, run.err.contains("could not be read")), (1, false), "{:.2000}", run.err);
        assert_eq!(run.out.matches("\"records\": 2,").count(), 300, "each was read");
        let free = resettle(4 * MEMORY, FILES, &args);
        assert_eq!(reported(&run.out), reported(&free.out));
    }
}

/// Each log holds a coup that the next one holds too, under an id that goes before: all of them are begun before
/// the first has been read.
#[test]
fn hundreds_of_logs_of_one_source_within_one_another_need_few_open_files() {
    let folder = scratch();
    let mut files = Vec::new();
    for n in 0..300usize {
        let mut coups = vec![coup(&format!("S{n}"), 1, &wager(n))];
        if n > 0 {
            coups.push(coup(&format!("S{}", n - 1), 1, &wager(n)));
        }
        let id = format!("log-{:03}", 300 - n);
        files.push(write(folder.path(), &format!("{n:03}.jsonl"), &log(&id, "table", "T", n as u32 + 1, &coups)));
    }
    let mut args = vec!["replay", "--ruleset", RULESET, "--format", "json"];
    args.extend(files.iter().map(String::as_str));
    let run = resettle(MEMORY, 32, &args);
    assert_eq!(run.status, 1, "{:.2000}", run.err);
    let reported = reported(&run.out);
    assert_eq!(reported.iter().filter(|line| line.starts_with("reconcile/overlap")).count(), 299, "{:.2000}", run.err);
}

/// A name that fills its line, in every line: a hundred packed bytes each.
#[test]
fn a_long_name_in_every_line_is_not_repeated_with_every_finding() {
    let folder = scratch();
    let long = "S".repeat(60_000);
    let coups: Vec<String> = (1..600).map(|n| coup(&long, n, &wager(7))).collect();
    let packed = gzip(&log("l", "table", "T", 1, &coups));
    assert!(packed.len() < 200_000, "{}", packed.len());
    let path = write(folder.path(), "log.jsonl.gz", &packed);
    for format in ["json", "jsonl", "csv", "text"] {
        let run = resettle(MEMORY, FILES, &["replay", &path, "--ruleset", RULESET, "--format", format]);
        assert_eq!(run.status, 1, "{format}: {:.2000}", run.err);
        assert!(run.out.contains("malformed-record") && run.out.contains("a name of 60000 bytes"), "{:.2000}", run.out);
        assert!(run.out.len() < 2_000_000, "{format}: {} bytes of {}", run.out.len(), packed.len());
    }
    // Words that the format leaves open, and free texts.
    let noticed = time(35_930);
    let odd: Vec<String> = (1..200)
        .map(|n| {
            coup(
                "S",
                n,
                &format!(
                    r#""cards":["9C","2D","9H","3S"],"declared":{{"result":"player","player":8,"banker":5}},"wagers":[{{"id":"w","bet":"{n}{}","stake":1,"returned":0}}],"irregularities":[{{"kind":"{n}{}","noticed":"{noticed}"}},{{"kind":"other","noticed":"{noticed}","text":"{}","ruling":"stands"}}]"#,
                    &long[..19_000],
                    &long[..19_000],
                    &long[..19_000]
                ),
            )
        })
        .collect();
    let path = write(folder.path(), "odd.jsonl.gz", &gzip(&log("l", "table", "T", 1, &odd)));
    let run = resettle(MEMORY, FILES, &["replay", &path, "--ruleset", RULESET, "--format", "json"]);
    assert_eq!(run.status, 1, "{:.2000}", run.err);
    assert!(run.out.contains("wager/not-permitted") && run.out.contains("integrity/unknown-kind"), "{:.2000}", run.out);
    assert!(run.out.len() < 5_000_000, "{} bytes", run.out.len());
}

/// Forty links to the folder itself make two and a half million paths of four folders.
#[test]
fn links_among_folders_do_not_multiply() {
    let folder = scratch();
    let looped = folder.path().join("looped");
    std::fs::create_dir(&looped).unwrap();
    for n in 0..40 {
        std::os::unix::fs::symlink(".", looped.join(format!("l{n}"))).unwrap();
    }
    let looped = looped.to_str().unwrap();
    let signers = write(folder.path(), "signers", b"");
    for args in [
        &["ruleset", "list", "--rulesets", looped][..],
        &["ruleset", "list", "--add-rulesets", looped],
        &["ruleset", "list", "--approvers", &signers, "--approvals", looped],
    ] {
        let run = resettle(MEMORY, FILES, args);
        assert_eq!(run.status, 2, "{args:?}: {:.2000}", run.err);
        assert!(run.err.contains("are one folder") && run.err.contains("take the link out"), "{args:?}: {}", run.err);
    }
    let run = resettle(MEMORY, FILES, &["ruleset", "check", looped]);
    assert_ne!(run.status, 0);
    assert!(run.out.contains("by a link") || run.err.contains("by a link"), "{}{}", run.out, run.err);
}
