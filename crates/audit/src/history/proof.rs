use resettle_sealed_log::{Head, TrustStore};

/// What two seals of one log prove if its lines differ: `before` vouches for one history, `now` for the other.
pub(super) fn proof(log: &str, before: &Head, now: &Head, trust: Option<&TrustStore>) -> String {
    let keys = match (verified(log, before, trust), verified(log, now, trust)) {
        (Some(one), Some(other)) if one == other => format!("one key, `{one}`"),
        (Some(one), Some(other)) => format!("the keys `{one}` and `{other}`"),
        _ => {
            return "whether both seals verify cannot be said: the trust store does not hold the keys of both"
                .to_owned();
        }
    };
    if before.message(log) == now.message(log) {
        return format!(
            "both seals are valid signatures of {keys} over the same bytes: nothing sealed differs, the same was signed twice"
        );
    }
    if before.seq() == now.seq() {
        return format!(
            "both seals are valid signatures of {keys}, of two histories with the same last `seq`: they prove by themselves that the log was rewritten"
        );
    }
    format!(
        "both seals are valid signatures of {keys}: they prove, together with the log that holds the one of higher `seq`, that the log was rewritten"
    )
}

/// The name of the key under which a seal verifies.
fn verified<'t>(log: &str, head: &Head, trust: Option<&'t TrustStore>) -> Option<&'t str> {
    let key = trust?.get(head.key())?;
    head.verify(log, &key.public_key).then_some(key.name.as_str())
}
