use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ChosenArgs, ExportFormat, JudgingArgs, ReportingArgs};

#[derive(Debug, ClapArgs)]
pub struct PlanArgs {
    /// The folder: every log below it, whatever its name, packed or not; the logs of a table are one unit
    pub dir: PathBuf,
    /// The plan that is written: a new file
    #[arg(long, value_name = "PLAN")]
    pub out: PathBuf,
    #[command(flatten)]
    pub by: JudgingArgs,
    #[command(flatten)]
    pub chosen: ChosenArgs,
    /// Keep every coup and wager judged as rows of this form, for `merge --export`
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub export_format: Option<ExportFormat>,
    /// How many logs are read at a time; left out, as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
    /// Name each unit on standard error, and what was skipped
    #[arg(long, short)]
    pub verbose: bool,
}

#[derive(Debug, ClapArgs)]
pub struct JudgeArgs {
    /// The plan that `resettle plan` wrote
    pub plan: PathBuf,
    /// Which unit of it, counted from 1; may be given several times
    #[arg(long, value_name = "N", required = true)]
    pub unit: Vec<usize>,
    /// The folder that the results go into, made if it is not there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Where the logs are on this machine; left out, the folder that was planned
    #[arg(long, value_name = "DIR")]
    pub logs: Option<PathBuf>,
    #[command(flatten)]
    pub by: JudgingArgs,
}

#[derive(Debug, ClapArgs)]
pub struct MergeArgs {
    /// The plan that `resettle plan` wrote
    pub plan: PathBuf,
    /// The folder that holds the results of its units
    #[arg(long, value_name = "DIR")]
    pub results: PathBuf,
    /// Where the logs are on this machine; left out, the folder that was planned. Those of tournaments and those that share
    /// one id are read, and with --heads all
    #[arg(long, value_name = "DIR")]
    pub logs: Option<PathBuf>,
    #[command(flatten)]
    pub by: JudgingArgs,
    #[command(flatten)]
    pub reporting: ReportingArgs,
    /// Judge this many units again here, drawn by lot, and refuse all results where one of them comes to something else; the
    /// report records which. Needs the logs of these units
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub judge_again: Option<u32>,
    /// What decides which: the same seed draws the same units. Left out, it is drawn once all results are read, so that it
    /// cannot be known before
    #[arg(long, value_name = "S", requires = "judge_again")]
    pub again_seed: Option<u64>,
    /// How many results are read at a time; left out, as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
}
