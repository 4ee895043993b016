use resettle_document::Document;

use super::yaml::text;
use crate::broken::{Broken, hold, same};

/// The text of a rule document.
///
/// # Errors
/// A text that is read otherwise the second time, clauses that are not to be found, faults nowhere.
pub fn rule_document(data: &[u8]) -> Result<(), Broken> {
    let Some(text) = text(data) else { return Ok(()) };
    match (Document::parse(text), Document::parse(text)) {
        (Ok(mut document), Ok(again)) => {
            document.fit(|_| None);
            let clauses = document.main.clauses();
            for at in 0..clauses.len() {
                same(&document.main.fingerprint(at), &again.main.fingerprint(at), "a clause reads otherwise")?;
                let text = document.main.text(at);
                let _ = (resettle_document::pay_rows(&text), resettle_document::deck_range(&text));
            }
            if let Some(other) = &document.other {
                let _ = resettle_document::align(&document.main, other);
            }
            Ok(())
        }
        (Err(faults), Err(_)) => hold(!faults.all().is_empty(), || "refused, and nobody says why".to_owned()),
        _ => Err(Broken("a document is taken once and refused once".to_owned())),
    }
}
