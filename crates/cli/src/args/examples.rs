//! Two examples for each command, which its `--help` and its manual page end with.

use clap::{Command, CommandFactory as _};

use super::Args;

/// What an example does, and what is typed for it behind `resettle`.
type Example = (&'static str, &'static str);

/// By the words that name a command.
const EXAMPLES: &[(&str, [Example; 2])] = &[
    (
        "replay",
        [
            ("One log, by the keys that may seal it", "replay log.jsonl --trust trust.yaml"),
            (
                "A signed report of two logs of one table, with page and workbook",
                "replay shoe.jsonl terminals.jsonl --trust trust.yaml --report report --key inspector",
            ),
        ],
    ),
    (
        "batch",
        [
            (
                "June, with what the roster expects and the exceptions of May",
                "batch logs --trust trust.yaml --from 2026-06-01 --to 2026-06-30 --roster roster.yaml --previous may",
            ),
            (
                "The same as a signed report and as tables for SQL",
                "batch logs --trust trust.yaml --report june --key auditor --export tables",
            ),
        ],
    ),
    (
        "plan",
        [
            ("A month in units of work", "plan logs --trust trust.yaml --out plan"),
            ("With tables of every coup and wager", "plan logs --trust trust.yaml --out plan --export-format parquet"),
        ],
    ),
    (
        "judge",
        [
            ("The first unit of a plan", "judge plan --unit 0 --out results"),
            ("Another one, on another machine", "judge plan --unit 7 --out results --quiet"),
        ],
    ),
    (
        "merge",
        [
            ("All results together, in the terminal", "merge plan --results results"),
            ("As a signed report", "merge plan --results results --report june --key auditor"),
        ],
    ),
    (
        "export",
        [
            ("Every coup, card and wager as Parquet", "export log.jsonl --trust trust.yaml --out tables"),
            ("As CSV", "export log.jsonl --trust trust.yaml --out tables --export-format csv"),
        ],
    ),
    (
        "sample",
        [
            ("Coups to be looked up on video", "sample june --tables june-tables --n 25 --seed 20260701"),
            ("The same for a program", "sample june --tables june-tables --n 25 --seed 20260701 --format json"),
        ],
    ),
    (
        "promotions",
        [
            ("A register of prizes", "promotions register.csv"),
            ("As a signed report", "promotions register.csv --report prizes --key auditor"),
        ],
    ),
    (
        "verify",
        [
            ("Whether a log is whole and sealed by a key that may", "verify log.jsonl --trust trust.yaml"),
            (
                "Whether it goes on from where it was last time",
                "verify log.jsonl --trust trust.yaml --heads heads.jsonl",
            ),
        ],
    ),
    (
        "explain",
        [("What a finding means and what to do about it", "explain settlement/overpaid"), ("All findings", "explain")],
    ),
    (
        "explain-coup",
        [
            ("Coup 9 of a shoe, step by step", "explain-coup log.jsonl S-0001 9 --trust trust.yaml"),
            (
                "What another ruleset would say of it",
                "explain-coup log.jsonl S-0001 9 --ruleset sg/mbs/7-up-baccarat/2017-02-17",
            ),
        ],
    ),
    (
        "evidence",
        [
            (
                "A folder that proves what the log says of coup 9",
                "evidence log.jsonl S-0001 9 --trust trust.yaml --out coup-9",
            ),
            ("The same of the coup on a line", "evidence log.jsonl --line 12 --trust trust.yaml --out line-12"),
        ],
    ),
    (
        "ruleset list",
        [
            ("What is embedded", "ruleset list"),
            ("With the rulesets of a folder", "ruleset list --add-rulesets rulesets"),
        ],
    ),
    (
        "ruleset show",
        [
            ("One ruleset as a page of text", "ruleset show sg/mbs/7-up-baccarat/2017-02-17"),
            ("One of a folder", "ruleset show zz/venue/game/2026-01-01 --rulesets rulesets"),
        ],
    ),
    (
        "ruleset clauses",
        [
            ("The clauses of a document, with their hashes", "ruleset clauses --document rules.txt"),
            ("Of a PDF", "ruleset clauses --document rules.pdf"),
        ],
    ),
    (
        "ruleset check",
        [
            ("Every ruleset below a folder", "ruleset check rulesets"),
            ("All faults as one JSON document", "ruleset check rulesets --format json"),
        ],
    ),
    (
        "ruleset test",
        [
            ("The cases that a ruleset ships", "ruleset test sg/mbs/7-up-baccarat/2017-02-17"),
            ("Of every ruleset below a folder", "ruleset test --rulesets rulesets"),
        ],
    ),
    (
        "ruleset approve",
        [
            (
                "Sign a version, beside the one in force",
                "ruleset approve zz/venue/game/2026-01-01 --rulesets rulesets --key approver",
            ),
            ("One that is embedded", "ruleset approve sg/mbs/7-up-baccarat/2017-02-17 --key approver"),
        ],
    ),
    (
        "ruleset pack",
        [
            ("All rulesets below a folder, as one signed file", "ruleset pack rulesets --key desk --out rules.pack"),
            (
                "One version, which has to be approved",
                "ruleset pack rulesets --only zz/venue/game/2026-01-01 --approvers approvers --key desk --out new.pack",
            ),
        ],
    ),
    (
        "ruleset trace",
        [
            (
                "A ruleset beside its document, clause by clause",
                "ruleset trace sg/mbs/7-up-baccarat/2017-02-17 --document rules.pdf",
            ),
            (
                "One of your own, as JSON",
                "ruleset trace zz/venue/game/2026-01-01 --rulesets rulesets --document rules.pdf --format json",
            ),
        ],
    ),
    (
        "ruleset equivalent",
        [
            (
                "What is proven of two versions",
                "ruleset equivalent sg/mbs/7-up-baccarat/2011-08-26 sg/mbs/7-up-baccarat/2017-02-17",
            ),
            (
                "A draft, but for differences that were accepted",
                "ruleset equivalent sg/mbs/7-up-baccarat/2017-02-17 draft --accepted accepted.txt",
            ),
        ],
    ),
    (
        "ruleset history",
        [
            ("What changed over all versions of a game", "ruleset history sg/mbs/7-up-baccarat --changed"),
            ("Every value, as JSON", "ruleset history sg/mbs/7-up-baccarat --format json"),
        ],
    ),
    (
        "ruleset weave",
        [
            (
                "One page with the document and the rules side by side",
                "ruleset weave sg/mbs/7-up-baccarat/2017-02-17 --document rules.pdf --out woven",
            ),
            (
                "With what the version before says otherwise",
                "ruleset weave sg/mbs/7-up-baccarat/2017-02-17 --document rules.pdf --out woven --against sg/mbs/7-up-baccarat/2011-08-26 --old-document old.pdf",
            ),
        ],
    ),
    (
        "ruleset example",
        [("Into a folder named resettle-example", "ruleset example"), ("Into another one", "ruleset example try")],
    ),
    (
        "ruleset schema",
        [
            ("For an editor that completes keys", "ruleset schema"),
            ("Without colour, into a file", "ruleset schema --color never"),
        ],
    ),
    (
        "odds",
        [
            ("Every wager at eight decks", "odds sg/mbs/7-up-baccarat/2017-02-17 --decks 8"),
            (
                "What rounding makes of them at a table's stakes, in cents",
                "odds au-nsw/star/7-up-baccarat/2016-08-17 --chip 2500 --minimum 2500 --maximum 100000",
            ),
        ],
    ),
    (
        "diff",
        [
            ("Two versions", "diff sg/mbs/7-up-baccarat/2011-08-26 sg/mbs/7-up-baccarat/2017-02-17"),
            (
                "What the change would have meant for a log",
                "diff sg/mbs/7-up-baccarat/2011-08-26 sg/mbs/7-up-baccarat/2017-02-17 --replay log.jsonl",
            ),
        ],
    ),
    (
        "key new",
        [
            ("A key that signs reports", "key new auditor"),
            ("With a passphrase from a file", "key new auditor --passphrase-file passphrase"),
        ],
    ),
    ("key show", [("Its id, for a trust store", "key show auditor.pub"), ("Of a private key", "key show auditor")]),
    (
        "seal",
        [
            ("Records of a table, chained and sealed", "seal records.jsonl --key table-key --out log.jsonl"),
            (
                "With a key that has a passphrase",
                "seal records.jsonl --key table-key --passphrase-file passphrase --out log.jsonl",
            ),
        ],
    ),
    (
        "import csv",
        [
            (
                "A mapping from a CSV itself, to be looked through",
                "import csv export.csv --draft --zone Asia/Singapore --map mapping.yaml",
            ),
            ("A CSV by a mapping", "import csv export.csv --map mapping.yaml --out log.jsonl"),
        ],
    ),
    (
        "import json",
        [
            ("A mapping from JSON itself, to be looked through", "import json rounds.jsonl --draft --map mapping.yaml"),
            ("Rounds by a mapping", "import json rounds.jsonl --map mapping.yaml --out log.jsonl"),
        ],
    ),
    (
        "import angel-eye",
        [
            (
                "A mapping from a capture itself, to be looked through",
                "import angel-eye shoe.bin --draft --map shoe.yaml",
            ),
            (
                "What a shoe sent in a night, with the time at which it was taken",
                "import angel-eye shoe.bin --map shoe.yaml --out log.jsonl --at 2026-06-02T06:00:00+08:00",
            ),
        ],
    ),
    (
        "record",
        [
            (
                "What the shoe behind a serial server sends, day by day",
                "record --tcp 10.0.7.21:4001 --map shoe.yaml --key table --dir t7 --day-begins 06:00",
            ),
            (
                "A serial server that connects by itself",
                "record --listen 0.0.0.0:4001 --map shoe.yaml --key table --dir t7",
            ),
        ],
    ),
    (
        "digest",
        [
            ("A venue's day", "digest logs --day 2026-06-01 --key venue --out 2026-06-01.digest"),
            (
                "A month, a digest for each day, chained to the last day of the month before",
                "digest logs --from 2026-06-01 --to 2026-06-30 --key venue --out june --previous may/2026-05-31.digest",
            ),
        ],
    ),
    (
        "profile draft",
        [
            (
                "What the logs of a good month hold, to be read over",
                "profile draft logs --zone Asia/Singapore --out roster.yaml",
            ),
            (
                "With days of play that begin at six, in the terminal",
                "profile draft logs --zone Asia/Singapore --day-starts 06:00",
            ),
        ],
    ),
    (
        "dispositions draft",
        [
            ("A file to be filled in, of a report's findings", "dispositions draft june --out dispositions.yaml"),
            ("As a sheet for a spreadsheet", "dispositions draft june --by table --format csv --out answers.csv"),
        ],
    ),
    (
        "dispositions read",
        [
            ("A sheet that was filled in, as batch takes it", "dispositions read answers.csv --out dispositions.yaml"),
            ("In the terminal", "dispositions read answers.csv"),
        ],
    ),
    (
        "report verify",
        [
            (
                "Whether a report is as it was signed, by whom, and made with the keys that you know",
                "report verify june --signers allowed_signers --trust trust.yaml --roster-signers roster_signers --digest-signers digest_signers",
            ),
            ("Whether its files are what its manifest says", "report verify june"),
        ],
    ),
    (
        "report diff",
        [
            ("What another run over June changed, and why", "report diff june june-again"),
            ("For programs", "report diff june june-again --format json"),
        ],
    ),
    (
        "report trend",
        [
            (
                "A year, and how long what is open has been open, by who sees to it",
                "report trend reports/2025-* reports/2026-*",
            ),
            ("For programs", "report trend may june july --format json"),
        ],
    ),
    ("report show", [("As it was printed", "report show june"), ("Each finding whole", "report show june --verbose")]),
    (
        "report countersign",
        [
            (
                "Sign off what another person reported",
                "report countersign report --key own --role inspector --name bob",
            ),
            (
                "With what you decided about its findings",
                "report countersign report --key own --role auditor --dispositions answers.yaml --signers signers",
            ),
        ],
    ),
    (
        "timestamp request",
        [
            ("For a report", "timestamp request june --out june.tsq"),
            ("For a venue's digest", "timestamp request 2023-06-01.digest --out digest.tsq"),
        ],
    ),
    (
        "timestamp add",
        [
            ("Keep the answer beside the report", "timestamp add june --timestamp june.tsr"),
            ("Only if it counts", "timestamp add june --timestamp june.tsr --tsa tsa.pem"),
        ],
    ),
    (
        "timestamp check",
        [
            ("A report", "timestamp check june --tsa tsa.pem"),
            ("A report and digests", "timestamp check june 2023-06-01.digest 2023-06-02.digest --tsa tsa.pem"),
        ],
    ),
    (
        "witness key",
        [
            ("A witness's", "witness key witness.pub --name witness.example/1"),
            ("That of a venue's notes", "witness key venue.pub --name casino.example/digests/mbs --log"),
        ],
    ),
    (
        "witness note",
        [
            (
                "Over a venue's first digests",
                "witness note june --origin casino.example/digests --key venue --out june.note",
            ),
            (
                "Over those of the next month as well, for witnesses on the network",
                "witness note july --origin casino.example/digests --key venue --after june.note --out july.note --request july.txt",
            ),
        ],
    ),
    (
        "witness cosign",
        [
            (
                "The first note of a venue",
                "witness cosign june.note --first --venue VKEY --key own --name witness.example/1 --out june.own",
            ),
            (
                "The next one",
                "witness cosign july.note --after june.note --venue VKEY --key own --name witness.example/1 --out july.own",
            ),
        ],
    ),
    (
        "witness add",
        [
            ("What two witnesses answered", "witness add june.note --cosignature one --cosignature two"),
            ("Only if it counts", "witness add june.note --cosignature one --witnesses witnesses"),
        ],
    ),
    (
        "witness check",
        [
            ("Notes", "witness check june.note july.note --witnesses witnesses"),
            ("And which digests they show", "witness check july.note --witnesses witnesses --digests july"),
        ],
    ),
    (
        "report render",
        [
            ("The page and the workbook of a report.json", "report render report.json --out pages"),
            ("Of a signed report", "report render june --out pages"),
        ],
    ),
    ("demo", [("Everything once", "demo"), ("Into a folder, to look at", "demo casino")]),
    ("schema", [("Of a line of a log", "schema coup-log"), ("Of report.json", "schema report")]),
    ("completions", [("For bash", "completions bash"), ("For fish", "completions fish")]),
    (
        "man",
        [("Into a folder of their own", "man --out man"), ("Where `man` looks", "man --out /usr/local/share/man/man1")],
    ),
];

/// What the command line takes, each command with its examples.
pub fn command() -> Command {
    with_examples(Args::command(), "")
}

fn with_examples(mut command: Command, path: &str) -> Command {
    let subcommands: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    for name in &subcommands {
        let path = format!("{path} {name}");
        command = command.mut_subcommand(name, |one| with_examples(one, path.trim_start()));
    }
    let below = format!("{path} ");
    let own = EXAMPLES.iter().filter(|(name, _)| *name == path).flat_map(|(_, examples)| examples);
    // A group of commands shows the first example of each.
    let of_group = EXAMPLES.iter().filter(|(name, _)| !path.is_empty() && name.starts_with(&below));
    let all: Vec<&Example> = own.chain(of_group.filter_map(|(_, examples)| examples.first())).collect();
    if all.is_empty() {
        return command;
    }
    let text: Vec<String> = all.iter().map(|(what, typed)| format!("  {what}:\n    resettle {typed}")).collect();
    command.after_help(format!("Examples:\n{}", text.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(command: &Command, path: &str, out: &mut Vec<String>) {
        let below: Vec<&Command> = command.get_subcommands().filter(|one| !one.is_hide_set()).collect();
        if below.is_empty() {
            out.push(path.trim_start().to_owned());
        }
        for one in below {
            named(one, &format!("{path} {}", one.get_name()), out);
        }
    }

    #[test]
    fn each_command_has_its_examples_and_no_other() {
        let mut commands = Vec::new();
        named(&Args::command(), "", &mut commands);
        let with: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
        for name in &commands {
            assert!(with.contains(&name.as_str()), "`{name}` has no examples");
        }
        for name in with {
            assert!(commands.iter().any(|one| one == name), "no command is called `{name}`");
        }
    }

    #[test]
    fn each_example_is_taken_as_it_stands() {
        let all = EXAMPLES.iter().flat_map(|(name, examples)| examples.iter().map(move |(_, typed)| (name, typed)));
        let refused: Vec<String> = all
            .filter_map(|(name, typed)| {
                assert!(typed.starts_with(name), "{typed}");
                let read = command().try_get_matches_from(format!("resettle {typed}").split(' '));
                read.err().map(|error| format!("{typed}: {error}"))
            })
            .collect();
        assert!(refused.is_empty(), "{}", refused.join("\n"));
    }
}
