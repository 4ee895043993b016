use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use rayon::prelude::*;
use resettle_audit::{Totals, authenticate_log};
use resettle_console::progress::ProgressBar;
use resettle_coup_log::LogReader;
use resettle_report::document::{Input, Unread};
use resettle_report::print::Detail;
use resettle_run::{Finished, Gathered, Lot, Stated, Store, input_of};
use resettle_sealed_log::{Heads, LogVerdict, TrustStore};

use super::history::{Remembering, file_named};
use super::{output, trust};
use crate::args::VerifyArgs;
use crate::clock;
use crate::error::{self, Error, shown, unread_row};
use crate::files::{self, AheadLog, LogFile, usual_temporary_folder};
use crate::progress;
use crate::spelling::counted;

/// `resettle verify`
pub fn run(args: &VerifyArgs) -> Result<ExitCode, Error> {
    let generated_at = clock::stamp(args.at.as_deref())?;
    let trusted = trust::load_all(&args.trust)?;
    let trust = trusted.as_ref().map(|(store, _)| store);
    let store = Store::new(&usual_temporary_folder());
    let mut remembering = Remembering::begin(args.heads.as_deref(), trust)?;
    let mut gathered = Gathered::default();
    let mut unread = Vec::new();
    let length = args.logs.iter().filter_map(|path| std::fs::metadata(path).ok()).map(|about| about.len()).sum();
    let bar = match args.logs.as_slice() {
        [path] => progress::bar(length, &shown(path)),
        logs => progress::bar(length, &counted(logs.len(), "log")),
    };
    let heads = remembering.heads();
    let hashing = args.outcome.format.is_document();
    // Logs are checked in parallel; the messages about them keep their order.
    let all: Vec<_> = args.logs.par_iter().map(|path| one(path, trust, heads, hashing, &store, &bar)).collect();
    bar.finish_and_clear();
    for (path, verified) in args.logs.iter().zip(all) {
        match verified {
            Ok((input, verdict, lot, cut)) => {
                if let Some(error) = cut {
                    let error = error::why(&error);
                    output::report_cut(&input.path, &error, "checked");
                    unread.push(Unread { path: input.path.clone(), error });
                }
                remembering.add(&input.path, &verdict);
                gathered.input(input);
                gathered.table(lot, &Totals::default(), Vec::new());
            }
            Err(error @ Error::Spill { .. }) => return Err(error),
            Err(error) => {
                anstream::eprintln!("{error}");
                unread.push(unread_row(&error, path));
            }
        }
    }
    let failed = unread.len();
    gathered.unread(unread);
    gathered.findings(remembering.findings(&file_named(&args.logs), trust), &store).map_err(Error::spill)?;
    let heads = remembering.used();
    let max_per_code = args.outcome.max_per_code;
    let stated =
        Stated { generated_at, trust: trusted.map(|(_, used)| used), heads, max_per_code, ..Stated::default() };
    let (report, rows) = gathered.seal(&store, stated, false).map_err(Error::spill)?;
    let printed = output::print(&report, &rows, args.outcome.format, Detail::Whole);
    remembering.save()?;
    printed?;
    remembering.settled()?;
    if failed > 0 {
        return Err(Error::SomeUnread(failed, args.logs.len()));
    }
    Ok(output::status(&report, args.outcome.fail_on))
}

type Verified = (Input, LogVerdict, Finished, Option<std::io::Error>);

fn one(
    path: &Path,
    trust: Option<&TrustStore>,
    heads: Option<&Heads>,
    hashing: bool,
    store: &Store,
    bar: &ProgressBar,
) -> Result<Verified, Error> {
    let fail = |error| Error::read(path, error);
    let name = path.display().to_string();
    let ticking = bar.clone();
    let tick = move |bytes| ticking.inc(bytes);
    let mut lot = Lot::new(store);
    let (log, lot, (hashes, changed)) = if files::is_worth(path) {
        let mut file = AheadLog::open(path, hashing, false, None, Rc::new(tick)).map_err(fail)?;
        let log = authenticate_log(file.reader(trust).against(heads), &name, &mut lot);
        let lot = lot.finish(&[&log.verdict], None).map_err(Error::spill)?;
        (log, lot, file.finish())
    } else {
        let mut file = LogFile::open(path, tick).map_err(fail)?.hashed(hashing);
        let reader = LogReader::new(file.content().map_err(fail)?, trust).against(heads);
        let log = authenticate_log(reader, &name, &mut lot);
        let lot = lot.finish(&[&log.verdict], None).map_err(Error::spill)?;
        (log, lot, file.finish())
    };
    Ok((input_of(name, hashes, &log.verdict), log.verdict, lot, log.read_error.or(changed)))
}
