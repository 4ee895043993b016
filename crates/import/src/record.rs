//! The records of an import, as they are written.

use serde::Serialize;

use crate::mapping::Mapping;

#[derive(Serialize)]
pub(crate) struct Open<'m> {
    format: &'static str,
    log: &'m str,
    source: OpenSource<'m>,
    jurisdiction: &'m str,
    venue: &'m str,
    game: &'m str,
    table: &'m str,
    currency: &'m str,
    imported: bool,
    source_file: &'m str,
    mapping_sha256: &'m str,
}

#[derive(Serialize)]
struct OpenSource<'m> {
    kind: &'m str,
    id: &'m str,
}

impl<'m> Open<'m> {
    pub(crate) fn of(mapping: &'m Mapping, source_file: &'m str) -> Self {
        let open = &mapping.open;
        Self {
            format: "coup-log/1",
            log: &open.log,
            source: OpenSource { kind: &open.source_kind, id: &open.source_id },
            jurisdiction: &open.jurisdiction,
            venue: &open.venue,
            game: &open.game,
            table: &open.table,
            currency: &open.currency,
            imported: true,
            source_file,
            mapping_sha256: &mapping.sha256,
        }
    }
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Coup {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shoe: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) coup: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) times: Option<Times>,
    pub(crate) cards: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wagers: Option<Vec<Wager>>,
    #[serde(skip_serializing_if = "Declared::is_empty")]
    pub(crate) declared: Declared,
    pub(crate) source_row: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source_id: Option<String>,
    /// Rows of the coup that could not be read.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) unread_rows: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Times {
    pub(crate) settled: String,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Wager {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<String>,
    pub(crate) bet: String,
    pub(crate) stake: i64,
    pub(crate) returned: i64,
}

#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Declared {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) banker: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sevens: Option<i64>,
}

impl Declared {
    fn is_empty(&self) -> bool {
        self.result.is_none() && self.player.is_none() && self.banker.is_none() && self.sevens.is_none()
    }
}
