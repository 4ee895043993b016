//! The rulesets that a command is to go by: those built in, those below folders, those of packs.

mod place;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use resettle_report::print::neutral;
use resettle_ruleset::{Choice, Elected, NotElected, OptionRule, Registry, RegistryError, Ruleset, StatedFacts};
use resettle_rulesets::Embedded;

use crate::error::{Error, shown};
use crate::files;
use crate::output::colour;
use crate::spelling::did_you_mean;

pub use place::{FoundRuleset, RulesetFiles, RulesetPlace};

/// Which rulesets judge.
#[derive(Clone, Debug, clap::Args)]
pub struct RulesArgs {
    /// Read the rulesets below this folder, or of this pack, instead of the built-in ones
    #[arg(long, value_name = "DIR|PACK", value_hint = clap::ValueHint::AnyPath)]
    pub rulesets: Option<RulesetPlace>,
    /// Read further rulesets below this folder, or of this pack; may be given several times
    #[arg(long, value_name = "DIR|PACK", value_hint = clap::ValueHint::AnyPath)]
    pub add_rulesets: Vec<RulesetPlace>,
}

impl RulesArgs {
    /// The places that are named, in the order in which they are read.
    pub fn places(&self) -> impl Iterator<Item = &RulesetPlace> {
        self.rulesets.iter().chain(&self.add_rulesets)
    }

    /// These arguments as somebody passes them on, with a space before each.
    #[must_use]
    pub fn as_said(&self) -> String {
        let own = self.rulesets.iter().map(|place| format!(" --rulesets {}", shown(place.named())));
        own.chain(self.add_rulesets.iter().map(|place| format!(" --add-rulesets {}", shown(place.named())))).collect()
    }

    /// Whether the built-in rulesets are among those read.
    #[must_use]
    pub const fn with_built_in(&self) -> bool {
        self.rulesets.is_none()
    }
}

/// The registry of the requested rulesets. All faults of all files are reported before anything is judged.
pub fn registry(args: &RulesArgs) -> Result<Registry, Error> {
    let mut registry = match args.with_built_in() {
        true => resettle_rulesets::registry().map_err(Error::new)?,
        false => Registry::default(),
    };
    let mut failures = Vec::new();
    for place in args.places() {
        for found in place.rulesets()? {
            match found.files().and_then(|files| decode(&files)) {
                Ok(ruleset) => registry.add(ruleset).map_err(|error| Error::new(error.to_string()))?,
                Err(error) => failures.push(error),
            }
        }
    }
    match failures.pop() {
        None => Ok(registry),
        Some(last) => {
            for error in failures {
                anstream::eprintln!("{error}");
            }
            Err(last)
        }
    }
}

/// What the rulesets of a place are: a line `<digest>  <id>` for each, in the order of ids.
///
/// # Errors
/// A place that cannot be read, or a ruleset that is faulty.
pub fn listed(place: &RulesetPlace) -> Result<String, Error> {
    let mut text = String::new();
    for found in place.rulesets()? {
        text.push_str(&format!("{}  {}\n", decode(&found.files()?)?.digest, found.id));
    }
    Ok(text)
}

/// A ruleset named by the user, with the files it was read from.
#[derive(Debug)]
pub struct Chosen {
    /// The checked ruleset.
    pub ruleset: Arc<Ruleset>,
    /// The text of `ruleset.yaml`.
    pub yaml: String,
    /// The bytes of `notes.md`.
    pub notes: Vec<u8>,
    /// The path of `ruleset.yaml`.
    pub path: PathBuf,
}

/// The ruleset of an id, or of a folder that holds `ruleset.yaml` and `notes.md`. A folder that is named itself need
/// not have the path that is the ruleset's id: a draft may be anywhere.
pub fn chosen(name: &str, args: &RulesArgs) -> Result<Chosen, Error> {
    let built_in = resettle_rulesets::embedded().find(|embedded| args.with_built_in() && embedded.id == name);
    if let Some(embedded) = built_in.filter(|_| args.places().next().is_none()) {
        return built_in_one(&embedded);
    }
    let registry = registry(args)?;
    if registry.get(name).is_some() {
        for place in args.places() {
            if let Some(found) = place.rulesets()?.into_iter().find(|found| found.id == name) {
                return of_files(found.files()?);
            }
        }
        if let Some(embedded) = built_in {
            return built_in_one(&embedded);
        }
    }
    let folder = Path::new(name);
    if folder.is_dir() {
        return read(folder);
    }
    Err(Error::new(format!("there is no ruleset `{}`, nor a folder of that name", neutral(name))).help(format!(
        "{}`resettle ruleset list` shows those there are; a draft is named by its folder",
        meant(name, &registry)
    )))
}

fn built_in_one(embedded: &Embedded) -> Result<Chosen, Error> {
    Ok(Chosen {
        ruleset: Arc::new(embedded.ruleset().map_err(Error::new)?),
        yaml: embedded.yaml.to_owned(),
        notes: embedded.notes.as_bytes().to_vec(),
        path: Path::new("rulesets").join(embedded.id).join("ruleset.yaml"),
    })
}

/// The rules under what was chosen of the options of a ruleset, each as `OPTION=CHOICE`.
pub fn under(ruleset: &Arc<Ruleset>, elect: &[String]) -> Result<Arc<Ruleset>, Error> {
    let elected = elected(ruleset, elect)?;
    ruleset.under(&elected).map_err(|not| no_rules(ruleset, not))
}

/// Two versions under the same choices: each option is elected for the versions that leave it. One that neither leaves is
/// reported for the new one.
pub fn both_under(
    old: &Arc<Ruleset>,
    new: &Arc<Ruleset>,
    elect: &[String],
) -> Result<(Arc<Ruleset>, Arc<Ruleset>), Error> {
    let leaves = |ruleset: &Ruleset, given: &str| {
        ruleset.options.iter().any(|option| given.split_once('=').is_some_and(|(name, _)| name == option.name))
    };
    let of = |own: &Ruleset, other: &Ruleset| -> Vec<String> {
        elect.iter().filter(|given| leaves(own, given) || !leaves(other, given)).cloned().collect()
    };
    Ok((under(old, &of(old, new))?, under(new, &of(new, old))?))
}

/// The ruleset under each set of choices that agrees with those elected: `OPTION=CHOICE`, for some options, all or none.
pub fn under_each(ruleset: &Arc<Ruleset>, elect: &[String]) -> Result<Vec<Arc<Ruleset>>, Error> {
    let elected = elected(ruleset, elect)?;
    for option in &ruleset.options {
        let Some(choice) = elected.0.get(&option.name) else { continue };
        if !option.choices.iter().any(|known| known.choice == *choice) {
            return Err(no_rules(ruleset, NotElected::NoChoice { option, choice: choice.clone() }));
        }
    }
    if ruleset.variants.is_empty() {
        return Ok(vec![Arc::clone(ruleset)]);
    }
    let agrees = |known: &Elected| elected.0.iter().all(|(option, choice)| known.0.get(option) == Some(choice));
    Ok(ruleset.variants.iter().filter(|(known, _)| agrees(known)).map(|(_, rules)| Arc::clone(rules)).collect())
}

fn elected(ruleset: &Ruleset, elect: &[String]) -> Result<Elected, Error> {
    let mut elected = Elected::default();
    for given in elect {
        let (option, choice) = given.split_once('=').unwrap_or((given, ""));
        if !ruleset.options.iter().any(|known| known.name == option) {
            let known: Vec<String> = ruleset.options.iter().map(offered).collect();
            let help = if known.is_empty() { "it leaves none".to_owned() } else { known.join("; ") };
            return Err(Error::new(format!("{} leaves no choice of `{}`", ruleset.id, neutral(option))).help(help));
        }
        elected.0.insert(option.to_owned(), choice.to_owned());
    }
    Ok(elected)
}

fn offered(option: &OptionRule) -> String {
    let choice = |known: &Choice| format!("--elect {}={}", neutral(&option.name), neutral(&known.choice));
    option.choices.iter().map(choice).collect::<Vec<_>>().join(", ")
}

fn no_rules(ruleset: &Ruleset, not: NotElected<'_>) -> Error {
    match not {
        NotElected::Missing(option) => Error::new(format!(
            "{} leaves the choice of `{}` (clause {})",
            ruleset.id,
            neutral(&option.name),
            option.clause
        ))
        .help(format!("one of {}", offered(option))),
        NotElected::NoChoice { option, choice } => Error::new(format!(
            "`{}` is no choice of `{}` in {} (clause {})",
            neutral(&choice),
            neutral(&option.name),
            ruleset.id,
            option.clause
        ))
        .help(format!("one of {}", offered(option))),
    }
}

/// There is no such ruleset; lists those that may have been meant.
pub fn unknown(id: &str, registry: &Registry) -> Error {
    Error::new(format!("there is no ruleset `{}`", neutral(id)))
        .help(format!("{}`resettle ruleset list` shows those there are", meant(id, registry)))
}

/// The ruleset that is named, if one is.
pub fn named(id: Option<&str>, registry: &Registry) -> Result<Option<Arc<Ruleset>>, Error> {
    id.map(|id| registry.get(id).cloned().ok_or_else(|| unknown(id, registry))).transpose()
}

fn meant(id: &str, registry: &Registry) -> String {
    let ids: Vec<String> = registry.iter().map(|ruleset| neutral(&ruleset.id)).collect();
    did_you_mean(id, ids.iter().map(String::as_str)).map_or(String::new(), |near| format!("{near} "))
}

/// The ruleset of a folder, under the id that its file states.
fn read(folder: &Path) -> Result<Chosen, Error> {
    let found = place::of_folder("unknown".to_owned(), folder)?;
    let id = Ruleset::stated_id(&found.yaml).unwrap_or_else(|| found.id.clone());
    of_files(RulesetFiles { id, ..found })
}

fn of_files(found: RulesetFiles) -> Result<Chosen, Error> {
    let ruleset = Arc::new(decode(&found)?);
    let RulesetFiles { path, yaml, notes, .. } = found;
    Ok(Chosen { ruleset, yaml, notes, path })
}

fn decode(found: &RulesetFiles) -> Result<Ruleset, Error> {
    Ruleset::from_yaml(&found.id, &found.yaml, &found.notes).map_err(|faults| Error::Faults {
        path: found.path.clone(),
        count: faults.len(),
        rendered: faults.render(&shown(&found.path), &found.yaml, colour()),
    })
}

/// What is stated where documents leave dates open, with the bytes it was read from.
pub fn facts(path: Option<&Path>, registry: &mut Registry) -> Result<Option<(StatedFacts, Vec<u8>)>, Error> {
    let Some(path) = path else { return Ok(None) };
    let text = files::text_of(path, "a file of facts")?;
    let facts = StatedFacts::from_yaml(&text).map_err(|faults| Error::Faults {
        path: path.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(path), &text, colour()),
    })?;
    registry.state(&facts).map_err(|error| {
        let near = match &error {
            RegistryError::UnknownId { id } => meant(id, registry),
            _ => String::new(),
        };
        let help = if near.is_empty() { error.help() } else { Some(near.trim_end()) };
        Error::new(error.to_string()).at(path).help_if(help.map(str::to_owned))
    })?;
    Ok(Some((facts, text.into_bytes())))
}
