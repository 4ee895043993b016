use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use resettle_ruleset::check::{CASES, CUT, Level, NOTES, RULES, Remark, Subject};
use resettle_yaml::{Fault, Position};

use resettle_console::rules::{RulesetFiles, RulesetPlace};

use crate::error::{Error, shown};
use crate::files;

/// Jurisdiction, venue, game, date.
const DEPTH: usize = 4;
/// What a ruleset's folder holds.
pub const FILES: [&str; 4] = [RULES, NOTES, CASES, CUT];
/// How deep a misplaced ruleset is looked for.
const DEEPEST: usize = 8;

/// A ruleset's folder as it was read.
pub struct RulesetFolder {
    /// Its path below the folder that was named, which is the ruleset's id.
    pub id: String,
    /// As people find it.
    pub shown: String,
    /// The text of `ruleset.yaml`.
    pub yaml: String,
    /// `notes.md`; empty if it is missing.
    pub notes: String,
    /// `cases.yaml`; `None` if it is missing.
    pub cases: Option<String>,
    /// As people find that.
    pub cases_at: String,
    /// Names of whatever else is there.
    pub others: Vec<String>,
}

impl From<resettle_rulesets::Embedded> for RulesetFolder {
    fn from(embedded: resettle_rulesets::Embedded) -> Self {
        Self {
            id: embedded.id.to_owned(),
            shown: embedded.id.to_owned(),
            yaml: embedded.yaml.to_owned(),
            notes: embedded.notes.to_owned(),
            cases: embedded.cases.map(str::to_owned),
            cases_at: format!("{}/{CASES}", embedded.id),
            others: Vec::new(),
        }
    }
}

/// The rulesets below a folder, or the folder itself as a ruleset, under the id that its file states.
pub fn named(folder: &Path) -> Result<Vec<RulesetFolder>, Error> {
    let path = folder.join(RULES);
    if !path.is_file() {
        return below(folder, &mut Vec::new());
    }
    let id = resettle_ruleset::Ruleset::stated_id(&files::text(&path)?).unwrap_or_else(|| "unknown".to_owned());
    Ok(vec![read(folder, &id, &[], folder.join(NOTES).is_file())?])
}

/// The rulesets of a place, and the remarks about its folders.
pub fn of(place: &RulesetPlace, remarks: &mut Vec<Remark>) -> Result<Vec<RulesetFolder>, Error> {
    match place.folder()? {
        Some(folder) => below(folder, remarks),
        None => place.rulesets()?.iter().map(|found| packed(place, found.files()?)).collect(),
    }
}

fn packed(place: &RulesetPlace, found: RulesetFiles) -> Result<RulesetFolder, Error> {
    let at = place.named().join(&found.id);
    let files = place.packed_in(&found.id)?;
    let text = |name: &str| {
        let text = files.get(name).map(|bytes| String::from_utf8(bytes.to_vec()));
        text.transpose()
            .map_err(|_| Error::new("it is no text: save it as UTF-8 before it is packed").at(&at.join(name)))
    };
    let others = files.keys().filter(|name| !FILES.contains(name)).map(|name| (*name).to_owned()).collect();
    Ok(RulesetFolder {
        id: found.id,
        shown: at.display().to_string(),
        yaml: found.yaml,
        notes: text(NOTES)?.unwrap_or_default(),
        cases: text(CASES)?,
        cases_at: shown(&at.join(CASES)),
        others,
    })
}

/// The rulesets below a folder, and the remarks about the folders themselves.
pub fn below(root: &Path, remarks: &mut Vec<Remark>) -> Result<Vec<RulesetFolder>, Error> {
    let mut found = Vec::new();
    let mut entered = BTreeMap::new();
    let whole = files::whole_path(root).map_err(|error| Error::read(root, error))?;
    entered.insert(whole, root.to_owned());
    walk(root, &mut Vec::new(), &mut entered, &mut found, remarks)?;
    found.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(found)
}

fn walk(
    folder: &Path,
    names: &mut Vec<String>,
    entered: &mut BTreeMap<PathBuf, PathBuf>,
    out: &mut Vec<RulesetFolder>,
    remarks: &mut Vec<Remark>,
) -> Result<(), Error> {
    let fail = |error| Error::read(folder, error);
    let mut entries: Vec<(String, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        entries.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
    }
    entries.sort();
    let has = |name: &str| entries.iter().any(|(known, path)| known == name && path.is_file());
    let id = names.join("/");
    let mut say = |file: &str, message: String, help: &str| {
        let fault = Fault { place: Position::default(), message, help: Some(help.to_owned()) };
        let (id, file) = (id.clone(), file.to_owned());
        remarks.push(Remark { level: Level::Error, subject: Subject::Folder, id, file, fault });
    };
    match (has(RULES), has(NOTES)) {
        (true, _) if names.len() != DEPTH => say(
            RULES,
            format!("this ruleset stands {} folders deep, so its path is no id", names.len()),
            "name the folder that holds <jurisdiction>/<venue>/<game>/<effective date>/ruleset.yaml",
        ),
        (true, notes) => match read(folder, &id, &entries, notes) {
            Ok(found) => out.push(found),
            Err(error) => say(RULES, format!("the files cannot be read: {error}"), "save them as UTF-8"),
        },
        (false, true) if names.len() == DEPTH => {
            say(RULES, "there are notes, but no ruleset.yaml".to_owned(), "a ruleset is `ruleset.yaml` and `notes.md`");
        }
        _ => {}
    }
    let depth = names.len();
    if depth < DEEPEST {
        for (name, path) in entries.into_iter().filter(|(name, path)| path.is_dir() && !is_skipped(name, depth)) {
            names.push(name);
            let whole = files::whole_path(&path).map_err(|error| Error::read(&path, error))?;
            if let Some(first) = entered.get(&whole) {
                let message = format!("this folder is {}, by a link: it is looked into once", shown(first));
                let fault = Fault { place: Position::default(), message, help: Some("take the link out".to_owned()) };
                let (id, file) = (names.join("/"), RULES.to_owned());
                remarks.push(Remark { level: Level::Error, subject: Subject::Folder, id, file, fault });
            } else if entered.len() >= files::FOLDERS {
                return Err(files::too_many_folders(&path));
            } else {
                entered.insert(whole, path.clone());
                walk(&path, names, entered, out, remarks)?;
            }
            names.pop();
        }
    }
    Ok(())
}

/// Approvals have their own check; a name that begins with a dot is never a ruleset.
fn is_skipped(name: &str, depth: usize) -> bool {
    name.starts_with('.') || (depth == 0 && name == crate::approvals::FOLDER)
}

fn read(folder: &Path, id: &str, entries: &[(String, PathBuf)], notes: bool) -> Result<RulesetFolder, Error> {
    let others = entries.iter().filter(|(name, _)| !FILES.contains(&name.as_str()));
    let cases = folder.join(CASES);
    Ok(RulesetFolder {
        id: id.to_owned(),
        shown: folder.display().to_string(),
        yaml: files::text(&folder.join(RULES))?,
        notes: if notes { files::text(&folder.join(NOTES))? } else { String::new() },
        cases: if cases.is_file() { Some(files::text(&cases)?) } else { None },
        cases_at: shown(&cases),
        others: others.map(|(name, _)| name.clone()).collect(),
    })
}
