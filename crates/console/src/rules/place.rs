use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use resettle_pack::{Pack, is_pack};

use crate::error::{Error, shown};
use crate::files;

/// Jurisdiction, venue, game, date.
const DEPTH: usize = 4;
/// What to do about a pack that `resettle ruleset pack` would not have made.
const ANEW: &str = "make the pack anew with `resettle ruleset pack`";
/// The largest pack that is read, in bytes.
const MOST_PACKED: u64 = 64 * 1024 * 1024;

/// Where rulesets are: a folder, or a [pack](resettle_pack). A pack is read once, and held as long as this is.
#[derive(Clone, Debug)]
pub struct RulesetPlace {
    named: PathBuf,
    pack: Arc<OnceLock<Option<Pack>>>,
}

/// A ruleset that is there; its files are read when they are asked for.
#[derive(Clone, Debug)]
pub struct FoundRuleset<'p> {
    /// The folders that lead to it, which are its id.
    pub id: String,
    at: At<'p>,
}

#[derive(Clone, Debug)]
enum At<'p> {
    Folder(PathBuf),
    Pack { named: &'p Path, pack: &'p Pack },
}

/// The files of one ruleset.
#[derive(Clone, Debug)]
pub struct RulesetFiles {
    /// The folders that lead to it, which are its id.
    pub id: String,
    /// Where `ruleset.yaml` is, for people.
    pub path: PathBuf,
    /// The text of `ruleset.yaml`.
    pub yaml: String,
    /// The bytes of `notes.md`.
    pub notes: Vec<u8>,
}

impl From<OsString> for RulesetPlace {
    fn from(named: OsString) -> Self {
        PathBuf::from(named).into()
    }
}

impl From<PathBuf> for RulesetPlace {
    fn from(named: PathBuf) -> Self {
        Self { named, pack: Arc::default() }
    }
}

impl RulesetPlace {
    /// The folder or pack as it was given, for messages.
    #[must_use]
    pub fn named(&self) -> &Path {
        &self.named
    }

    /// The pack, where it is one.
    ///
    /// # Errors
    /// A file that cannot be read, that is no pack, or that is not what was signed.
    pub fn pack(&self) -> Result<Option<&Pack>, Error> {
        if let Some(known) = self.pack.get() {
            return Ok(known.as_ref());
        }
        let read = if self.named.is_file() { Some(read(&self.named)?) } else { None };
        Ok(self.pack.get_or_init(|| read).as_ref())
    }

    /// The folder, where it is none of the packs: what is written there is written nowhere else.
    ///
    /// # Errors
    /// As [`pack`](Self::pack).
    pub fn folder(&self) -> Result<Option<&Path>, Error> {
        Ok(if self.pack()?.is_some() { None } else { Some(&self.named) })
    }

    /// The rulesets there, in the order of their ids.
    ///
    /// # Errors
    /// A folder or file that cannot be read, a pack that is none, or no ruleset at all.
    pub fn rulesets(&self) -> Result<Vec<FoundRuleset<'_>>, Error> {
        let mut found = match self.pack()? {
            None => below(&self.named)?,
            Some(pack) => packed(pack, &self.named)?,
        };
        if found.is_empty() {
            return Err(Error::new(format!("no ruleset stands below {}", shown(&self.named)))
                .help("the folder holds <jurisdiction>/<venue>/<game>/<effective date>/ruleset.yaml"));
        }
        found.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(found)
    }

    /// The files of a pack in this folder, by the names that they have in it; empty where it is no pack.
    ///
    /// # Errors
    /// As [`pack`](Self::pack).
    pub fn packed_in(&self, folder: &str) -> Result<BTreeMap<&str, &[u8]>, Error> {
        let Some(pack) = self.pack()? else { return Ok(BTreeMap::new()) };
        let own = pack.files.iter().filter_map(|(path, bytes)| {
            let name = path.strip_prefix(folder)?.strip_prefix('/')?;
            (!name.contains('/')).then_some((name, bytes.as_slice()))
        });
        Ok(own.collect())
    }
}

fn read(path: &Path) -> Result<Pack, Error> {
    let mut first = [0; 4];
    let mut file = File::open(path).map_err(|error| Error::read(path, error))?;
    if file.read_exact(&mut first).is_err() || !is_pack(&first) {
        return Err(Error::new(format!("{} is neither a folder of rulesets nor a pack of them", shown(path)))
            .help("name the folder that holds <jurisdiction>/<venue>/<game>/<effective date>/ruleset.yaml, or the file that `resettle ruleset pack` made"));
    }
    resettle_pack::read(&files::bytes_up_to(path, MOST_PACKED)?).map_err(|error| {
        Error::new(format!("{}: {error}", shown(path)))
            .help("nothing of it is used; get it again from whoever made it, and check `sha256sum -c MANIFEST.sha256` in what `unzip` makes of it")
    })
}

fn packed<'p>(pack: &'p Pack, named: &'p Path) -> Result<Vec<FoundRuleset<'p>>, Error> {
    let mut found = Vec::new();
    for path in pack.files.keys() {
        let Some(id) = path.strip_suffix("ruleset.yaml") else { continue };
        let id = id.strip_suffix('/').unwrap_or(id);
        if id.split('/').count() != DEPTH {
            return Err(Error::new(format!("{}: {path} is in no folder whose path is an id", shown(named))).help(ANEW));
        }
        found.push(FoundRuleset { id: id.to_owned(), at: At::Pack { named, pack } });
    }
    Ok(found)
}

/// The rulesets below a folder.
fn below(root: &Path) -> Result<Vec<FoundRuleset<'static>>, Error> {
    let folders = files::folders_below(root, DEPTH, true)?.into_iter();
    let found = folders.filter(|(_, folder)| folder.join("ruleset.yaml").is_file());
    Ok(found.map(|(names, folder)| FoundRuleset { id: names.join("/"), at: At::Folder(folder) }).collect())
}

impl FoundRuleset<'_> {
    /// Its files.
    ///
    /// # Errors
    /// One that cannot be read, or that is no text.
    pub fn files(&self) -> Result<RulesetFiles, Error> {
        match &self.at {
            At::Folder(folder) => of_folder(self.id.clone(), folder),
            At::Pack { named, pack } => self.of_pack(named, pack),
        }
    }

    fn of_pack(&self, named: &Path, pack: &Pack) -> Result<RulesetFiles, Error> {
        let of = |name: &str| {
            let path = format!("{}/{name}", self.id);
            let bytes = pack.files.get(&path).cloned();
            let bytes = bytes.ok_or_else(|| Error::new(format!("{} holds no {path}", shown(named))).help(ANEW));
            bytes.map(|bytes| (named.join(path), bytes))
        };
        let (path, yaml) = of("ruleset.yaml")?;
        let yaml = String::from_utf8(yaml).map_err(|_| Error::new("it is no text in UTF-8").at(&path).help(ANEW))?;
        let (_, notes) = of("notes.md")?;
        Ok(RulesetFiles { id: self.id.clone(), path, yaml, notes })
    }
}

/// The files of the ruleset in this folder.
pub(super) fn of_folder(id: String, folder: &Path) -> Result<RulesetFiles, Error> {
    let path = folder.join("ruleset.yaml");
    let yaml = files::text(&path)?;
    let notes = files::bytes(&folder.join("notes.md"))?;
    Ok(RulesetFiles { id, path, yaml, notes })
}
