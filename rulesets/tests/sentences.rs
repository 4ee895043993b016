//! Rule documents belong to their publishers: none of their sentences stands in this project.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use resettle_testkit::{root, shared};

/// So many words of a document in a row are a copy.
const RUN: usize = 8;

#[test]
fn no_sentence_of_a_document_is_copied() {
    let Some(folder) = shared("sources") else { return };
    let mut runs: HashMap<Vec<String>, String> = HashMap::new();
    for file in files(&folder).unwrap() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for run in words(&fs::read_to_string(&file).unwrap()).windows(RUN) {
            runs.insert(run.to_vec(), name.clone());
        }
    }
    assert!(runs.len() > 5_000, "only {} runs of words were read", runs.len());
    let mut copied = Vec::new();
    for folder in ["rulesets", "docs", "fixtures", "crates"] {
        for file in files(&root().join(folder)).unwrap() {
            let Ok(text) = fs::read_to_string(&file) else { continue };
            for run in words(&text).windows(RUN) {
                if let Some(document) = runs.get(run) {
                    copied.push(format!("{}: “{}” stands in {document}", file.display(), run.join(" ")));
                }
            }
        }
    }
    assert!(copied.is_empty(), "{}", copied.join("\n"));
}

#[test]
fn words_are_distinguished_as_people_do() {
    assert_eq!(words("“Tie” wagers, 9 to 5; 和局 no-bet"), ["tie", "wagers", "to", "和", "局", "no", "bet"]);
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
    out.sort();
    Ok(out)
}

/// Lower-case words of two letters or more, and Chinese characters. Numbers and single letters are
/// skipped: tables are nobody's sentence, and a number put in between does not make a new one.
fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    for letter in text.chars() {
        let chinese = is_chinese(letter);
        if (chinese || !letter.is_alphanumeric()) && !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
        if chinese {
            out.push(letter.to_string());
        } else if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
    }
    out.push(word);
    out.retain(|word| {
        word.chars().any(is_chinese) || (word.chars().count() > 1 && word.chars().all(char::is_alphabetic))
    });
    out
}

fn is_chinese(letter: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&letter)
}
