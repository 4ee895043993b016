use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use resettle_yaml::{Fields, Fixed, Form, Keys, Node, defined, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::context::Context;
use crate::section::{Because, Leaf, Leaves, Level, text_of};

/// Since when a ruleset is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effective {
    /// The first moment, in seconds since 1970-01-01T00:00:00Z.
    pub start: i64,
    /// The venue's time zone.
    pub zone: String,
    /// As the document gives it, for people.
    pub text: String,
    /// Whether the document leaves the date open (it takes effect on a publication whose date it does not state).
    pub open: bool,
}

impl Leaves for Effective {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        let from = if self.open { "on publication, signed" } else { "from" };
        let value = format!("{from} {} ({})", self.text, self.zone);
        out.push(Leaf::of(Level::Procedure, path.to_owned(), value, None));
    }
}

/// What it is depends on which keys are there, and its date on the zone.
impl Form<Context> for Effective {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let mut fields = node.fields("`effective`", &mut context.faults)?;
        let zone_node = fields.required("zone", &mut context.faults);
        let zone_name = zone_node.and_then(|node| node.text(&mut context.faults)).map(str::to_owned);
        let zone = zone_node.zip(zone_name.as_ref()).and_then(|(node, name)| match TimeZone::get(name) {
            Ok(zone) => Some(zone),
            Err(_) => {
                context.faults.add_with_help(
                    node.place,
                    format!("unknown time zone `{name}`"),
                    "zones bear the names of the IANA database, as Asia/Singapore",
                );
                None
            }
        });
        let on = fields.optional("on");
        let date = if let Some(on) = on {
            on.word(&[("publication", ())], &mut context.faults);
            fields.required("signed", &mut context.faults)
        } else {
            fields.required("from", &mut context.faults)
        };
        fields.finish(&mut context.faults);
        let date = date?;
        context.zone = Some(zone?);
        let start = Form::read(date, "effective", &Local, context)?;
        let text = date.text(&mut context.faults)?;
        Some(Self { start, zone: zone_name?, text: text.to_owned(), open: on.is_some() })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let mut from = Keys::default();
        from.add::<Context, i64, _>("from", &[], &Local, generator);
        let mut on = Keys::default();
        on.add::<Context, Fixed, _>("on", &[], &["publication"], generator);
        on.add::<Context, i64, _>("signed", &[], &Local, generator);
        let mut either = |mut keys: Keys, about: &str| {
            keys.add::<Context, String, ()>("zone", &[], &(), generator);
            keys.schema(&[about])
        };
        let forms = [
            either(from, "From a date that the document states."),
            either(on, "On a publication whose date it does not state."),
        ];
        defined("Effective", json_schema!({"anyOf": forms}), generator)
    }
}

// Seconds since 1970-01-01T00:00:00Z; `until` is the first moment after the gap.
section! {
    Context;
    Gap as "a gap" checked by upwards {
        from: i64 = Local,
        until: i64 = Local,
        /// What is known.
        why: String = Because,
    }
}

fn upwards(gap: Option<&Gap>, node: &Node, context: &mut Context) {
    if gap.is_some_and(|gap| gap.until <= gap.from) {
        context.faults.add(node.place, "`until` is not after `from`");
    }
}

resettle_yaml::texts! {
    Context;
    /// A moment local to the venue, whose zone `effective` names.
    pub(crate) Local: i64, else |generator| generator.subschema_for::<Moment>() => |node, _, context| {
        let text = node.text(&mut context.faults)?;
        local_moment(text, context.zone.as_ref()?).map_err(|what| context.faults.add(node.place, what)).ok()
    };
}

/// Where `effective` is faulty, nobody can say what they are.
impl Form<Context, Local> for Vec<Gap> {
    const OPTIONAL: bool = true;

    fn take(fields: &mut Fields<'_>, key: &'static str, of: &Local, context: &mut Context) -> Option<Self> {
        let node = fields.optional(key).filter(|_| context.zone.is_some());
        node.map_or(Some(Self::new()), |node| Self::read(node, key, of, context))
    }

    fn read(node: &Node, key: &'static str, _: &Local, context: &mut Context) -> Option<Self> {
        Form::read(node, key, &(), context)
    }

    fn schema(_: &Local, generator: &mut SchemaGenerator) -> Schema {
        <Self as Form<Context>>::schema(&(), generator)
    }
}

impl Gap {
    /// Its two ends, as calendars of a zone show them.
    #[must_use]
    pub fn span(&self, zone: &str) -> String {
        format!("{} until {}", date(self.from, zone), date(self.until, zone))
    }
}

/// The date of a moment; with the time where that is not the start of the day.
pub(crate) fn date(seconds: i64, zone: &str) -> String {
    let zoned = TimeZone::get(zone).ok().zip(Timestamp::from_second(seconds).ok());
    let Some((zone, moment)) = zoned else { return seconds.to_string() };
    let moment = moment.to_zoned(zone);
    let form = if moment.time() == jiff::civil::Time::midnight() { "%Y-%m-%d" } else { "%Y-%m-%dT%H:%M:%S" };
    moment.strftime(form).to_string()
}

/// Reads a date (its first moment) or a date and time, local to `zone`.
pub(crate) fn local_moment(text: &str, zone: &TimeZone) -> Result<i64, String> {
    let civil = if text.contains('T') {
        if text.len() != 19 {
            return Err(format!("`{text}` is not of the form YYYY-MM-DDTHH:MM:SS"));
        }
        text.parse::<DateTime>().map_err(|_| format!("`{text}` is no date and time that exists"))?
    } else {
        if text.len() != 10 {
            return Err(format!("`{text}` is not of the form YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS"));
        }
        text.parse::<Date>().map_err(|_| format!("`{text}` is no date that exists"))?.at(0, 0, 0, 0)
    };
    zone.to_zoned(civil).map(|zoned| zoned.timestamp().as_second()).map_err(|error| error.to_string())
}

text_of! {
    Moment, "A date, or a date and time: YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, local to the venue.",
        "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2})?$";
}
