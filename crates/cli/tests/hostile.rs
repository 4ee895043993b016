//! Files made to exhaust whoever reads them: each is refused, or judged, in bounded time and memory,
//! with a message that says what to do.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{Run, reported, root, scratch};
use resettle_sealed_log::MAX_LINE;
use resettle_testkit::{Log, Opening};

const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";
const TRUST: &str = "audit-logs/electronic-7-up-2023/trust.yaml";
const RULESET: &str = "sg/mbs/baccarat/2017-02-17";

/// Far more than any of these takes on a busy machine; without their limits they take hours, or all memory.
const LONGEST: Duration = Duration::from_secs(240);

/// The most memory that a run may map, in KiB, its code and stacks among it.
const MEMORY: &str = "800000";

/// Runs `resettle` with bounded memory, and sees to the time it takes.
fn resettle(args: &[&str]) -> Run {
    let begun = Instant::now();
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_resettle")])
        .args(args)
        .current_dir(root())
        .env("NO_COLOR", "1")
        .env("RAYON_NUM_THREADS", "2")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let run = Run { status: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) };
    assert!(begun.elapsed() < LONGEST, "{args:?} took {:?}", begun.elapsed());
    assert!(!run.err.contains("panicked") && run.status >= 0, "{args:?}: {} {}", run.status, run.err);
    assert!(run.err.len() < 1_000_000, "{args:?} floods its reader with {} bytes", run.err.len());
    run
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A frame of blocks that each say: so many times this byte.
fn zstd_bomb(blocks: usize) -> Vec<u8> {
    const BLOCK: u32 = 128 * 1024;
    // Magic number, no content size, a window of 128 KiB.
    let mut bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    for block in 0..blocks {
        let header = BLOCK << 3 | 1 << 1 | u32::from(block + 1 == blocks);
        bomb.extend(&header.to_le_bytes()[..3]);
        bomb.push(b'x');
    }
    bomb
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_megabyte_that_unpacks_to_thirty_four_gigabytes_is_refused() {
    let folder = scratch();
    let bomb = zstd_bomb(262_144);
    assert!((1_000_000..1_100_000).contains(&bomb.len()), "{}", bomb.len());
    let path = write(folder.path(), "bomb.jsonl.zst", &bomb);
    for command in ["replay", "verify"] {
        let run = resettle(&[command, &path, "--trust", TRUST]);
        assert_eq!(run.status, 2, "{}", run.err);
        assert!(run.err.contains("over 2100 to 1: no chained log can be packed so tightly"), "{}", run.err);
    }
    // Behind a log that is sound the bomb takes nothing away from what was judged before it.
    let log = std::fs::read(root().join(LOG)).unwrap();
    let sound = ruzstd::encoding::compress_to_vec(&log[..], ruzstd::encoding::CompressionLevel::Fastest);
    let path = write(folder.path(), "behind.jsonl.zst", &[sound, bomb].concat());
    let run = resettle(&["replay", &path, "--trust", TRUST, "--format", "json"]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("over 2100 to 1"), "{}", run.err);
    assert!(reported(&run.out).contains(&"wager/late-honoured S-0001 17 x1 10000".to_owned()), "{}", run.out);
}

#[test]
fn gzip_at_its_tightest_is_read_in_bounded_memory() {
    let folder = scratch();
    let bomb = gzip(&vec![b'x'; 512 * 1024 * 1024]);
    assert!(bomb.len() < 600_000, "{}", bomb.len());
    let path = write(folder.path(), "log.jsonl.gz", &bomb);
    let run = resettle(&["verify", &path, "--trust", TRUST, "--format", "json"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(reported(&run.out)[0].starts_with("integrity/no-open"), "{}", run.out);
}

/// Each blank line would be a finding of hundreds of bytes.
#[test]
fn a_few_bytes_that_unpack_to_lines_without_end_are_refused() {
    let folder = scratch();
    let log = std::fs::read(root().join(LOG)).unwrap();
    let first = log.split_inclusive(|byte| *byte == b'\n').next().unwrap();
    let lines = [first, &vec![b'\n'; 10_000_000][..]].concat();
    let path = write(folder.path(), "lines.jsonl.gz", &gzip(&lines));
    let run = resettle(&["verify", &path, "--trust", TRUST, "--format", "json", "--max-per-code", "3"]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("over one to 32 bytes: no chained log can be packed so tightly"), "{}", run.err);
    // Plain, they are counted from so many on.
    let path = write(folder.path(), "lines.jsonl", &lines[..first.len() + 1_000_005]);
    let run = resettle(&["verify", &path, "--trust", TRUST, "--format", "jsonl"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert_eq!(run.out.matches("integrity/malformed-record").count(), 1_000_001);
    let last = run.out.lines().rfind(|line| line.contains("malformed-record")).unwrap();
    assert!(last.contains("5 more lines of this log are no records, up to this one"), "{last}");
    assert!(last.contains("\"line\":1000006"), "{last}");
}

#[test]
fn a_window_beyond_what_is_held_is_refused() {
    let folder = scratch();
    // 2 to the power of 41 bytes, which a decoder that believes it would have to hold.
    let path = write(folder.path(), "log.jsonl.zst", &[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 0x03, 0x00, 0x00, b'x']);
    let run = resettle(&["verify", &path]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("zstd --long=27"), "{}", run.err);
}

#[test]
fn members_and_frames_are_read_one_after_the_other_and_nothing_else_is() {
    let folder = scratch();
    let log = std::fs::read(root().join(LOG)).unwrap();
    let plain = resettle(&["replay", LOG, "--trust", TRUST, "--format", "json"]);
    let zstd = |part: &[u8]| ruzstd::encoding::compress_to_vec(part, ruzstd::encoding::CompressionLevel::Fastest);
    for (name, pack, kind) in
        [("log.jsonl.gz", &gzip as &dyn Fn(&[u8]) -> Vec<u8>, "gzip"), ("log.jsonl.zst", &zstd, "zstd")]
    {
        // Ten thousand members without content, then one a kilobyte.
        let mut packed = pack(b"").repeat(10_000);
        log.chunks(1024).for_each(|part| packed.extend(pack(part)));
        let path = write(folder.path(), name, &packed);
        let run = resettle(&["replay", &path, "--trust", TRUST, "--format", "json"]);
        assert_eq!((run.status, reported(&run.out)), (1, reported(&plain.out)), "{}", run.err);
        for behind in [&b"garbage"[..], b"\0\0\0\0\0\0\0\0", b"{", b"\n"] {
            let path = write(folder.path(), name, &[&pack(&log)[..], behind].concat());
            let run = resettle(&["replay", &path, "--trust", TRUST, "--format", "json"]);
            assert_eq!(run.status, 2, "{behind:?}: {}", run.err);
            let wanted = format!("bytes follow the {kind} data that belong to no {kind} file");
            assert!(run.err.contains(&wanted), "{behind:?}: {}", run.err);
            assert!(reported(&run.out).contains(&"wager/late-honoured S-0001 17 x1 10000".to_owned()), "{}", run.out);
        }
        let cut = &pack(&log)[..pack(&log).len() - 20];
        let run = resettle(&["replay", &write(folder.path(), name, cut), "--trust", TRUST]);
        assert_eq!(run.status, 2, "{}", run.err);
    }
}

/// An open record and one more line, chained.
fn two_lines(second: &str) -> Vec<u8> {
    let log = Log::opened_at(&Opening::of("table", "T").log("L"), "2023-06-01T09:00:00+08:00");
    log.raw(|next| second.replace("PREV", &next.prev).into_bytes()).bytes()
}

/// A coup with room for more, which `more` fills.
fn coup(more: &str) -> String {
    format!(
        r#"{{"seq":1,"prev":"PREV","at":"2023-06-01T09:05:00+08:00","type":"coup","shoe":"S","coup":1,"times":{{"opened":"2023-06-01T09:04:00+08:00","closed":"2023-06-01T09:04:20+08:00","first_card":"2023-06-01T09:04:21+08:00","settled":"2023-06-01T09:04:40+08:00"}},"declared":{{"result":"player"}},{more}}}"#
    )
}

/// The codes that a replay of these two lines finds.
fn codes(folder: &Path, line: &str) -> Vec<String> {
    let path = write(folder, "log.jsonl", &two_lines(line));
    let run = resettle(&["replay", &path, "--ruleset", RULESET, "--format", "json"]);
    assert_eq!(run.status, 1, "{}", run.err);
    reported(&run.out).iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn a_line_may_be_as_long_and_as_deep_as_the_format_says_and_no_more() {
    let folder = scratch();
    let bare = coup("\"x\":\"\"").replace("PREV", &"0".repeat(64)).len();
    for (more, malformed) in [(0, false), (1, true)] {
        let line = coup(&format!("\"x\":\"{}\"", "y".repeat(MAX_LINE - bare + more)));
        let reported = codes(folder.path(), &line);
        assert_eq!(reported.contains(&"integrity/malformed-record".to_owned()), malformed, "{reported:?}");
    }
    for (deep, malformed) in [(15, false), (16, true), (30_000, true)] {
        let reported = codes(folder.path(), &coup(&format!("\"x\":{}{}", "[".repeat(deep), "]".repeat(deep))));
        assert_eq!(reported.contains(&"integrity/malformed-record".to_owned()), malformed, "{deep}: {reported:?}");
    }
}

/// As many of `item` as fit a line.
fn brimming(name: &str, item: impl Fn(usize) -> String) -> (String, usize) {
    let room = MAX_LINE - coup("").len() - name.len() - 100;
    let mut items = Vec::new();
    let mut used = 0;
    loop {
        let next = item(items.len());
        used += next.len() + 1;
        if used > room {
            break;
        }
        items.push(next);
    }
    (coup(&format!("\"{name}\":[{}]", items.join(","))), items.len())
}

/// The format bounds a coup by its line alone: whatever fits is taken, and judged.
#[test]
fn a_coup_that_brims_with_cards_wagers_or_irregularities_is_judged() {
    let folder = scratch();
    let cards =
        brimming("cards", |n| format!("\"{}{}\"", ["A", "7", "K", "9"][n % 4], ["C", "D", "H", "S"][n / 4 % 4]));
    let wagers = brimming("wagers", |n| format!(r#"{{"bet":"tie","stake":{},"returned":{n}}}"#, i64::MAX));
    let players =
        brimming("wagers", |n| format!(r#"{{"bet":"player","stake":9,"returned":8,"seat":"{n}","area":"{n}"}}"#));
    let irregularities =
        brimming("irregularities", |_| r#"{"kind":"wrong_card_count","noticed":"2023-06-01T09:04:30Z"}"#.to_owned());
    let unknown = brimming("irregularities", |n| format!(r#"{{"kind":"k{n}","noticed":"2023-06-01T09:04:30Z"}}"#));
    let faulty = brimming("wagers", |_| "{}".to_owned());
    for (what, (line, count), least) in [
        ("cards", cards, 10_000),
        ("wagers", wagers, 1_000),
        ("players", players, 900),
        ("irregularities", irregularities, 900),
        ("unknown kinds", unknown, 1_000),
        ("faulty wagers", faulty, 20_000),
    ] {
        assert!(count >= least, "{what}: {count}");
        let reported = codes(folder.path(), &line);
        let whole = |code: &String| code == "integrity/malformed-record";
        assert_eq!(
            reported.iter().any(whole),
            what == "faulty wagers",
            "{what}: {:?}",
            &reported[..reported.len().min(9)]
        );
        assert!(reported.len() <= count + 10, "{what}: {} findings", reported.len());
    }
}

#[test]
fn amounts_at_the_edge_of_what_fits_are_summed_and_not_wrapped() {
    let folder = scratch();
    let most = i64::MAX;
    let wager = format!(r#"{{"bet":"player","stake":{most},"returned":{most}}}"#);
    let line = coup(&format!(r#""cards":["9C","2D","9H","3S"],"wagers":[{}]"#, vec![wager; 500].join(",")));
    let path = write(folder.path(), "log.jsonl", &two_lines(&line));
    let run = resettle(&["replay", &path, "--ruleset", RULESET, "--format", "json"]);
    assert_eq!(run.status, 1, "{}", run.err);
    let staked = format!("\"staked\": {},", i128::from(most) * 500);
    assert!(run.out.contains(&staked), "{staked}");
    for number in ["9223372036854775808", "1e400", "-1", "1.0", &"9".repeat(5000)] {
        let wager = format!(r#"{{"bet":"player","stake":{number},"returned":0}}"#);
        let reported = codes(folder.path(), &coup(&format!(r#""cards":["9C","2D","9H","3S"],"wagers":[{wager}]"#)));
        assert!(reported.contains(&"integrity/malformed-record".to_owned()), "{number}: {reported:?}");
    }
}

/// Each file of settings there is, as the command that reads it takes it.
fn with_file<'p>(kind: &str, path: &'p str, folder: &'p Path) -> Vec<&'p str> {
    match kind {
        "trust" => vec!["replay", LOG, "--trust", path],
        "facts" => vec!["replay", LOG, "--facts", path],
        "settings" => vec!["replay", LOG, "--settings", path],
        "ruleset" => vec!["ruleset", "list", "--add-rulesets", folder.to_str().unwrap()],
        "mapping" => vec!["import", "csv", "fixtures/import/small.csv", "--map", path, "--out", "/nowhere/out"],
        "roster" => vec!["batch", "audit-logs", "--roster", path],
        other => panic!("{other}"),
    }
}

#[test]
fn yaml_made_to_explode_is_refused_by_every_command_that_reads_yaml() {
    let aliases = {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for n in 1..40 {
            text.push_str(&format!("a{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 9].join(", ")));
        }
        text
    };
    let bombs: [(&str, String, &str); 9] = [
        ("aliases", aliases, "an anchor stands here"),
        ("a merge key", "a: {b: 1}\n<<: {c: 2}\n".to_owned(), "a merge key stands here"),
        ("deep lists", format!("a: {}", "[".repeat(1_000_000)), "nested too deeply"),
        ("deep mappings", (0..2_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect(), "nested too deeply"),
        ("an open text", format!("a: \"{}", "x".repeat(3_000_000)), "no YAML"),
        ("many nodes", format!("a: [{}]\n", "1,".repeat(1_000_000)), "the file holds more than is read"),
        ("a large file", format!("a: {}\n", "x".repeat(5_000_000)), "at most 4194304 are read"),
        ("a larger file", "a: 1\n".repeat(4_000_000), "at most 16777216 are read here"),
        ("many documents", "---\na: 1\n".repeat(100_000), "a second document begins here"),
    ];
    for kind in ["trust", "facts", "settings", "ruleset", "mapping", "roster"] {
        for (what, text, said) in &bombs {
            let folder = scratch();
            let inner = folder.path().join("a/b/c/2020-01-01");
            std::fs::create_dir_all(&inner).unwrap();
            std::fs::write(inner.join("notes.md"), b"").unwrap();
            let path = write(&inner, "ruleset.yaml", text.as_bytes());
            let run = resettle(&with_file(kind, &path, folder.path()));
            assert_eq!(run.status, 2, "{kind}, {what}: {}", run.err);
            assert!(run.err.contains(said), "{kind}, {what}: {:.2000}", run.err);
        }
    }
}

#[test]
fn files_without_an_end_are_not_read_to_it() {
    let trust = resettle(&["replay", LOG, "--trust", "/dev/zero"]);
    assert_eq!(trust.status, 2, "{}", trust.err);
    assert!(trust.err.contains("at most 16777216 are read here"), "{}", trust.err);
    for args in [
        &["report", "verify", "audit-logs/star-7-up-2016", "--signers", "/dev/zero"][..],
        &["key", "show", "/dev/zero"],
        &["report", "render", "/dev/zero", "--out", "/nowhere/out", "--html"],
    ] {
        let run = resettle(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.err);
    }
}

#[test]
fn reports_and_manifests_beyond_all_measure_are_refused_or_shortened() {
    let folder = scratch();
    let report = folder.path().join("report");
    std::fs::create_dir(&report).unwrap();
    // A sparse file takes no room here, and would take a hundred gigabytes of memory.
    let sparse = std::fs::File::create(report.join("report.json")).unwrap();
    sparse.set_len(100 << 30).unwrap();
    let path = report.to_str().unwrap();
    let run = resettle(&["report", "verify", path]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("sha256sum -c"), "{}", run.err);
    let run = resettle(&["report", "render", path, "--html", "--out", folder.path().join("out").to_str().unwrap()]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("at most 536870912 are read here"), "{}", run.err);
    sparse.set_len(2).unwrap();
    write(&report, "MANIFEST.sha256", &b"\n".repeat(4_000_000));
    let run = resettle(&["report", "verify", path]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(
        run.out.lines().count() < 200 && run.out.contains("what comes after is not looked at"),
        "{:.2000}",
        run.out
    );
    write(&report, "MANIFEST.sha256", &b"\n".repeat(5_000_000));
    let run = resettle(&["report", "verify", path]);
    assert_eq!(run.status, 2, "{}", run.err);
    let signers = write(folder.path(), "signers", &b"x\n".repeat(4_000_000));
    write(&report, "MANIFEST.sha256", b"\n");
    let run = resettle(&["report", "verify", path, "--signers", &signers]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(
        run.err.lines().count() < 200 && run.err.contains("what comes after is not looked at"),
        "{:.2000}",
        run.err
    );
}

#[test]
fn key_files_that_are_huge_or_ask_for_hours_of_work_are_refused() {
    let folder = scratch();
    let huge = write(folder.path(), "huge", &vec![b'A'; 17_000_000]);
    let run = resettle(&["key", "show", &huge]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("at most 16777216 are read here"), "{}", run.err);
    let long = format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n", "A".repeat(70).repeat(200_000));
    let long = write(folder.path(), "long", long.as_bytes());
    std::fs::set_permissions(&long, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let run = resettle(&["key", "show", &long]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("is no private key to use"), "{}", run.err);
}
