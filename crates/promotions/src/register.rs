//! The files of a register, and their rows.

use std::collections::BTreeMap;

use resettle_game::PrizeKind;
use resettle_sealed_log::Time;

use crate::read::{Cells, HeaderError, Knowns, Later, Malformed, RowPlace, Table, Target, alone, rows};

/// The files of a register, in the order in which they are reported.
pub const FILES: [&str; 11] = [
    RegisterHeader::FILE,
    Promotion::FILE,
    Term::FILE,
    Amendment::FILE,
    Prize::FILE,
    Draw::FILE,
    Notification::FILE,
    Payment::FILE,
    Denial::FILE,
    Complaint::FILE,
    Incident::FILE,
];

/// The format of a register.
const FORMAT: &str = "promotions/1";

/// A register: what could be read, and the rows that could not.
#[derive(Debug)]
pub struct Register {
    /// Whose it is, in which currency, and up to when it records.
    pub header: RegisterHeader,
    /// How many rows each file has, the header not counted, those that are out counted.
    pub rows: BTreeMap<&'static str, u64>,
    pub(crate) promotions: Vec<Promotion>,
    pub(crate) terms: Vec<Term>,
    pub(crate) amendments: Vec<Amendment>,
    pub(crate) prizes: Vec<Prize>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) notifications: Vec<Notification>,
    pub(crate) payments: Vec<Payment>,
    pub(crate) denials: Vec<Denial>,
    pub(crate) complaints: Vec<Complaint>,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) malformed: Vec<Malformed>,
    pub(crate) later: Vec<Later>,
}

impl Register {
    /// Reads a register from its files by name; one that has no rows may be absent, but for `register.csv`.
    ///
    /// # Errors
    /// [`HeaderError`], where it is not known what the register is of. Faults of other files are findings.
    pub fn read(files: &BTreeMap<&str, Vec<u8>>) -> Result<Self, HeaderError> {
        let header: RegisterHeader = alone(files.get(RegisterHeader::FILE).map(Vec::as_slice))?;
        let mut reader = Reader {
            files,
            counts: BTreeMap::from([(RegisterHeader::FILE, 1)]),
            knowns: Knowns { as_of: Some(header.as_of.moment()), ..Knowns::default() },
            malformed: Vec::new(),
            later: Vec::new(),
        };
        let (promotions, known) = reader.rows();
        reader.knowns.promotions = known;
        let (prizes, known) = reader.rows();
        reader.knowns.prizes = known;
        let (draws, known) = reader.rows();
        reader.knowns.draws = known;
        Ok(Self {
            header,
            promotions,
            prizes,
            draws,
            terms: reader.rows().0,
            amendments: reader.rows().0,
            notifications: reader.rows().0,
            payments: reader.rows().0,
            denials: reader.rows().0,
            complaints: reader.rows().0,
            incidents: reader.rows().0,
            malformed: reader.malformed,
            later: reader.later,
            rows: reader.counts,
        })
    }

    /// The files that were not given, in the order of reports.
    pub fn absent(&self) -> impl Iterator<Item = &'static str> {
        FILES.into_iter().filter(|name| !self.rows.contains_key(name))
    }

    /// How many promotions are well-formed.
    #[must_use]
    pub fn promotions(&self) -> usize {
        self.promotions.len()
    }
}

struct Reader<'r> {
    files: &'r BTreeMap<&'r str, Vec<u8>>,
    counts: BTreeMap<&'static str, u64>,
    knowns: Knowns,
    malformed: Vec<Malformed>,
    later: Vec<Later>,
}

impl Reader<'_> {
    fn rows<T: Table>(&mut self) -> (Vec<T>, crate::read::Known) {
        let mut count = 0;
        let bytes = self.files.get(T::FILE).map(Vec::as_slice);
        let read = rows::<T>(bytes, &self.knowns, &mut self.malformed, &mut self.later, &mut count);
        if bytes.is_some() {
            self.counts.insert(T::FILE, count);
        }
        read
    }
}

/// What a register is of.
#[derive(Clone, Debug)]
pub struct RegisterHeader {
    /// The row of `register.csv` that says so.
    pub at: RowPlace,
    /// As rulesets name it.
    pub jurisdiction: String,
    /// As rulesets name it.
    pub venue: String,
    /// As rulesets name it.
    pub game: String,
    /// The currency of every amount, ISO 4217.
    pub currency: String,
    /// The time up to which it records.
    pub as_of: Time,
    /// The files that it says it has, each with the number of its rows where that is stated.
    pub files: Vec<(&'static str, Option<u64>)>,
}

impl Table for RegisterHeader {
    const FILE: &'static str = "register.csv";
    const COLUMNS: &'static [(&'static str, bool)] = &[
        ("format", true),
        ("jurisdiction", true),
        ("venue", true),
        ("game", true),
        ("currency", true),
        ("as_of", true),
        ("files", false),
    ];
    const KEY: &'static [&'static str] = &[];
    const REFERS: &'static [Target] = &[];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        let format = cells.word("format", &[(FORMAT, ())]);
        let as_of = cells.time("as_of");
        let files = cells.files("files", &FILES);
        format?;
        Some(Self {
            at,
            jurisdiction: cells.words("jurisdiction")?,
            venue: cells.words("venue")?,
            game: cells.words("game")?,
            currency: cells.words("currency")?,
            as_of: as_of?,
            files,
        })
    }
}

/// A row of `promotions.csv`.
#[derive(Debug)]
pub(crate) struct Promotion {
    pub(crate) at: RowPlace,
    pub(crate) promotion: String,
    pub(crate) commences: Time,
    pub(crate) details_to_authority: Option<Time>,
    pub(crate) available_from: Option<Time>,
    pub(crate) available_by: Vec<String>,
    pub(crate) marketing_refers: Option<bool>,
    pub(crate) minimum_wager: Option<bool>,
}

impl Table for Promotion {
    const FILE: &'static str = "promotions.csv";
    const COLUMNS: &'static [(&'static str, bool)] = &[
        ("promotion", true),
        ("commences", true),
        ("ends", false),
        ("details_to_authority", false),
        ("available_from", false),
        ("available_by", false),
        ("marketing_refers", false),
        ("minimum_wager", false),
    ];
    const KEY: &'static [&'static str] = &["promotion"];
    const REFERS: &'static [Target] = &[];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        let commences = cells.time("commences");
        cells.time("ends");
        let (details_to_authority, available_from) = (cells.past("details_to_authority"), cells.time("available_from"));
        let available_by = cells.any_words("available_by");
        let (marketing_refers, minimum_wager) = (cells.truth("marketing_refers"), cells.truth("minimum_wager"));
        Some(Self {
            at,
            promotion: cells.words("promotion")?,
            commences: commences?,
            details_to_authority,
            available_from,
            available_by,
            marketing_refers,
            minimum_wager,
        })
    }
}

/// A term that is stated.
#[derive(Debug)]
pub(crate) struct Term {
    pub(crate) promotion: String,
    /// None: of the whole promotion.
    pub(crate) prize: Option<String>,
    pub(crate) term: String,
}

impl Table for Term {
    const FILE: &'static str = "terms.csv";
    const COLUMNS: &'static [(&'static str, bool)] =
        &[("promotion", true), ("prize", false), ("term", true), ("at", false)];
    const KEY: &'static [&'static str] = &[];
    const REFERS: &'static [Target] = &[Target::Promotion, Target::Prize];

    fn read(cells: &mut Cells<'_, '_>, _: RowPlace) -> Option<Self> {
        Some(Self { promotion: cells.words("promotion")?, prize: cells.words("prize"), term: cells.words("term")? })
    }
}

/// An amendment of the terms.
#[derive(Debug)]
pub(crate) struct Amendment {
    pub(crate) at: RowPlace,
    pub(crate) promotion: String,
    pub(crate) in_force: Time,
    pub(crate) approved_at: Option<Time>,
}

impl Table for Amendment {
    const FILE: &'static str = "amendments.csv";
    const COLUMNS: &'static [(&'static str, bool)] = &[("promotion", true), ("at", true), ("approved_at", false)];
    const KEY: &'static [&'static str] = &[];
    const REFERS: &'static [Target] = &[Target::Promotion];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        let (in_force, approved_at) = (cells.time("at"), cells.past("approved_at"));
        Some(Self { at, promotion: cells.words("promotion")?, in_force: in_force?, approved_at })
    }
}

/// A row of `prizes.csv`.
#[derive(Debug)]
pub(crate) struct Prize {
    pub(crate) at: RowPlace,
    pub(crate) promotion: String,
    pub(crate) prize: String,
    pub(crate) kind: PrizeKind,
    /// Of one, in minor units.
    pub(crate) value: i64,
    pub(crate) millilitres: Option<i64>,
    pub(crate) contains: Vec<PrizeKind>,
    pub(crate) cash_alternative: Option<bool>,
    /// How many there are of it; `None` where the register does not say.
    pub(crate) quantity: Option<i64>,
}

impl Prize {
    /// What it is and what it contains.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = PrizeKind> {
        std::iter::once(self.kind).chain(self.contains.iter().copied())
    }

    /// Whether an alternative is offered.
    pub(crate) fn has_alternative(&self) -> bool {
        self.cash_alternative == Some(true)
    }
}

impl Table for Prize {
    const FILE: &'static str = "prizes.csv";
    const COLUMNS: &'static [(&'static str, bool)] = &[
        ("promotion", true),
        ("prize", true),
        ("kind", true),
        ("value", true),
        ("millilitres", false),
        ("contains", false),
        ("cash_alternative", false),
        ("quantity", false),
    ];
    const KEY: &'static [&'static str] = &["promotion", "prize"];
    const REFERS: &'static [Target] = &[Target::Promotion];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        let (kind, contains) = (cells.word("kind", PrizeKind::ALL), cells.known_words("contains", PrizeKind::ALL));
        let (value, millilitres) = (cells.number("value"), cells.number("millilitres"));
        let cash_alternative = cells.truth("cash_alternative");
        let quantity = cells.number("quantity");
        Some(Self {
            at,
            promotion: cells.words("promotion")?,
            prize: cells.words("prize")?,
            kind: kind?,
            value: value?,
            millilitres,
            contains,
            cash_alternative,
            quantity,
        })
    }
}

/// A draw, held or not.
#[derive(Debug)]
pub(crate) struct Draw {
    pub(crate) at: RowPlace,
    pub(crate) promotion: String,
    pub(crate) draw: String,
    pub(crate) prize: String,
    pub(crate) planned: Time,
    pub(crate) held: Option<Time>,
    pub(crate) presence_required: Option<bool>,
    pub(crate) scrutineer: Option<String>,
    pub(crate) nominated_by: Option<String>,
    pub(crate) winner: Option<String>,
}

impl Table for Draw {
    const FILE: &'static str = "draws.csv";
    const COLUMNS: &'static [(&'static str, bool)] = &[
        ("promotion", true),
        ("draw", true),
        ("prize", true),
        ("planned", true),
        ("held", false),
        ("presence_required", false),
        ("scrutineer", false),
        ("nominated_by", false),
        ("winner", false),
    ];
    const KEY: &'static [&'static str] = &["promotion", "draw"];
    const REFERS: &'static [Target] = &[Target::Promotion, Target::Prize];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        let planned = cells.time("planned");
        let held = cells.past("held");
        let presence_required = cells.truth("presence_required");
        Some(Self {
            at,
            promotion: cells.words("promotion")?,
            draw: cells.words("draw")?,
            prize: cells.words("prize")?,
            planned: planned?,
            held,
            presence_required,
            scrutineer: cells.words("scrutineer"),
            nominated_by: cells.words("nominated_by"),
            winner: cells.words("winner"),
        })
    }
}

/// An attempt to notify a winner.
#[derive(Debug)]
pub(crate) struct Notification {
    pub(crate) promotion: String,
    pub(crate) draw: String,
    pub(crate) time: Time,
    pub(crate) means: String,
}

impl Table for Notification {
    const FILE: &'static str = "notifications.csv";
    const COLUMNS: &'static [(&'static str, bool)] =
        &[("promotion", true), ("draw", true), ("at", true), ("means", true), ("reached", false)];
    const KEY: &'static [&'static str] = &[];
    const REFERS: &'static [Target] = &[Target::Promotion, Target::Draw];

    fn read(cells: &mut Cells<'_, '_>, _: RowPlace) -> Option<Self> {
        let time = cells.past("at");
        cells.truth("reached");
        let (promotion, draw) = (cells.words("promotion")?, cells.words("draw")?);
        Some(Self { promotion, draw, time: time?, means: cells.words("means")? })
    }
}

/// A part of what a winner was paid.
#[derive(Debug)]
pub(crate) struct Payment {
    pub(crate) at: RowPlace,
    pub(crate) promotion: String,
    pub(crate) draw: String,
    pub(crate) part: String,
    pub(crate) time: Time,
    pub(crate) method: String,
    pub(crate) chosen: Option<String>,
    pub(crate) crossed: Option<bool>,
    pub(crate) payee: Option<String>,
    /// In minor units.
    pub(crate) amount: i64,
}

impl Table for Payment {
    const FILE: &'static str = "payments.csv";
    const COLUMNS: &'static [(&'static str, bool)] = &[
        ("promotion", true),
        ("draw", true),
        ("part", true),
        ("at", true),
        ("method", true),
        ("chosen", false),
        ("crossed", false),
        ("payee", false),
        ("amount", true),
    ];
    const KEY: &'static [&'static str] = &["promotion", "draw", "part"];
    const REFERS: &'static [Target] = &[Target::Promotion, Target::Draw];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        let time = cells.past("at");
        let (crossed, amount) = (cells.truth("crossed"), cells.number("amount"));
        Some(Self {
            at,
            promotion: cells.words("promotion")?,
            draw: cells.words("draw")?,
            part: cells.words("part")?,
            time: time?,
            method: cells.words("method")?,
            chosen: cells.words("chosen"),
            crossed,
            payee: cells.words("payee"),
            amount: amount?,
        })
    }
}

/// A claim that was denied.
#[derive(Debug)]
pub(crate) struct Denial {
    pub(crate) at: RowPlace,
    pub(crate) promotion: String,
    pub(crate) claim: String,
    /// In minor units.
    pub(crate) value: i64,
    pub(crate) claimant: Option<String>,
    pub(crate) address: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) informed_at: Option<Time>,
}

impl Table for Denial {
    const FILE: &'static str = "denials.csv";
    const COLUMNS: &'static [(&'static str, bool)] = &[
        ("promotion", true),
        ("claim", true),
        ("denied_at", true),
        ("value", true),
        ("claimant", false),
        ("address", false),
        ("reason", false),
        ("informed_at", false),
    ];
    const KEY: &'static [&'static str] = &["promotion", "claim"];
    const REFERS: &'static [Target] = &[Target::Promotion];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        cells.past("denied_at");
        let (value, informed_at) = (cells.number("value"), cells.past("informed_at"));
        Some(Self {
            at,
            promotion: cells.words("promotion")?,
            claim: cells.words("claim")?,
            value: value?,
            claimant: cells.words("claimant"),
            address: cells.words("address"),
            reason: cells.words("reason"),
            informed_at,
        })
    }
}

/// A complaint that was decided.
#[derive(Debug)]
pub(crate) struct Complaint {
    pub(crate) at: RowPlace,
    pub(crate) promotion: String,
    pub(crate) complaint: String,
    pub(crate) satisfied: Option<bool>,
    pub(crate) advised_at: Option<Time>,
}

impl Table for Complaint {
    const FILE: &'static str = "complaints.csv";
    const COLUMNS: &'static [(&'static str, bool)] =
        &[("promotion", true), ("complaint", true), ("decided_at", true), ("satisfied", false), ("advised_at", false)];
    const KEY: &'static [&'static str] = &["promotion", "complaint"];
    const REFERS: &'static [Target] = &[Target::Promotion];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        cells.past("decided_at");
        let (satisfied, advised_at) = (cells.truth("satisfied"), cells.past("advised_at"));
        let (promotion, complaint) = (cells.words("promotion")?, cells.words("complaint")?);
        Some(Self { at, promotion, complaint, satisfied, advised_at })
    }
}

/// What was done about a promotion or draw whose integrity was compromised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Postponed,
    Cancelled,
}

impl Action {
    const WORDS: &[(&str, Self)] = &[("postponed", Self::Postponed), ("cancelled", Self::Cancelled)];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Postponed => "postponed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// That integrity was compromised.
#[derive(Debug)]
pub(crate) struct Incident {
    pub(crate) at: RowPlace,
    pub(crate) promotion: String,
    pub(crate) incident: String,
    /// None: the whole promotion.
    pub(crate) draw: Option<String>,
    pub(crate) determined_at: Time,
    pub(crate) action: Option<Action>,
    pub(crate) validated_at: Option<Time>,
    pub(crate) inspectorate_at: Option<Time>,
}

impl Table for Incident {
    const FILE: &'static str = "incidents.csv";
    const COLUMNS: &'static [(&'static str, bool)] = &[
        ("promotion", true),
        ("incident", true),
        ("draw", false),
        ("determined_at", true),
        ("action", false),
        ("validated_at", false),
        ("inspectorate_at", false),
    ];
    const KEY: &'static [&'static str] = &["promotion", "incident"];
    const REFERS: &'static [Target] = &[Target::Promotion, Target::Draw];

    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self> {
        let (determined_at, action) = (cells.past("determined_at"), cells.word("action", Action::WORDS));
        let (validated_at, inspectorate_at) = (cells.past("validated_at"), cells.past("inspectorate_at"));
        Some(Self {
            at,
            promotion: cells.words("promotion")?,
            incident: cells.words("incident")?,
            draw: cells.words("draw"),
            determined_at: determined_at?,
            action,
            validated_at,
            inspectorate_at,
        })
    }
}
