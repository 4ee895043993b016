//! `docs/gallery.md`: every finding as an inspector meets it, from a simulated log with one fault planted.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::{resettle_in, root, scratch, simulate_in};
use crate::differential::Played;
use resettle_audit::Code;
use resettle_reference::Rules;
use resettle_reference::Rules::{
    MbsBaccarat2017 as Baccarat, MbsElectronic2023 as Electronic, MbsSevenUp2011 as SevenUp2011,
    MbsSevenUp2017 as SevenUp, StarSevenUp2016 as Star,
};
use resettle_simulate::tournament::breaches;
use resettle_simulate::{Config, faults};

/// The fault that shows a code best, and the rules of the log in which it is planted.
fn shown_by(code: Code) -> Result<(&'static str, Rules), &'static str> {
    Ok(match code {
        Code::MalformedRecord => ("line_broken_off", SevenUp),
        Code::NoOpen => ("never_opened", SevenUp),
        Code::UnknownKind => ("irregularity_unknown", Electronic),
        Code::ChainBroken => ("changed_after_the_fact", Electronic),
        Code::SequenceGap => ("number_skipped", Baccarat),
        Code::TimeReversal => ("clock_back_a_millisecond", Electronic),
        Code::BadSignature => ("signature_spoilt", SevenUp),
        Code::UntrustedKey => ("key_revoked_at_the_moment", Electronic),
        Code::UnsealedTail => ("last_seal_missing", Electronic),
        Code::AfterFinal => ("record_after_the_final_seal", Baccarat),
        Code::NotClosed => ("last_seal_not_final", SevenUp),
        Code::NoneInForce => ("opened_on_the_eve", Electronic),
        Code::Uncertain => ("opened_under_the_older_rules", SevenUp),
        // Planted in the ruleset or its approvals, not in the log.
        Code::Unapproved | Code::Altered => ("clean", SevenUp),
        Code::DecksOutOfRange => ("one_deck_too_many_2011", SevenUp2011),
        Code::ImpossibleCard => ("copy_too_many", SevenUp),
        // Judged without the row on foreign cards, which all five rulesets have.
        Code::ForeignCard => ("foreign_card_unlogged", SevenUp),
        Code::NotElected | Code::NotOffered => {
            return Err("It takes rules that leave a choice to show this: [options](spec/options.md).");
        }
        Code::CutCard => {
            return Err("It takes rules that say how long a shoe goes on after its cut card to show this: \
                 `resettle-simulate log zz/copper-gate/half-on-six-baccarat/2025-06-01 --rulesets fixtures/games/rulesets \
                 --coups 300 --plant after_cut_card@60 --out DIR` plants it.");
        }
        Code::RolledBack => {
            return Err("It takes an earlier run to show this: [heads](spec/heads.md) shows one log before and after.");
        }
        Code::Fork => {
            return Err("It takes two files of one log to show this: [heads](spec/heads.md) shows them.");
        }
        Code::Disagreement | Code::MissingSource | Code::PaidUndealt | Code::Unjudged | Code::ClockTolerance => {
            return Err(
                "It takes several sources of one table to show this: pass their logs to `resettle replay` together.",
            );
        }
        Code::MissingLog | Code::Profile | Code::DigestMismatch => {
            return Err(
                "It takes a roster or venue digests to show this: `resettle batch DIR --roster FILE --digests DIR`.",
            );
        }
        Code::Unvouched => {
            return Err(
                "It takes a file without a seal that counts beside a sealed log to show this: pass both to `resettle replay` with `--trust`.",
            );
        }
        Code::Overlap => {
            return Err("It takes two logs of one source to show this: pass them to `resettle replay` together.");
        }
        Code::DispositionUnused | Code::DispositionExpired => {
            return Err("It takes a file of dispositions to show this: `resettle batch DIR --dispositions FILE`.");
        }
        Code::PreviousUnverified | Code::LogReplaced => {
            return Err(
                "It takes the report of the period before to show this: `resettle batch DIR --previous REPORT`.",
            );
        }
        Code::MalformedRow
        | Code::NoScrutineer
        | Code::CashAlternative
        | Code::CashPaid
        | Code::Payment
        | Code::PaymentSum
        | Code::ProhibitedPrize
        | Code::TermsUnavailable
        | Code::Marketing
        | Code::TermMissing
        | Code::NotificationLate
        | Code::NotificationMeans
        | Code::DetailsLate
        | Code::Amended
        | Code::NotInformed
        | Code::DenialRecord
        | Code::ComplaintRight
        | Code::Inspectorate
        | Code::DrawnCompromised
        | Code::PromotionTimes
        | Code::DrawnTwice
        | Code::MissingFile => {
            return Err("It takes a register of promotional prizes to show this: `resettle promotions REGISTER`.");
        }
        Code::ReplacedCards => ("replaced_by_a_seven", SevenUp),
        Code::UnreadableCard => ("card_unreadable", Baccarat),
        Code::MissingDraw => ("banker_did_not_draw", Baccarat),
        Code::ExtraDraw => ("player_drew_too_many", SevenUp),
        Code::MisplacedCard => ("first_cards_swapped", SevenUp),
        Code::CarriedCard => ("players_card_not_carried", Star),
        Code::Misdeclared => ("winner_misdeclared", SevenUp),
        Code::VoidUndeclared => ("foreign_card_settled", SevenUp),
        Code::VoidGroundless => ("void_noticed_too_late", SevenUp),
        Code::VoidDiscretionary => ("void_by_shift_manager", Electronic),
        Code::Underpaid => ("banker_seven_paid_even", SevenUp),
        Code::Overpaid => ("player_seven_paid_even", SevenUp),
        Code::LateHonoured => ("late_by_a_millisecond_paid", SevenUp),
        Code::WithdrawnHonoured => ("withdrawn_late_from_a_loss", SevenUp),
        Code::NotPermitted => ("both_hands_without_leave", Star),
        Code::Refused => ("refused_at_a_table", Baccarat),
        Code::ClaimRefuted => ("wrong_count_though_cards_are_right", SevenUp),
        Code::ClaimUnsupported => ("stands_on_a_claim_alone", SevenUp),
        Code::OverLimit => ("over_the_maximum_settled_whole", Star),
        Code::UnderLimit => ("under_the_minimum_by_a_chip", Electronic),
        Code::WrdMismatch => ("display_wrong", Electronic),
        Code::NotificationMissing => ("inspector_not_told", Star),
        Code::AuthorityMissing => ("void_by_the_dealer", Star),
        Code::CheckMissing => ("check_forgotten", Star),
        Code::Ruling => ("ruled_void_and_settled", Star),
        Code::Clock => ("settled_two_hours_later", SevenUp),
        Code::BurnMissing => ("first_card_not_burned", Star),
        Code::Burn => ("coup_burned", SevenUp),
        Code::Sign => ("chip_above_the_minimum", Star),
        Code::NoBetCoup => ("exposed_card_opens_live_coup", Star),
        Code::CoupGap => ("coup_number_skipped", SevenUp),
        Code::ShoeRecord => ("shoe_ended_and_used", Baccarat),
        Code::Times => ("settled_before_first_card", SevenUp),
        Code::SectionMissing => ("declaration_missing", Baccarat),
        Code::DuplicateId => ("one_id_for_two_wagers", SevenUp),
        Code::TournamentNoRules => {
            return Err("It takes the log of a table whose ruleset has no rules of tournaments to show this.");
        }
        // Planted in a tournament, each at a place of its own.
        code if code.as_str().starts_with("tournament/") => {
            let breach = breaches().iter().find(|breach| breach.code == code.as_str());
            (breach.map(|breach| breach.name).unwrap(), Star)
        }
        other => panic!("nothing shows {other}"),
    })
}

/// What the families of codes are about.
fn family_title(family: &str) -> &'static str {
    match family {
        "integrity" => "The log itself",
        "ruleset" => "Which rules",
        "deal" => "Cards",
        "result" => "The announcement",
        "void" => "Voids",
        "settlement" => "Payments",
        "wager" => "Wagers",
        "claim" => "Claims",
        "display" => "The display",
        "procedure" => "Procedure",
        "reconcile" => "Several sources",
        "promotion" => "Promotional prizes",
        "tournament" => "Tournament play",
        "disposition" => "Waivers, rulings and the report before",
        other => panic!("no title for {other}"),
    }
}

/// What `resettle replay` prints about the finding, without the help, which stands below it.
fn as_printed(code: Code, fault: &str, rules: Rules) -> String {
    let mut config = Config::clean(rules, 30, 3);
    config.faults.at.push((fault.to_owned(), 5));
    let played = Played::of(&config);
    let folder = scratch();
    std::fs::write(folder.path().join("log.jsonl"), &played.log).unwrap();
    std::fs::write(folder.path().join("trust.yaml"), &played.outcome.trust_yaml).unwrap();
    let mut args = vec!["replay", "log.jsonl", "--trust", "trust.yaml"];
    if code == Code::ForeignCard {
        without_foreign_cards(rules, &folder.path().join("rulesets"));
        args.extend(["--rulesets", "rulesets"]);
    }
    let run = resettle_in(folder.path(), &args);
    block(code, &run.out)
}

/// What `resettle replay` prints about a breach in a tournament, likewise.
fn in_a_tournament(code: Code, breach: &str) -> String {
    let folder = scratch();
    let args = ["log", Star.id(), "--tournament", "--plant", breach, "--out", "t"];
    assert_eq!(simulate_in(folder.path(), &args).status, 0);
    let mut logs: Vec<String> = std::fs::read_dir(folder.path().join("t"))
        .unwrap()
        .map(|entry| format!("t/{}", entry.unwrap().file_name().to_str().unwrap()))
        .filter(|path| path.ends_with(".jsonl"))
        .collect();
    logs.sort();
    let args = ["replay", "--trust", "t/trust.yaml"].into_iter().chain(logs.iter().map(String::as_str));
    let run = resettle_in(folder.path(), &args.collect::<Vec<_>>());
    block(code, &run.out)
}

/// What `resettle replay` prints about a ruleset that nobody approved, or that was changed afterwards.
fn about_approval(code: Code, rules: Rules) -> String {
    let played = Played::of(&Config::clean(rules, 30, 3));
    let folder = scratch();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("log.jsonl"), &played.log).unwrap();
    std::fs::write(path("trust.yaml"), &played.outcome.trust_yaml).unwrap();
    let embedded = resettle_rulesets::embedded().find(|embedded| embedded.id == rules.id()).unwrap();
    let own = path("rulesets").join(rules.id());
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("ruleset.yaml"), embedded.yaml).unwrap();
    std::fs::write(own.join("notes.md"), embedded.notes).unwrap();
    let key = resettle_signing::PrivateKey::from_seed(&[11; 32], "").unwrap();
    write_private(&path("approver"), &key.to_openssh().unwrap());
    let line = format!("approver@regulator {}\n", key.public_key().unwrap().to_openssh(""));
    std::fs::write(path("approvers"), line).unwrap();
    if code == Code::Altered {
        let sign = ["ruleset", "approve", rules.id(), "--rulesets", "rulesets", "--key", "approver", "--out", "a.yaml"];
        let run = resettle_in(folder.path(), &[&sign[..], &["--at", "2026-11-20T09:00:00Z"]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        let approvals = path("rulesets/approvals").join(rules.id());
        std::fs::create_dir_all(&approvals).unwrap();
        for file in ["a.yaml", "a.yaml.sig"] {
            std::fs::rename(path(file), approvals.join(file)).unwrap();
        }
        assert_eq!(embedded.yaml.matches("pays: 9 to 5").count(), 1);
        std::fs::write(own.join("ruleset.yaml"), embedded.yaml.replace("pays: 9 to 5", "pays: 9 to 4")).unwrap();
    }
    let args = ["replay", "log.jsonl", "--trust", "trust.yaml", "--rulesets", "rulesets", "--approvers", "approvers"];
    let run =
        resettle_in(folder.path(), &[&args[..], &["--require-approved", "--at", "2026-11-21T09:00:00Z"]].concat());
    block(code, &run.out)
}

#[cfg(unix)]
fn write_private(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).unwrap();
}

#[cfg(not(unix))]
fn write_private(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
}

/// The first finding of a code, as printed, without the help, which stands below it.
fn block(code: Code, printed: &str) -> String {
    let headed = |block: &&str| [' ', '\n'].iter().any(|after| block.contains(&format!(" {code}{after}")));
    let blocks: Vec<&str> = printed.split("\n\n").filter(headed).collect();
    let [block, ..] = blocks.as_slice() else { panic!("{code}: nothing printed: {printed}") };
    let reported = block.split("\n  help ").next().unwrap();
    reported.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// A copy of a ruleset that has nothing to say about foreign cards.
fn without_foreign_cards(rules: Rules, folder: &Path) {
    let embedded = resettle_rulesets::embedded().find(|embedded| embedded.id == rules.id()).unwrap();
    let row = "  - {kind: foreign_card,";
    // Before and after the settlement.
    assert_eq!(embedded.yaml.matches(row).count(), 2);
    let yaml: String = embedded.yaml.split_inclusive('\n').filter(|line| !line.starts_with(row)).collect();
    let folder = folder.join(rules.id());
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("ruleset.yaml"), yaml).unwrap();
    std::fs::write(folder.join("notes.md"), embedded.notes).unwrap();
}

/// The first paragraph of a section of a code's page.
fn paragraph(code: Code, section: &str) -> &'static str {
    let (_, text) = code.explanation().split_once(&format!("\n## {section}\n")).unwrap();
    text.split("\n\n").next().unwrap().trim()
}

/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test all -- gallery::`
#[test]
fn the_gallery_is_current() {
    let mut page = String::from(
        "# The gallery of findings\n\n\
         Every finding there is, as an inspector meets it: a simulated log with one fault planted, what `resettle replay`\n\
         prints about it, why it matters, what to do. `resettle explain CODE` says more on each, and\n\
         `resettle-simulate log ID --plant FAULT@COUP --out DIR` plants any of these faults in a log of your own, and with\n\
         `--tournament` any breach of the rules of tournaments (`--plant BREACH`).\n\n\
         Made by a test from the tool's own output; do not edit it by hand.\n",
    );
    let mut family = "";
    for code in Code::ALL {
        let own = code.as_str().split('/').next().unwrap();
        if own != family {
            family = own;
            page.push_str(&format!("\n## {}\n", family_title(family)));
        }
        page.push_str(&format!("\n### {code}\n\n{} ({})\n\n", code.title(), code.severity().word()));
        match shown_by(*code) {
            Ok((_, rules)) if matches!(code, Code::Unapproved | Code::Altered) => {
                let planted = match code {
                    Code::Altered => "the ruleset is approved, and one of its odds changed afterwards.",
                    _ => "there are approvers, and none of them approved the ruleset.",
                };
                page.push_str(&format!("**Planted** beside the log, `{}`: {planted}\n\n", rules.id()));
                page.push_str(&format!("```text\n{}\n```\n\n", about_approval(*code, rules)));
            }
            Ok((name, _)) if code.as_str().starts_with("tournament/") => {
                let breach = breaches().iter().find(|breach| breach.name == name).unwrap();
                page.push_str(&format!("**Planted** as `{name}` in a tournament: {}\n\n", breach.about));
                page.push_str(&format!("```text\n{}\n```\n\n", in_a_tournament(*code, name)));
            }
            Ok((name, rules)) => {
                let fault = faults().into_iter().find(|fault| fault.name == name).unwrap();
                let mut judged = "";
                if *code == Code::ForeignCard {
                    judged = " Judged by a copy of these rules without their row on foreign cards, which all five \
                              rulesets have; with it, this is `void/undeclared`.";
                    assert_eq!(fault.code, Some("void/undeclared"));
                } else {
                    assert_eq!(fault.code, Some(code.as_str()), "{name}");
                }
                page.push_str(&format!("**Planted** as `{name}`, `{}`: {}{judged}\n\n", rules.id(), fault.about));
                page.push_str(&format!("```text\n{}\n```\n\n", as_printed(*code, name, rules)));
            }
            Err(why) => page.push_str(&format!("{why}\n\n")),
        }
        page.push_str(&format!("**Why it matters.** {}\n\n", paragraph(*code, "Why it matters")));
        page.push_str(&format!("**What to do.** {}\n", code.help().unwrap()));
    }
    let path = root().join("docs/gallery.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), page, "docs/gallery.md is out of date");
}
