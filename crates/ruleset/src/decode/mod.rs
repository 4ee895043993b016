//! YAML nodes to a [`Ruleset`]; every fault is noted, and the tables are proved on the way.

mod clauses;
mod condition;
mod context;
mod deal;
mod draws;
mod head;
mod irregularities;
mod limits;
mod options;
mod procedure;
mod promotions;
mod tournament;
mod wagers;

use std::sync::Arc;

use resettle_yaml::{Faults, Node};

use crate::digest::FileHashes;
use crate::model::{Ruleset, play_table};
use crate::options::Elected;
use context::Context;

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
    let decks = deal::decks(&mut fields, context);
    let cards = deal::cards(&mut fields, context);
    let deal = deal::deal(&mut fields, context);
    let moments = deal::moments(&mut fields, context);
    let draws = draws::draws(&mut fields, context);
    let table = match (&cards, &deal, &draws) {
        (Some(cards), Some(deal), Some(draws)) => Some(play_table(cards, deal, draws)),
        _ => None,
    };
    let (wagers, book) = wagers::wagers(&mut fields, table.as_ref(), context);
    let combinations = wagers::combinations(&mut fields, context);
    let rounding = procedure::rounding(&mut fields, context);
    let commission = procedure::commission(&mut fields, context);
    let limits = limits::limits(&mut fields, context);
    let late = procedure::late(&mut fields, context);
    let removal = procedure::removal(&mut fields, context);
    let void = procedure::void(&mut fields, context);
    let misdeal_that_stands = procedure::misdeal_that_stands(&mut fields, context);
    let display = context.only_clause(&mut fields, "display", "display");
    let no_bet_coups = procedure::no_bet_coups(&mut fields, context);
    let cut_card = procedure::cut_card(&mut fields, context);
    let authority = procedure::authority(&mut fields, context);
    let not_accepted = procedure::not_accepted(&mut fields, &authority, context);
    let irregularities = irregularities::rows(&mut fields, &authority, context);
    let otherwise = irregularities::otherwise(&mut fields, context);
    let tournament = tournament::tournament(&mut fields, &limits, context);
    let favours_player = wagers::favours_player(&mut fields, context);
    let promotions = promotions::promotions(&mut fields, context);
    fields.finish(&mut context.faults);
    let head = head?;
    let (late_placed, late_withdrawn) = late?;
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
        combinations,
        table: table?,
        book,
        rounding,
        commission,
        limits,
        late_placed,
        late_withdrawn,
        removal,
        not_accepted,
        void: void?,
        misdeal_that_stands,
        display,
        no_bet_coups,
        cut_card,
        authority,
        irregularities,
        otherwise,
        tournament,
        favours_player,
        promotions,
        options: Vec::new(),
        variants: Vec::new(),
        elected: Elected::default(),
    })
}
