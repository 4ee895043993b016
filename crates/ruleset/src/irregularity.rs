use std::borrow::Cow;

use resettle_game::{Fact, Form as FactForm, IrregularityWhen, Kind, Role};
use resettle_yaml::{Fields, Form, Keys, Node, Value, defined, section};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::context::{CITE, Context};
use crate::model::RefundRule;
use crate::section::{ALONE, Leaf, Leaves, Level, words};

words! {
    /// What follows from an irregularity. The engine knows these, and no venue.
    Consequence named "ConsequenceWord", "What follows." {
        /// The coup has no result; every wager returns its stake.
        Void = "void",
        /// A void is grounded, not demanded.
        MayVoid = "may_void",
        /// No effect: the coup is judged on its cards.
        PlaysOn = "plays_on",
        /// A misdeal that stands: the coup is judged against what was declared.
        StandsAsDeclared = "stands_as_declared",
        /// Referred to somebody's decision.
        Referred = "referred",
        /// The round goes on; wagers of the affected terminals are settled apart.
        TerminalsApart = "terminals_apart",
        /// The card becomes the Banker's third if the Banker must draw, else the next coup's first.
        ThirdCardOrKept = "third_card_or_kept",
        /// The card becomes the first card of the next coup, a no-bet coup.
        KeptForNoBetCoup = "kept_for_no_bet_coup",
        /// This coup has to be a no-bet coup.
        OpensNoBetCoup = "opens_no_bet_coup",
        /// No further coup from this shoe.
        DeviceVoid = "device_void",
        /// Of the wagers it names, the stake is right as well as the settlement.
        VoidsWagers = "voids_wagers",
        /// It is put right, and the coup stands as corrected.
        Corrected = "corrected",
        /// The card concerned is burned, and play goes on without it.
        Burned = "burned",
    }
}

words! {
    /// What a clause that voids needs by another reading, besides its circumstances.
    MayNeed {
        /// All cards that the irregularity names are of the initial deal, not only one of them.
        AllInInitialDeal = "all_in_initial_deal",
    }
}

impl Consequence {
    /// The irregularities that it can follow from; none where it can from all.
    #[must_use]
    pub fn only_of(self) -> Option<&'static [Kind]> {
        match self {
            Self::Corrected => Some(&[
                Kind::WrongCardCount,
                Kind::UnauthorisedDraw,
                Kind::DealtOutOfOrder,
                Kind::OrderAltered,
                Kind::CardsDrawnTogether,
            ]),
            Self::Burned => Some(&[Kind::ExtraCard, Kind::WrongCardCount, Kind::UnauthorisedDraw, Kind::FaceUpCard]),
            _ => None,
        }
    }

    /// Whether somebody has to decide it, so that who decided is asked; where a row says `forfeit` it is besides.
    #[must_use]
    pub fn is_decided(self) -> bool {
        match self {
            Self::Void | Self::MayVoid | Self::VoidsWagers | Self::DeviceVoid | Self::Referred => true,
            Self::PlaysOn
            | Self::StandsAsDeclared
            | Self::TerminalsApart
            | Self::ThirdCardOrKept
            | Self::KeptForNoBetCoup
            | Self::OpensNoBetCoup
            | Self::Corrected
            | Self::Burned => false,
        }
    }

    /// What it means, in one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Void => "the coup has no result, every wager returns its stake",
            Self::MayVoid => "the coup may be voided, and need not be",
            Self::PlaysOn => "the coup goes on, and counts by its cards",
            Self::StandsAsDeclared => "the misdeal stands: display and payments are judged against what was declared",
            Self::Referred => {
                "left to a decision: only the role that the clause names, or a higher one, may void the coup, and each such void is reported"
            }
            Self::TerminalsApart => {
                "the round goes on; of the terminals concerned a wager that was not accepted goes back; those accepted are settled where it came after the close (a reading), and where it came before that all of a terminal are settled, or all returned"
            }
            Self::ThirdCardOrKept => {
                "the card becomes the Banker's third if the Banker must draw, else the next coup's first"
            }
            Self::KeptForNoBetCoup => "the card becomes the first of the next coup, which has to be a no-bet coup",
            Self::OpensNoBetCoup => "this coup has to be a no-bet coup",
            Self::DeviceVoid => "no further coup from this shoe",
            Self::VoidsWagers => "of the wagers it names the stake is right as well as the settlement",
            Self::Corrected => "it is put right, and the coup stands as corrected",
            Self::Burned => "the card concerned is burned, and play goes on without it",
        }
    }
}

section! {
    Context;
    IrregularityRow as "a row of `irregularities`" named "Row" checked by row {
        kind: Kind,
        /// In which circumstances; what is left out does not matter.
        when: IrregularityWhen,
        then: Consequence,
        clause: Option<Cite>,
        reading: bool,
        /// Who has to decide.
        by: Option<Decider>,
        /// Who has to be notified.
        notify: Option<Notify>,
        /// The device is emptied and checked before the next coup.
        check: Option<Cite> = ALONE,
        /// Damaged cards are replaced before the next coup.
        replace: Option<Cite> = ALONE,
        /// Of the wagers it names, 0 is right as well as the stake.
        forfeit: Option<Cite> = ALONE,
        /// Instead of `void.refund`.
        refund: Option<RefundRule>,
        /// Cards may leave play.
        sets_aside: bool,
        /// What the clause needs besides by another reading; only of a row that voids.
        may_need: Option<MayNeed> = ["all_in_initial_deal"],
        /// Other irregularities that the clause covers by another reading; only of a row that voids.
        may_cover: Option<Vec<Kind>>,
    }

    Notify {
        roles: Vec<Role>,
        clause: Cite,
    }
}

impl IrregularityRow {
    /// Who has to decide, where who did is asked: its consequence is decided by somebody, or a wager is refused.
    #[must_use]
    pub fn decider(&self) -> Option<&Decider> {
        self.by.as_ref().filter(|_| self.then.is_decided() || self.forfeit.is_some())
    }
}

fn row(read: Option<&IrregularityRow>, node: &Node, context: &mut Context) {
    let then = node.word_at("then").and_then(resettle_yaml::Word::of);
    if let Some(node) = node.member("may_need").or_else(|| node.member("may_cover"))
        && then.is_some_and(|then| then != Consequence::Void)
    {
        let help = "they say where another reading voids more, or less";
        context.faults.add_with_help(node.place, "`may_need` and `may_cover` belong to a row that voids", help);
    }
    let grounded = read.map_or_else(
        || node.member("clause").is_some() || node.member("reading").is_some(),
        |row| row.clause.is_some() || row.reading,
    );
    if !grounded {
        context.faults.add_with_help(node.place, "a row needs a clause, or is a reading", CITE);
    }
    if then == Some(Consequence::Referred) && read.map_or_else(|| node.member("by").is_none(), |row| row.by.is_none()) {
        context.faults.add(node.place, "`referred` needs `by`: to whom it is referred");
    }
    if let (Some(kind), Some(then)) = (node.word_at("kind").and_then(Kind::parse), then)
        && let Some(only) = then.only_of().filter(|only| !only.contains(&kind))
    {
        let known: Vec<&str> = only.iter().map(|kind| kind.word()).collect();
        let message =
            format!("`{}` does not follow from `{}`: no card of it can be so treated", then.word(), kind.word());
        context.faults.add_with_help(node.place, message, format!("it follows from: {}", known.join(", ")));
    }
}

/// Rows of which those of one kind never overlap.
pub(crate) struct Apart;

impl Form<Context, Apart> for Vec<IrregularityRow> {
    fn read(node: &Node, key: &'static str, _: &Apart, context: &mut Context) -> Option<Self> {
        let mut out: Vec<(IrregularityRow, &Node)> = Vec::new();
        for node in context.rows(node) {
            let Some(row) = IrregularityRow::read(node, key, &(), context) else { continue };
            for (other, earlier) in &out {
                if other.kind == row.kind && other.when.overlaps(&row.when) {
                    context.faults.add_with_help(
                        node.place,
                        format!("this row and the one at {} both fit some `{}`", earlier.place, row.kind.word()),
                        "rows of one kind never overlap: add to `when` what distinguishes them",
                    );
                }
            }
            out.push((row, node));
        }
        Some(out.into_iter().map(|(row, _)| row).collect())
    }

    fn schema(_: &Apart, generator: &mut SchemaGenerator) -> Schema {
        <Self as Form<Context>>::schema(&(), generator)
    }
}

impl Form<Context> for IrregularityWhen {
    const OPTIONAL: bool = true;

    fn take(fields: &mut Fields<'_>, key: &'static str, of: &(), context: &mut Context) -> Option<Self> {
        fields.optional(key).map_or_else(|| Some(Self::default()), |node| Self::read(node, key, of, context))
    }

    /// What a faulty one overlaps nobody can say.
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let faults = context.faults.len();
        when(node, context).filter(|_| context.faults.len() == faults)
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<CircumstancesForm>()
    }
}

fn when(node: &Node, context: &mut Context) -> Option<IrregularityWhen> {
    let mut fields = node.fields("`when`", &mut context.faults)?;
    let mut out = IrregularityWhen::default();
    for fact in Fact::ASKED {
        let Some(node) = fields.optional(fact.name()) else { continue };
        let choices = fact.choices();
        match (fact.form(), &node.value) {
            (resettle_game::Form::Truth, _) => {
                if let Some(truth) = node.truth(&mut context.faults) {
                    out.ask(*fact, Some(&[if truth { "true" } else { "false" }]));
                }
            }
            (_, Value::List(items)) => {
                let words: Vec<&str> = items.iter().filter_map(|item| word(item, &choices, context)).collect();
                out.ask(*fact, Some(&words));
            }
            _ => out.ask(*fact, Some(word(node, &choices, context).as_slice())),
        }
    }
    fields.finish(&mut context.faults);
    Some(out)
}

/// One of the values of a fact; `unstated` means one that is not given.
fn word<'w>(node: &Node, known: &[&'w str], context: &mut Context) -> Option<&'w str> {
    let known: Vec<(&str, &'w str)> = known.iter().map(|word| (*word, *word)).collect();
    node.word(&known, &mut context.faults)
}

/// Who has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decider {
    /// The name that the ruleset gives the office, for people.
    pub name: String,
    /// The lowest role that counts.
    pub role: Role,
    /// Where the document says so.
    pub clause: Cite,
}

impl Form<Context> for Decider {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let mut fields = node.fields("`by`", &mut context.faults)?;
        let role_node = fields.required("role", &mut context.faults);
        let clause = context.clause(&mut fields);
        fields.finish(&mut context.faults);
        let name = role_node?.text(&mut context.faults)?;
        let role = match context.offices.get(name) {
            Some(office) => office.from,
            None => role_node?.word(Role::ALL, &mut context.faults)?,
        };
        Some(Self { name: name.replace('_', " "), role, clause: clause? })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let mut keys = Keys::default();
        keys.add::<Context, String, ()>("role", &["An office of `authority`, or a role."], &(), generator);
        keys.add::<Context, Cite, ()>("clause", &[], &(), generator);
        defined("By", keys.schema(&[]), generator)
    }
}

impl Leaves for Decider {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        let value = format!("{} ({})", self.name, self.role.word());
        out.push(Leaf::of(Level::Procedure, path.to_owned(), value, Some(&self.clause)));
    }
}

/// The circumstances of an irregularity: facts with their values.
struct CircumstancesForm;

impl JsonSchema for CircumstancesForm {
    fn schema_name() -> Cow<'static, str> {
        "When".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "CircumstancesForm".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        for fact in Fact::ASKED {
            let mut form = match fact.form() {
                FactForm::Truth => json_schema!({"type": "boolean"}),
                _ => one_or_more(*fact, generator),
            };
            if let Some(described) = fact.described() {
                form.insert("description".to_owned(), described.into());
            }
            properties.insert(fact.name().to_owned(), form.to_value());
        }
        json_schema!({"type": "object", "properties": properties, "additionalProperties": false})
    }
}

/// One value of a fact or a list of them; `unstated` stands for a fact that was not given.
fn one_or_more(fact: Fact, generator: &mut SchemaGenerator) -> Schema {
    let (initial, rest) = fact.name().split_at(1);
    let name = format!("{}{rest}Words", initial.to_uppercase());
    let words = fact.choices();
    let form = json_schema!({
        "description": "One word or a list of them; `unstated`: the log does not say.",
        "anyOf": [
            {"type": "string", "enum": words},
            {"type": "array", "items": {"type": "string", "enum": words}},
        ],
    });
    generator.definitions_mut().insert(name.clone(), form.to_value());
    json_schema!({"$ref": format!("#/$defs/{name}")})
}
