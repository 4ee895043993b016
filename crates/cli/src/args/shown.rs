use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;
use resettle_audit::Severity;

/// Which findings are printed; all count.
#[derive(Debug, Default, ClapArgs)]
pub struct ShownArgs {
    /// Print only findings of this code, or of a group of codes such as `settlement`, and the register of them; all count,
    /// in the summary and the exit status; may be given several times
    #[arg(long, value_name = "CODE")]
    pub code: Vec<String>,
    /// Print only findings of this severity, and the register of them; may be given several times
    #[arg(long, value_name = "SEVERITY", value_parser = PossibleValuesParser::new(Severity::ALL.map(Severity::word)))]
    pub severity: Vec<String>,
    /// Print only findings of this shoe, and the register of them; may be given several times
    #[arg(long, value_name = "SHOE")]
    pub shoe: Vec<String>,
    /// Print only findings of this table, and the register of them; may be given several times
    #[arg(long, value_name = "TABLE")]
    pub table: Vec<String>,
    /// Print only findings about this player or whose wager it is, as `Owed` names them: an account, or such as "seat 6 of B1"; may be given several times
    #[arg(long, value_name = "PLAYER")]
    pub player: Vec<String>,
}

impl ShownArgs {
    /// Whether anything is asked for.
    pub fn is_given(&self) -> bool {
        let lists = [&self.code, &self.severity, &self.shoe, &self.table, &self.player];
        lists.iter().any(|list| !list.is_empty())
    }
}
