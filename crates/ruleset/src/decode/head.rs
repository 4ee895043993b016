use jiff::tz::TimeZone;
use resettle_yaml::{Fields, Form, Node};

use super::context::Context;
use crate::effective::{Effective, Gap, local_moment};
use crate::model::{DocumentSource, SEVERAL_VENUES};

pub(super) struct Header {
    pub(super) title: String,
    pub(super) version: Option<String>,
    pub(super) jurisdiction: String,
    pub(super) venue: String,
    pub(super) venues: Vec<String>,
    pub(super) game: String,
    pub(super) effective: Effective,
    pub(super) gaps: Vec<Gap>,
    pub(super) source: DocumentSource,
}

pub(super) fn head(fields: &mut Fields<'_>, id: &str, context: &mut Context) -> Option<Header> {
    let title = text(fields, "title", context);
    let version = fields.optional("version").and_then(|node| node.text(&mut context.faults)).map(str::to_owned);
    let jurisdiction = text(fields, "jurisdiction", context);
    let venues = fields.optional("venues").map(|node| venues(node, context));
    let venue = venue(fields, venues.is_some(), context);
    let game = text(fields, "game", context);
    let effective_node = fields.required("effective", &mut context.faults);
    let effective = effective_node.and_then(|node| effective(node, context));
    let zone = effective.as_ref().and_then(|e| TimeZone::get(&e.zone).ok());
    let gaps = match (fields.optional("gaps"), zone) {
        (Some(node), Some(zone)) => gaps(node, &zone, context),
        _ => Vec::new(),
    };
    let source = Form::take(fields, "source", &(), context);
    let (jurisdiction, venue, game) = (jurisdiction?, venue?, game?);
    let effective = effective?;
    let expected = id_of(&jurisdiction, &venue, &game, &effective.text);
    if expected != id {
        context.faults.add_with_help(
            effective_node?.place,
            format!("the folder is `{id}`, but the file says `{expected}`"),
            "the folder's path is the ruleset's id: <jurisdiction>/<venue>/<game>/<effective date>",
        );
    }
    let venues = match venues {
        Some(venues) => venues?,
        None => Vec::new(),
    };
    Some(Header { title: title?, version, jurisdiction, venue, venues, game, effective, gaps, source: source? })
}

/// The id of a ruleset; `date` may go on with a time.
fn id_of(jurisdiction: &str, venue: &str, game: &str, date: &str) -> String {
    format!("{}/{venue}/{game}/{}", jurisdiction.to_lowercase(), date.get(..10).unwrap_or_default())
}

/// The id that a file states; its faults are reported when it is decoded.
pub(super) fn stated_id(root: &Node) -> Option<String> {
    let mut faults = resettle_yaml::Faults::default();
    let mut fields = root.fields("the ruleset", &mut faults)?;
    let several = fields.optional("venues").is_some();
    let mut part = |key| fields.optional(key)?.text(&mut faults);
    let venue = if several { SEVERAL_VENUES } else { part("venue")? };
    let (jurisdiction, game) = (part("jurisdiction")?, part("game")?);
    let mut effective = fields.optional("effective")?.fields("`effective`", &mut faults)?;
    let date = effective.optional("from").or_else(|| effective.optional("signed"))?.text(&mut faults)?;
    Some(id_of(jurisdiction, venue, game, date))
}

/// The one venue; of several the id names none.
fn venue(fields: &mut Fields<'_>, several: bool, context: &mut Context) -> Option<String> {
    if !several {
        return text(fields, "venue", context);
    }
    if let Some(node) = fields.optional("venue") {
        context.faults.add(node.place, "a ruleset is for one `venue` or for several `venues`, not for both");
        return None;
    }
    Some(SEVERAL_VENUES.to_owned())
}

fn venues(node: &Node, context: &mut Context) -> Option<Vec<String>> {
    let items = node.list(&mut context.faults)?;
    let mut out: Vec<String> = Vec::new();
    for item in items {
        let name = item.text(&mut context.faults)?.to_owned();
        if out.contains(&name) {
            context.faults.add(item.place, format!("`{name}` stands twice"));
        }
        out.push(name);
    }
    if out.is_empty() {
        context.faults.add(node.place, "no venue is named here");
        return None;
    }
    Some(out)
}

fn text(fields: &mut Fields<'_>, key: &'static str, context: &mut Context) -> Option<String> {
    fields.required(key, &mut context.faults).and_then(|node| node.text(&mut context.faults)).map(str::to_owned)
}

fn effective(node: &Node, context: &mut Context) -> Option<Effective> {
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
    let (date, zone) = (date?, zone?);
    let text = date.text(&mut context.faults)?;
    let start = moment(date, &zone, context)?;
    Some(Effective { start, zone: zone_name?, text: text.to_owned(), open: on.is_some() })
}

fn moment(node: &Node, zone: &TimeZone, context: &mut Context) -> Option<i64> {
    let text = node.text(&mut context.faults)?;
    local_moment(text, zone).map_err(|what| context.faults.add(node.place, what)).ok()
}

fn gaps(node: &Node, zone: &TimeZone, context: &mut Context) -> Vec<Gap> {
    let items = node.list(&mut context.faults).unwrap_or_default();
    let mut out = Vec::new();
    for item in items {
        let Some(mut fields) = item.fields("a gap", &mut context.faults) else { continue };
        let from = fields.required("from", &mut context.faults).and_then(|node| moment(node, zone, context));
        let until = fields.required("until", &mut context.faults).and_then(|node| moment(node, zone, context));
        let why = text(&mut fields, "why", context);
        fields.finish(&mut context.faults);
        if let (Some(from), Some(until), Some(why)) = (from, until, why) {
            if until <= from {
                context.faults.add(item.place, "`until` is not after `from`");
            }
            out.push(Gap { from, until, why });
        }
    }
    out
}
