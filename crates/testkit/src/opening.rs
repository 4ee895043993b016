//! What the first record of a log says.

use serde_json::{Value, json};

use crate::{LOG, id, own};

/// What the first record of a log says. Unless something else is asked for, it is of Marina Bay Sands, in Singapore
/// dollars, and the log will be sealed by [`own`].
#[derive(Clone, Debug)]
pub struct Opening {
    log: String,
    kind: String,
    source: String,
    place: [String; 2],
    game: String,
    table: String,
    currency: String,
    key: Option<String>,
}

/// Of 7 Up Baccarat, by the table itself, `7UP-03`.
impl Default for Opening {
    fn default() -> Self {
        Self::of("table", "7UP-03").log(LOG).game("7-up-baccarat").table("7UP-03")
    }
}

impl Opening {
    /// Of Baccarat at table `T`, by this kind of source, such as `table`, whose id is the log's as well.
    #[must_use]
    pub fn of(kind: &str, source: &str) -> Self {
        Self {
            log: source.to_owned(),
            kind: kind.to_owned(),
            source: source.to_owned(),
            place: ["SG".to_owned(), "mbs".to_owned()],
            game: "baccarat".to_owned(),
            table: "T".to_owned(),
            currency: "SGD".to_owned(),
            key: Some(id(&own())),
        }
    }

    /// A log of another id than its source.
    #[must_use]
    pub fn log(mut self, log: &str) -> Self {
        log.clone_into(&mut self.log);
        self
    }

    /// Another jurisdiction and venue.
    #[must_use]
    pub fn venue(mut self, jurisdiction: &str, venue: &str) -> Self {
        self.place = [jurisdiction.to_owned(), venue.to_owned()];
        self
    }

    /// Another game.
    #[must_use]
    pub fn game(mut self, game: &str) -> Self {
        game.clone_into(&mut self.game);
        self
    }

    /// Another table.
    #[must_use]
    pub fn table(mut self, table: &str) -> Self {
        table.clone_into(&mut self.table);
        self
    }

    /// Another currency.
    #[must_use]
    pub fn currency(mut self, currency: &str) -> Self {
        currency.clone_into(&mut self.currency);
        self
    }

    /// Another key, by its id.
    #[must_use]
    pub fn key(mut self, id: &str) -> Self {
        self.key = Some(id.to_owned());
        self
    }

    /// Imported: no key has to seal it.
    #[must_use]
    pub fn imported(mut self) -> Self {
        self.key = None;
        self
    }

    /// The id of the log.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.log
    }

    /// The body of the record: the text after `"at":…,`.
    #[must_use]
    pub fn body(&self) -> String {
        let text = |text: &String| json!(text).to_string();
        let [jurisdiction, venue] = self.place.each_ref().map(text);
        let end = self.key.as_ref().map_or(r#""imported":true"#.to_owned(), |key| format!(r#""key":{}"#, text(key)));
        format!(
            r#""type":"open","format":"coup-log/1","log":{},"source":{{"kind":{},"id":{}}},"jurisdiction":{jurisdiction},"venue":{venue},"game":{},"table":{},"currency":{},{end}"#,
            text(&self.log),
            text(&self.kind),
            text(&self.source),
            text(&self.game),
            text(&self.table),
            text(&self.currency),
        )
    }

    /// The record, written at this time.
    #[must_use]
    pub fn record(&self, at: &str) -> Value {
        serde_json::from_str(&format!(r#"{{"at":{},{}}}"#, json!(at), self.body())).unwrap()
    }
}
