//! No two folders of the crate use each other, so that a change of one idea stays in its folder.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The modules of the crate that a file or the files of a folder name.
fn named(path: &Path, found: &mut BTreeSet<String>) {
    if path.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| named(&entry.unwrap().path(), found));
        return;
    }
    let text = fs::read_to_string(path).unwrap();
    let word = |rest: &str| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect::<String>();
    found.extend(text.split("crate::").skip(1).map(word));
}

#[test]
fn no_two_folders_use_each_other() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name != "lib" {
            named(&path, uses.entry(name).or_default());
        }
    }
    let modules: BTreeSet<String> = uses.keys().cloned().collect();
    for (name, used) in &mut uses {
        used.retain(|other| other != name && modules.contains(other));
    }
    assert!(uses["join"].contains("replay") && uses["finding"].contains("catalogue"), "the files are read: {uses:?}");
    // What uses nothing that is left is below all others, and is taken away.
    while let Some(lowest) = uses.iter().find(|(_, used)| used.is_empty()).map(|(name, _)| name.clone()) {
        uses.remove(&lowest);
        uses.values_mut().for_each(|used| {
            used.remove(&lowest);
        });
    }
    assert!(uses.is_empty(), "these use each other, or what does: {uses:?}");
}
