//! Writes a simulated log with its trust store and what should be found in it:
//! `simulate RULESET COUPS SEED FAULTS OUT_DIR`, with FAULTS `none`, `1/20` (one coup in twenty),
//! `1/20:underpaid+overpaid` (of these alone), or `name@coup,name@coup`; `simulate --list-faults` explains every fault.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use resettle_reference::Rules;
use resettle_simulate::{Config, Faults, Scope, Style, expected_json, families, simulate_with_csv};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let plain = args.iter().position(|arg| arg == "--plain").map(|at| args.remove(at)).is_some();
    if args.first().map(String::as_str) == Some("--list-faults") {
        list();
        return Ok(());
    }
    let [ruleset, coups, seed, planted, dir] = args.as_slice() else {
        return Err("usage: simulate [--plain] RULESET COUPS SEED none|1/N|name@coup,… OUT_DIR".into());
    };
    let rules = Rules::read(ruleset).ok_or("no such ruleset")?;
    let mut config = Config::clean(rules, coups.parse()?, seed.parse()?);
    if plain {
        config.style = Style::Plain;
    }
    config.faults = which(planted)?;
    let dir = Path::new(dir);
    fs::create_dir_all(dir)?;
    let mut log = BufWriter::new(fs::File::create(dir.join("log.jsonl"))?);
    let mut csv = BufWriter::new(fs::File::create(dir.join("coups.csv"))?);
    let outcome = simulate_with_csv(&config, &mut log, &mut csv)?;
    log.flush()?;
    csv.flush()?;
    fs::write(dir.join("trust.yaml"), &outcome.trust_yaml)?;
    fs::write(dir.join("expected.json"), expected_json(&outcome.expected))?;
    let mut planted = String::new();
    for p in &outcome.planted {
        planted.push_str(&format!("{} {} {} {}\n", p.ordinal, p.shoe, p.coup, p.name));
    }
    fs::write(dir.join("planted.txt"), planted)?;
    println!(
        "{}: {} records, {} planted, {} findings expected",
        outcome.log,
        outcome.records,
        outcome.planted.len(),
        outcome.expected.len()
    );
    Ok(())
}

fn which(planted: &str) -> Result<Faults, Box<dyn std::error::Error>> {
    let mut faults = Faults::default();
    if planted == "none" {
        return Ok(faults);
    }
    if let Some(lot) = planted.strip_prefix("1/") {
        let (one_in, only) = lot.split_once(':').unwrap_or((lot, ""));
        faults.one_in = one_in.parse()?;
        faults.only = only.split('+').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        return Ok(faults);
    }
    for one in planted.split(',') {
        let (name, coup) = one.split_once('@').ok_or("a fault is written name@coup")?;
        faults.at.push((name.to_owned(), coup.parse()?));
    }
    Ok(faults)
}

fn list() {
    for (family, faults) in families() {
        println!("{family}");
        for fault in faults {
            let under: Vec<&str> = Rules::ALL.into_iter().filter(|rules| fault.fits(*rules)).map(Rules::id).collect();
            let scope = match fault.scope {
                Scope::Coup => "coup",
                Scope::Shoe => "shoe",
                Scope::Sources => "sources",
                Scope::Log => "log",
            };
            println!("  {} → {} ({scope})", fault.name, fault.code.unwrap_or("nothing"));
            println!("      {}", fault.about);
            println!("      {}", under.join(", "));
        }
    }
}
