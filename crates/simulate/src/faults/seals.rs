//! Seals that do not verify, or whose key may not seal.

use crate::fault::{ANY, Ending, Fault, fault, near, nothing};
use crate::scene::{Listing, Scene, SealPlan};

pub(super) const FAULTS: &[Fault] = &[
    fault("signature_spoilt", "integrity/bad-signature", ANY, "One bit of a seal's signature is flipped.", |scene| {
        scene.orders.seal = Some(SealPlan::Spoilt);
        scene.find_in_log("integrity/bad-signature");
        Some(())
    }),
    fault("key_not_listed", "integrity/untrusted-key", ANY, "A seal's key is not in the trust store.", |scene| {
        untrusted(scene, Listing { absent: true, ..Listing::default() })
    }),
    near("key_listed", ANY, "A seal is of another key of the table that is in the trust store.", |scene| {
        other(scene, Listing::default())
    }),
    fault(
        "key_of_another_table",
        "integrity/untrusted-key",
        ANY,
        "A seal's key is trusted for another table.",
        |scene| untrusted(scene, Listing { other_table: true, ..Listing::default() }),
    ),
    fault("key_of_another_source", "integrity/untrusted-key", ANY, "A seal's key is trusted for terminals.", |scene| {
        untrusted(scene, Listing { other_kind: true, ..Listing::default() })
    }),
    fault(
        "key_a_millisecond_early",
        "integrity/untrusted-key",
        ANY,
        "A seal's key is trusted from a millisecond after the seal.",
        |scene| untrusted(scene, Listing { from: Some(1), ..Listing::default() }),
    ),
    near("key_from_the_very_moment", ANY, "A seal's key is trusted from the moment of the seal.", |scene| {
        other(scene, Listing { from: Some(0), ..Listing::default() })
    }),
    fault(
        "key_expired_at_the_moment",
        "integrity/untrusted-key",
        ANY,
        "A seal's key is trusted until the moment of the seal, which no longer counts.",
        |scene| untrusted(scene, Listing { until: Some(0), ..Listing::default() }),
    ),
    near(
        "key_expires_a_millisecond_later",
        ANY,
        "A seal's key is trusted until a millisecond after the seal.",
        |scene| other(scene, Listing { until: Some(1), ..Listing::default() }),
    ),
    fault(
        "key_revoked_at_the_moment",
        "integrity/untrusted-key",
        ANY,
        "A seal's key is revoked from the moment of the seal on.",
        |scene| untrusted(scene, Listing { revoked: Some(0), ..Listing::default() }),
    ),
    near("key_revoked_a_millisecond_later", ANY, "A seal's key is revoked a millisecond after the seal.", |scene| {
        other(scene, Listing { revoked: Some(1), ..Listing::default() })
    }),
    fault("last_seal_not_final", "integrity/not-closed", ANY, "The log ends in a seal that is not final.", nothing)
        .log(|course| {
            course.ending = Ending::NotFinal;
            course.expected.push("integrity/not-closed");
        }),
    fault("last_seal_missing", "integrity/unsealed-tail", ANY, "The log ends in records after its last seal.", nothing)
        .log(|course| {
            course.ending = Ending::NoSeal;
            course.expected.push("integrity/unsealed-tail");
        }),
    fault("never_sealed", "integrity/unsealed-tail", ANY, "The log has no seal at all.", nothing).log(|course| {
        course.ending = Ending::NoSeal;
        course.no_seals = true;
        course.expected.push("integrity/unsealed-tail");
    }),
    near(
        "imported_and_unsealed",
        ANY,
        "An imported log without any seal: not authenticated, which is no finding.",
        nothing,
    )
    .log(|course| {
        course.imported = true;
        course.ending = Ending::NoSeal;
        course.no_seals = true;
    })
    .one_log(),
    near("sealed_once", ANY, "The log has one seal, the final one.", nothing).log(|course| course.no_seals = true),
    fault(
        "record_after_the_final_seal",
        "integrity/after-final",
        ANY,
        "A record stands after the final seal.",
        nothing,
    )
    .log(|course| {
        course.ending = Ending::AfterFinal;
        course.expected.push("integrity/after-final");
    }),
    fault(
        "last_line_without_feed",
        "integrity/malformed-record",
        ANY,
        "The last line lacks its line feed: it is not read, and the log's end is not judged further.",
        nothing,
    )
    .log(|course| {
        course.ending = Ending::NoLf;
        course.expected.push("integrity/malformed-record");
    }),
    fault(
        "table_key_not_listed",
        "integrity/untrusted-key",
        ANY,
        "The table's own key is not in the trust store: reported once.",
        nothing,
    )
    .log(|course| {
        course.untrusted = true;
        course.expected.push("integrity/untrusted-key");
    }),
    fault("never_opened", "integrity/no-open", ANY, "The first line is no `open`: nothing is judged.", nothing)
        .log(|course| {
            course.no_open = true;
            course.expected.push("integrity/no-open");
        })
        .one_log(),
];

fn other(scene: &mut Scene<'_>, listing: Listing) -> Option<()> {
    scene.orders.seal = Some(SealPlan::Other(listing));
    Some(())
}

fn untrusted(scene: &mut Scene<'_>, listing: Listing) -> Option<()> {
    other(scene, listing)?;
    scene.find_in_log("integrity/untrusted-key");
    Some(())
}
