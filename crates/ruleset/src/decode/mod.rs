//! YAML nodes to a [`Ruleset`]; every fault is noted, and the tables are proved on the way.

mod clauses;
mod condition;
mod context;
mod draws;
mod head;
mod options;
mod wagers;

use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_yaml::{Faults, Form, Node};

use crate::digest::FileHashes;
use crate::model::{CardValues, Combinations, Deal, Draws, Limits, Ruleset, play_table};
use crate::options::Elected;
use crate::section::ALONE;
pub(crate) use clauses::sha256;
pub(crate) use context::{CITE, Context};

impl Ruleset {
    /// Reads and checks a ruleset. `id` is the path of its folder, `notes` the bytes of its `notes.md`,
    /// which its digest covers.
    ///
    /// # Errors
    /// The fault of the syntax, or all faults of a syntactically sound file: unknown and missing keys,
    /// wrong words, clauses that do not exist, tables with a gap or an overlap.
    pub fn from_yaml(id: &str, yaml: &str, notes: &[u8]) -> Result<Self, Faults> {
        Self::from_node(id, &resettle_yaml::parse(yaml)?, yaml, notes)
    }

    /// The same for a file that was parsed already.
    pub(crate) fn from_node(id: &str, root: &Node, yaml: &str, notes: &[u8]) -> Result<Self, Faults> {
        let mut context = Context::default();
        let options = options::options(root, &mut context);
        let files = FileHashes::of(yaml.as_bytes(), notes);
        let mut sets = Vec::new();
        for elected in options::sets(&options) {
            let reduced = options::reduced(root, &options, &elected, &mut context.faults);
            if !options.is_empty() {
                context.bets = options::bets(root);
            }
            if let Some(mut rules) = ruleset(&reduced, id, &mut context) {
                rules.digest = files.digest();
                rules.files = files.clone();
                sets.push((elected, rules));
            }
        }
        context.check_citations();
        let whole = sets.first().map(|(_, rules)| rules.clone());
        match whole {
            Some(mut whole) if context.faults.is_empty() => {
                if !options.is_empty() {
                    whole.variants = sets
                        .into_iter()
                        .map(|(elected, rules)| (elected.clone(), Arc::new(Ruleset { elected, ..rules })))
                        .collect();
                    whole.options = options;
                }
                Ok(whole)
            }
            _ => Err(context.faults.distinct()),
        }
    }

    /// The id that a file states by its jurisdiction, venue, game and date; none where it does not
    /// state them all. For drafts that lie in any folder: the file is not checked.
    #[must_use]
    pub fn stated_id(yaml: &str) -> Option<String> {
        head::stated_id(&resettle_yaml::parse(yaml).ok()?)
    }
}

fn ruleset(root: &Node, id: &str, context: &mut Context) -> Option<Ruleset> {
    let mut fields = root.fields("the ruleset", &mut context.faults)?;
    if let Some(schema) = fields.required("schema", &mut context.faults)
        && let Some(number) = schema.int(i64::MIN..=i64::MAX, &mut context.faults)
        && number != 2
    {
        match number {
            1 => context.faults.add_with_help(
                schema.place,
                "this is schema 1: this version reads schema 2",
                "in schema 2 each bet of `wagers` is a list of `rows` that say when a stake wins, loses or goes back, and \
                 `paytable` is gone: docs/ruleset-format.md, \"From schema 1\"",
            ),
            _ => context.faults.add(schema.place, format!("schema {number} is unknown: this version reads schema 2")),
        }
        // Everything else would be reported as a fault of a schema that the file does not claim.
        return None;
    }
    let head = head::head(&mut fields, id, context);
    context.clauses = clauses::clauses(&mut fields, context);
    let decks = Form::take(&mut fields, "decks", &(), context);
    let cards: Option<CardValues> = Form::take(&mut fields, "cards", &(), context);
    let deal: Option<Deal> = Form::take(&mut fields, "deal", &(), context);
    let moments = Form::take(&mut fields, "moments", &(), context);
    let draws: Option<Draws> = Form::take(&mut fields, "draws", &(), context);
    let table = match (&cards, &deal, &draws) {
        (Some(cards), Some(deal), Some(draws)) => Some(play_table(cards, deal, draws)),
        _ => None,
    };
    let (wagers, book) = wagers::wagers(&mut fields, table.as_ref(), context);
    let combinations: Option<Combinations> = Form::take(&mut fields, "combinations", &(), context)?;
    let rounding = Form::take(&mut fields, "rounding", &(), context);
    let commission = Form::take(&mut fields, "commission", &(), context);
    let limits: Option<Limits> = Form::take(&mut fields, "limits", &(), context)?;
    let limits = limits.unwrap_or(Limits::SILENT);
    let late = Form::take(&mut fields, "late", &(), context);
    let removal = Form::take(&mut fields, "removal", &(), context);
    let void = Form::take(&mut fields, "void", &(), context);
    let misdeal_that_stands = Form::take(&mut fields, "misdeal_that_stands", &(), context);
    let display = Form::take(&mut fields, "display", &ALONE, context);
    let no_bet_coups = Form::take(&mut fields, "no_bet_coups", &(), context);
    let cut_card = Form::take(&mut fields, "cut_card", &(), context);
    let authority: Option<BTreeMap<_, _>> = Form::take(&mut fields, "authority", &(), context)?;
    context.offices = authority.unwrap_or_default();
    let not_accepted = Form::take(&mut fields, "not_accepted", &(), context);
    let irregularities = crate::irregularity::rows(&mut fields, context);
    let otherwise = Form::take(&mut fields, "otherwise", &(), context);
    context.can_be_off = limits.can_be_off();
    let tournament = Form::take(&mut fields, "tournament", &(), context);
    let favours_player = Form::take(&mut fields, "favours_player", &(), context);
    let promotions = Form::take(&mut fields, "promotions", &(), context);
    fields.finish(&mut context.faults);
    let head = head?;
    Some(Ruleset {
        id: id.to_owned(),
        digest: String::new(),
        files: FileHashes::default(),
        title: head.title,
        version: head.version,
        jurisdiction: head.jurisdiction,
        venue: head.venue,
        venues: head.venues,
        game: head.game,
        effective: head.effective,
        gaps: head.gaps,
        source: head.source,
        clauses: context.clauses.clone(),
        decks: decks?,
        cards: cards?,
        deal: deal?,
        moments: moments?,
        draws: draws?,
        wagers,
        combinations: combinations.unwrap_or(Combinations::SILENT),
        table: table?,
        book,
        rounding: rounding?,
        commission: commission?,
        limits,
        late: late?,
        removal: removal?,
        not_accepted: not_accepted?,
        void: void?,
        misdeal_that_stands: misdeal_that_stands?,
        display: display?,
        no_bet_coups: no_bet_coups?,
        cut_card: cut_card?,
        authority: std::mem::take(&mut context.offices),
        irregularities,
        otherwise: otherwise?,
        tournament: tournament?,
        favours_player: favours_player?,
        promotions: promotions?,
        options: Vec::new(),
        variants: Vec::new(),
        elected: Elected::default(),
    })
}
