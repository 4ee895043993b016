use resettle_game::counted;

use super::neutral::neutral;
use crate::document::{SampleDrawn, SampledCoup};

/// A sample in one line: how many coups of how many, and by which seed.
pub(super) fn sample_line(sample: &SampleDrawn) -> String {
    let all = sample.flagged_coups.saturating_add(sample.clean_coups);
    let (drawn, seed, flagged) = (sample.coups.len(), sample.seed, sample.flagged_coups);
    let have = if flagged == 1 { "has" } else { "have" };
    format!("{drawn} of {}, drawn with seed {seed} ({flagged} {have} findings)", counted(all, "coup"))
}

/// A sample for people: a line a coup, below its table and day.
#[must_use]
pub fn sample_text(sample: &SampleDrawn) -> String {
    let mut out = format!("{}\nfrom coups of SHA-256 {}\n", sample_line(sample), neutral(&sample.coups_sha256));
    let mut last = None;
    for coup in &sample.coups {
        let of = (&coup.jurisdiction, &coup.venue, &coup.game, &coup.table, &coup.gaming_day);
        if last != Some(of) {
            let [venue, game, table] = [&coup.venue, &coup.game, &coup.table].map(|name| neutral(name));
            out.push_str(&format!("\n{venue} {game} {table}, {}\n", neutral(coup.gaming_day.as_deref().unwrap_or(""))));
            last = Some(of);
        }
        out.push_str(&format!("  {}\n", drawn(coup)));
    }
    out
}

fn drawn(coup: &SampledCoup) -> String {
    let time = coup.commenced_local.as_deref().unwrap_or_default().replacen('T', " ", 1);
    let number = coup.coup.map_or_else(|| "?".to_owned(), |number| number.to_string());
    format!(
        "{}  shoe {} coup {number}  {}  {}  {}:{}",
        neutral(&time),
        neutral(coup.shoe.as_deref().unwrap_or("?")),
        neutral(&coup.result),
        neutral(coup.severity.as_deref().unwrap_or("clean")),
        neutral(&coup.file),
        coup.line.unwrap_or(0)
    )
}
