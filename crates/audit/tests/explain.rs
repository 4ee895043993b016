//! The pages that `resettle explain` prints are all there, complete, and fit for a terminal.

use std::path::{Path, PathBuf};
use std::{fs, io};

use resettle_audit::Code;
use resettle_testkit::root;

/// The sections of a page, in order.
const SECTIONS: [&str; 6] =
    ["What it means", "Why it matters", "Clause", "Example", "What to do", "Not to be confused with"];

#[test]
fn every_page_has_its_sections_in_order_and_none_is_empty() {
    for code in Code::ALL {
        let page = code.explanation();
        assert!(page.starts_with(&format!("# {code}\n\n")), "{code}: the heading is not the code");
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(headings, SECTIONS, "{code}");
        for section in page.split("\n## ").skip(1) {
            let (heading, text) = section.split_once('\n').unwrap();
            assert!(text.trim().len() >= 5, "{code}: nothing under {heading}");
        }
    }
}

#[test]
fn titles_and_help_stand_alone_on_a_line() {
    for code in Code::ALL {
        let help = code.help().unwrap();
        for (what, line, most) in [("title", code.title(), 85), ("help", help, 95)] {
            assert!(line.chars().count() <= most, "{code}: the {what} has {} characters", line.chars().count());
            assert!(line.ends_with('.') || line.ends_with('?'), "{code}: the {what} is no sentence: {line}");
            let paragraph = code.explanation().split("\n\n").any(|paragraph| {
                let own = paragraph.trim_start_matches("## What to do\n");
                own.trim_end() == line
            });
            assert!(paragraph, "{code}: the {what} goes on after its first line");
        }
    }
}

#[test]
fn every_page_fits_a_terminal_and_holds_no_placeholder() {
    for code in Code::ALL {
        let page = code.explanation();
        assert!(page.ends_with(".\n") && !page.ends_with("\n\n"), "{code}: it does not end in one sentence");
        let lines = page.lines().count();
        assert!((25..=50).contains(&lines), "{code}: {lines} lines");
        for line in page.lines() {
            assert!(line.chars().count() <= 100, "{code}: {} characters: {line}", line.chars().count());
            assert_eq!(line.trim_end(), line, "{code}: blanks at a line's end");
        }
        for word in ["TODO", "FIXME", "XXX", "TBD", "lorem"] {
            assert!(!page.contains(word), "{code}: {word}");
        }
    }
}

#[test]
fn the_example_shows_the_finding_that_the_page_is_about() {
    for code in Code::ALL {
        let (_, example) = code.explanation().split_once("\n## Example\n").unwrap();
        let (example, _) = example.split_once("\n## ").unwrap();
        let blocks: Vec<&str> = example.split("```").collect();
        let [_, record, _, printed, _] = blocks.as_slice() else { panic!("{code}: no two blocks: {example}") };
        assert!(record.contains("{"), "{code}: the first block is no record");
        let head = printed.trim_start().lines().next().unwrap();
        let (severity, rest) = head.split_once(' ').unwrap();
        assert!(rest.trim_start().starts_with(code.as_str()), "{code}: the finding shown is {head}");
        let reading = printed.contains("\n  reading ");
        assert!(severity == code.severity().word() || (reading && severity == "major"), "{code}: {head}");
    }
}

#[test]
fn every_code_that_a_page_or_document_names_exists() {
    let families: Vec<&str> = Code::ALL.iter().filter_map(|code| code.as_str().split_once('/')).map(|f| f.0).collect();
    let mut texts: Vec<(String, String)> =
        Code::ALL.iter().map(|code| (code.to_string(), code.explanation().to_owned())).collect();
    for file in files(&root().join("docs")).unwrap() {
        if file.extension().is_some_and(|kind| kind == "md") {
            texts.push((file.display().to_string(), fs::read_to_string(&file).unwrap()));
        }
    }
    let mut seen = 0;
    for (name, text) in &texts {
        for quoted in text.split('`').skip(1).step_by(2) {
            let Some((family, own)) = quoted.split_once('/') else { continue };
            if !families.contains(&family) || ["", "*"].contains(&own) {
                continue;
            }
            seen += 1;
            assert!(Code::parse(quoted).is_some(), "{name} names `{quoted}`, which is no finding");
        }
    }
    assert!(seen > 60, "only {seen} codes were found in the pages");
}

#[test]
fn every_page_on_disk_belongs_to_a_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("explain");
    let on_disk = files(&folder).unwrap();
    assert_eq!(on_disk.len(), Code::ALL.len());
    for code in Code::ALL {
        assert!(on_disk.contains(&folder.join(format!("{code}.md"))), "{code}");
    }
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            out.extend(files(&path)?);
        } else {
            out.push(path);
        }
    }
    Ok(out)
}
