//! What the document leaves to the operator.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use super::OneOrSeveral;
use crate::schema::words::{Clauses, Text};

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct OptionForm {
    /// Its name, as logs and `elected` write it.
    name: Text,
    /// The clause that leaves the choice.
    clause: Clauses,
    /// What may be chosen.
    #[schemars(length(min = 2))]
    choices: Vec<ChoiceForm>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ChoiceForm {
    /// Its name, as logs and `elected` write it.
    choice: Text,
    clause: Clauses,
}

/// The options named, each with the choices under which this stands.
#[derive(JsonSchema)]
pub(crate) struct ElectedForm(BTreeMap<String, OneOrSeveral<Text>>);
