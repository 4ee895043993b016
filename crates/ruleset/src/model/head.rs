//! For which venues a ruleset is, and the id that they give it.

use resettle_yaml::{Faults, Fields, Form, Node};
use schemars::{Schema, SchemaGenerator};

use super::SEVERAL_VENUES;
use crate::context::Context;
use crate::effective::Effective;

/// The venues of a rulebook of several.
pub(super) struct EachVenue;

impl Form<Context, EachVenue> for Vec<String> {
    const OPTIONAL: bool = true;

    fn take(fields: &mut Fields<'_>, key: &'static str, of: &EachVenue, context: &mut Context) -> Option<Self> {
        fields.optional(key).map_or(Some(Self::new()), |node| Self::read(node, key, of, context))
    }

    fn read(node: &Node, _: &'static str, _: &EachVenue, context: &mut Context) -> Option<Self> {
        let items = node.list(&mut context.faults)?;
        let mut out = Self::new();
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

    fn schema(_: &EachVenue, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = <Self as Form<Context>>::schema(&(), generator);
        schema.insert("minItems".to_owned(), 1.into());
        schema
    }
}

/// The one venue; [`SEVERAL_VENUES`] where there are several.
pub(super) struct OneVenue;

impl Form<Context, OneVenue> for String {
    const OPTIONAL: bool = true;

    fn take(fields: &mut Fields<'_>, key: &'static str, _: &OneVenue, context: &mut Context) -> Option<Self> {
        if !context.several {
            return <Self as Form<Context>>::take(fields, key, &(), context);
        }
        if let Some(node) = fields.optional(key) {
            context.faults.add(node.place, "a ruleset is for one `venue` or for several `venues`, not for both");
            return None;
        }
        Some(SEVERAL_VENUES.to_owned())
    }

    fn read(node: &Node, key: &'static str, _: &OneVenue, context: &mut Context) -> Option<Self> {
        <Self as Form<Context>>::read(node, key, &(), context)
    }

    fn schema(_: &OneVenue, generator: &mut SchemaGenerator) -> Schema {
        <Self as Form<Context>>::schema(&(), generator)
    }
}

/// The id that a file states, where the keys that it is made of were read.
pub(super) fn stated(
    jurisdiction: &Option<String>,
    venue: &Option<String>,
    game: &Option<String>,
    effective: &Option<Effective>,
) -> Option<String> {
    Some(id_of(jurisdiction.as_ref()?, venue.as_ref()?, game.as_ref()?, &effective.as_ref()?.text))
}

/// The id of a ruleset; `date` may go on with a time.
fn id_of(jurisdiction: &str, venue: &str, game: &str, date: &str) -> String {
    format!("{}/{venue}/{game}/{}", jurisdiction.to_lowercase(), date.get(..10).unwrap_or_default())
}

/// The id that a file states; its faults are reported when it is decoded.
pub(crate) fn stated_id(root: &Node) -> Option<String> {
    let mut faults = Faults::default();
    let mut fields = root.fields("the ruleset", &mut faults)?;
    let several = fields.optional("venues").is_some();
    let mut part = |key| fields.optional(key)?.text(&mut faults);
    let venue = if several { SEVERAL_VENUES } else { part("venue")? };
    let (jurisdiction, game) = (part("jurisdiction")?, part("game")?);
    let mut effective = fields.optional("effective")?.fields("`effective`", &mut faults)?;
    let date = effective.optional("from").or_else(|| effective.optional("signed"))?.text(&mut faults)?;
    Some(id_of(jurisdiction, venue, game, date))
}
