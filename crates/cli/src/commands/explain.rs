use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use resettle_audit::Code;
use resettle_report::print::neutral;

use crate::args::ExplainArgs;
use crate::error::Error;
use crate::spelling::did_you_mean;
use resettle_console::{say, say_all};

/// `resettle explain`
pub fn run(args: &ExplainArgs) -> Result<ExitCode, Error> {
    let Some(text) = &args.code else {
        for code in Code::ALL {
            say!("{:<9} {:<32} {}", code.severity().word(), code.as_str(), code.title())?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let Some(code) = Code::parse(&text.trim().to_ascii_lowercase()) else {
        let near = did_you_mean(text, Code::ALL.iter().map(|code| code.as_str()));
        let help = near.map_or(String::new(), |near| format!("{near} ")) + "`resettle explain` lists all codes";
        return Err(Error::new(format!("there is no finding `{}`", neutral(text))).help(help));
    };
    say_all!("{}", if is_coloured() { rendered(code.explanation()) } else { code.explanation().to_owned() })?;
    Ok(ExitCode::SUCCESS)
}

fn is_coloured() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

const HEADING: Style = Style::new().bold();
const CODE: Style = AnsiColor::Cyan.on_default();

/// A page for a terminal: headings and quoted text are highlighted, and their marks removed.
fn rendered(markdown: &str) -> String {
    let mut out = String::new();
    let mut is_example = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_example = !is_example;
        } else if is_example {
            out.extend(["    ", line, "\n"]);
        } else if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim();
            out.push_str(&format!("{HEADING}{heading}{HEADING:#}\n"));
        } else {
            // Between backticks every second piece is quoted.
            for (at, piece) in line.split('`').enumerate() {
                if at % 2 == 0 { out.push_str(piece) } else { out.push_str(&format!("{CODE}{piece}{CODE:#}")) }
            }
            out.push('\n');
        }
    }
    out
}
