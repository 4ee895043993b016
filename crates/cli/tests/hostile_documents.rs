//! Documents made to hurt: each ends in a clear error, within bounded time and memory.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{Run, resettle, root, scratch};
use crate::typeset::{assemble, file};

/// The longest that a document may take: the child's time and what the machine is busy with.
const LONGEST: Duration = Duration::from_secs(60);

fn trace(document: &Path) -> Run {
    let begun = Instant::now();
    let id = "zz/lantern-quay/seven-lantern-baccarat/2025-03-01";
    let document = document.to_str().unwrap();
    let run =
        resettle(&["ruleset", "trace", id, "--document", document, "--add-rulesets", "fixtures/invented/rulesets"]);
    assert!(begun.elapsed() < LONGEST, "{document} took {:?}", begun.elapsed());
    run
}

/// Traces some bytes, and gives what was said of them.
fn reported(name: &str, bytes: &[u8]) -> Run {
    let folder = scratch();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let mut run = trace(&path);
    run.err = run.err.replace(folder.path().to_str().unwrap(), "DIR");
    run
}

/// The job could not be done, and that is said with what to do.
fn refused(name: &str, bytes: &[u8]) -> String {
    let run = reported(name, bytes);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{name}: {}", run.err);
    assert!(run.err.starts_with("error: ") && run.err.contains("help: "), "{name}: {}", run.err);
    run.err
}

fn invented() -> Vec<u8> {
    std::fs::read(root().join("fixtures/invented/rules.pdf")).unwrap()
}

fn objects(texts: &[&str]) -> Vec<u8> {
    file(&texts.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>(), "")
}

#[test]
fn a_pdf_cut_anywhere_is_refused_or_differs() {
    let pdf = invented();
    for tenths in 0..10 {
        let cut = pdf.len() * tenths / 10;
        let run = reported("cut.pdf", &pdf[..cut]);
        assert!(run.status == 2 || run.status == 1, "{cut}: {}", run.err);
    }
    for cut in 1..12 {
        let run = reported("cut.pdf", &pdf[..pdf.len() - cut]);
        assert!(run.err.is_empty() || run.err.contains("gave up"), "{cut}: {}", run.err);
    }
}

#[test]
fn damaged_bytes_end_in_a_result_or_an_error() {
    let pdf = invented();
    for seed in 0..24usize {
        let mut damaged = pdf.clone();
        for step in 0..40 {
            let at = (seed * 7919 + step * 104_729) % damaged.len();
            damaged[at] = (seed * 31 + step * 17) as u8;
        }
        let run = reported("damaged.pdf", &damaged);
        assert!((0..=2).contains(&run.status), "{seed}");
        assert!(run.status < 2 || run.err.contains("help: "), "{seed}: {}", run.err);
    }
}

#[test]
fn an_encrypted_pdf_asks_for_its_text() {
    let mut objects: Vec<Vec<u8>> =
        vec![b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(), b"<< /Type /Pages /Kids [] /Count 0 >>".to_vec()];
    let hex = "00".repeat(32);
    objects.push(format!("<< /Filter /Standard /V 1 /R 2 /O <{hex}> /U <{hex}> /P -44 >>").into_bytes());
    let err = refused("encrypted.pdf", &file(&objects, "/Encrypt 3 0 R /ID [<00> <00>]"));
    assert!(err.contains("it is encrypted, and opens with a password only"), "{err}");
}

#[test]
fn ten_thousand_pages_end() {
    let pages: Vec<Vec<u8>> = (1..=10_000)
        .map(|page| format!("BT /F1 11 Tf 72 700 Td (Page {page} says that nothing has a number) Tj ET").into_bytes())
        .collect();
    let err = refused("long.pdf", &assemble(&pages));
    assert!(err.contains("no numbered clause was found"), "{err}");
}

#[test]
fn objects_that_hold_themselves_end() {
    let catalog = "<< /Type /Catalog /Pages 2 0 R >>";
    let page =
        |resources: &str| format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] {resources} /Contents 4 0 R >>");
    let stream = |text: &str| format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len());
    // Pages below themselves.
    refused("kids.pdf", &objects(&[catalog, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"]));
    // A parent that is its own parent, asked for what no page has.
    let looped = page("");
    let err = refused(
        "parent.pdf",
        &objects(&[catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R >>", &looped, &stream("BT ET")]),
    );
    assert!(err.contains("a page stands below itself"), "{err}");
    // A form that draws itself.
    let form = "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> /Length 5 >>\nstream\n/X Do\nendstream";
    let drawing = page("/Resources << /XObject << /X 5 0 R >> >>");
    refused(
        "form.pdf",
        &objects(&[catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", &drawing, &stream("/X Do"), form]),
    );
    // A length that is its own length, and a reference to itself.
    let own = "<< /Length 4 0 R >>\nstream\nBT ET\nendstream";
    let plain = page("/Resources << /Font 5 0 R >>");
    refused("length.pdf", &objects(&[catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", &plain, own, "5 0 R"]));
}

#[test]
fn deep_nesting_ends() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    refused("deep.pdf", &objects(&["<< /Type /Catalog /Pages 2 0 R >>", &deep]));
    let deep = format!("{}{}", "<< /A ".repeat(100_000), " >>".repeat(100_000));
    refused("deep.pdf", &objects(&["<< /Type /Catalog /Pages 2 0 R >>", &deep]));
}

#[test]
fn a_stream_that_unpacks_without_end_ends() {
    // One gibibyte of blanks, packed.
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    let blanks = vec![b' '; 1024 * 1024];
    for _ in 0..1024 {
        packer.write_all(&blanks).unwrap();
    }
    let packed = packer.finish().unwrap();
    let mut stream = format!("<< /Filter /FlateDecode /Length {} >>\nstream\n", packed.len()).into_bytes();
    stream.extend_from_slice(&packed);
    stream.extend_from_slice(b"\nendstream");
    let objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << >> /Contents 4 0 R >>".to_vec(),
        stream,
    ];
    refused("bomb.pdf", &file(&objects, ""));
}

#[test]
fn a_million_lines_end() {
    let mut text = String::new();
    for line in 0..1_000_000 {
        text.push_str(if line % 3 == 0 { "\"term\" means\n" } else { "and so on,\n" });
    }
    let too_many = "at most 200000 are read";
    assert!(refused("lines.txt", text.as_bytes()).contains(too_many));
    // All of it under one clause, and as much as is read.
    let clause = format!("1. Words\n1.1 In these rules:\n{text}");
    assert!(refused("clause.txt", clause.as_bytes()).contains(too_many));
    let some = clause.split_inclusive('\n').take(199_999).collect::<String>();
    let run = reported("clause.txt", some.as_bytes());
    assert_eq!(run.status, 1, "{}", run.err);
    // A row of odds each, with and without line breaks.
    let odds = format!("1. Words\n1.1. Winning Bet Pays\n{}", "Banker 1 to 1\n".repeat(1_000_000));
    assert!(refused("odds.txt", odds.as_bytes()).contains(too_many));
    let some = odds.split_inclusive('\n').take(199_999).collect::<String>();
    for odds in [some, odds.replacen('\n', "\u{b}", 3).replace("1\n", "1 ").replace('\u{b}', "\n")] {
        let err = refused("odds.txt", odds.as_bytes());
        assert!(err.contains("more than 2000 times \"a to b\" stands in the clauses so far"), "{err}");
    }
    // A clause each.
    let mut text = String::from("1. Words\n");
    for clause in 1..=999 {
        text.push_str(&format!("1.{clause} Something.\n"));
    }
    for clause in 0..999_000 {
        text.push_str(&format!("{}.{}. Something.\n", clause / 999 + 1, clause % 999 + 1));
    }
    let run = reported("clauses.txt", text.as_bytes());
    assert!(run.status == 1 || run.err.contains("help: "), "{}", run.err);
}

#[test]
fn a_document_that_is_too_long_is_refused() {
    let folder = scratch();
    let path = folder.path().join("long.txt");
    std::fs::File::create(&path).unwrap().set_len(65 * 1024 * 1024).unwrap();
    let run = trace(&path);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("at most 67108864 are read here"), "{}", run.err);
}
