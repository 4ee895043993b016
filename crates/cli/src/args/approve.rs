use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ApprovalArgs, RulesArgs};

#[derive(Debug, ClapArgs)]
pub struct ApproveArgs {
    /// The ruleset's id, jurisdiction/venue/game/date; one of your own with --rulesets
    pub id: String,
    /// The approver's key: an OpenSSH Ed25519 private key, used for nothing else
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// With what it was compared: the version before, by its id, or where this id was approved before with other bytes,
    /// a folder that holds these. The changes that `resettle diff` shows are signed too, and what `resettle ruleset
    /// equivalent` proves; required where there is one
    #[arg(long, value_name = "ID|DIR")]
    pub against: Option<String>,
    /// Also approve where it is not proven that nothing changed but what is listed: you read these parts in both, and
    /// the approval says which they were
    #[arg(long)]
    pub accept_unproven: bool,
    /// Also approve where clauses are new or gone, or their words changed in more than the listed changes account for (any
    /// other word): you read what is shown of them, the old words and the new ones, and pass what stands for these words, eight
    /// digits; the approval says which clauses they were. It takes both documents
    #[arg(long, value_name = "LIST")]
    pub accept_words: Option<String>,
    /// The document of the version given by --against: clauses that changed are shown in its words too
    #[arg(long, value_name = "FILE")]
    pub old_document: Option<PathBuf>,
    /// The document that the ruleset was made from: only a ruleset that traces against it and whose cases hold is
    /// approved; its SHA-256 is signed too. Left out, the approval says that nothing was traced
    #[arg(long, value_name = "FILE")]
    pub document: Option<PathBuf>,
    /// A cut file, which says where the clauses of the document begin; left out, cut.yaml beside the ruleset, where it is of
    /// this document
    #[arg(long, value_name = "FILE", requires = "document")]
    pub cut_file: Option<PathBuf>,
    /// Also approve where a part of the document, or all of it, could not be read and so was not compared: you read what is
    /// listed beside the ruleset, and pass what stands for that list, eight digits; the approval says what it was
    #[arg(long, value_name = "LIST", requires = "document")]
    pub accept_uncompared: Option<String>,
    /// Where the approval goes, its signature next to it; left out, among the approvals next to the
    /// rulesets of --rulesets
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub approval: ApprovalArgs,
    /// The keys that seal logs: none of them approves a ruleset
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    /// The time of the approval; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
}
