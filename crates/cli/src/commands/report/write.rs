//! The folder of a signed report.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use resettle_console::notice::Notice;
use resettle_report::columns::{FINDINGS, REGISTER};
use resettle_report::document::{Report, Rows, write_json};
use resettle_report::folder::{self, MANIFEST};
use resettle_report::print::{neutral, rows_to_csv};
use resettle_sealed_log::TrustStore;
use resettle_signing::{Hashes, Hashing, PrivateKey};

use crate::args::{Rendering, SignedArgs};
use crate::commands::trust;
use crate::error::{Error, ONE_KEY_ONE_USE, of_rows, shown};
use crate::files;
use crate::rendering;

/// The report's folder is new or empty.
pub fn require_free(dir: &Path, what: &str) -> Result<(), Error> {
    let whole = std::path::absolute(dir).map_err(|error| Error::read(dir, error))?;
    if let Some(signed) = whole.ancestors().skip(1).find(|above| above.join(MANIFEST).is_file()) {
        return Err(Error::new(format!(
            "{} lies in the signed report {}, whose manifest lists every file in it: another one there breaks it",
            shown(dir),
            shown(signed)
        ))
        .help("name a folder beside it"));
    }
    // A killed run may have worked in there, if it could not work beside it.
    files::sweep(dir);
    match std::fs::read_dir(dir) {
        Ok(mut entries) => match entries.next() {
            None => files::require_room(dir),
            Some(_) => {
                Err(Error::new(format!("{} is not empty, and {what} is never mixed with other files", shown(dir)))
                    .help("name a new folder"))
            }
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => files::require_room(dir),
        Err(error) => Err(Error::read(dir, error)),
    }
}

/// The report that is to be written and signed: where, and by which key.
pub struct Signing<'s> {
    dir: &'s Path,
    key: PrivateKey,
    with: &'s [Rendering],
}

impl<'s> Signing<'s> {
    /// Reads the key, if a report is requested; refused if `sealing` has it, or the folder is not free.
    pub fn begin(args: &'s SignedArgs, sealing: Option<&TrustStore>) -> Result<Option<Self>, Error> {
        let (Some(dir), Some(key)) = (args.report.as_deref(), args.key.as_deref()) else { return Ok(None) };
        let (key, _) = trust::signing_key(key, args.passphrase_file.as_deref(), sealing, "signs no reports")?;
        require_free(dir, "a report")?;
        Ok(Some(Self { dir, key, with: &args.with }))
    }

    /// The private key, which signs the report and no log.
    pub fn key(&self) -> &PrivateKey {
        &self.key
    }

    /// The fingerprint of the key.
    pub fn fingerprint(&self) -> Result<String, Error> {
        let public = self.key.public_key().map_err(|error| Error::new(error.to_string()))?;
        Ok(public.fingerprint())
    }

    /// Writes the report's folder, and says so. `more` are further files, by name.
    pub fn write(&self, report: &Report, rows: &dyn Rows, more: &[(&str, String)]) -> Result<(), Error> {
        write_report(self.dir, &self.key, report, rows, self.with, more)?;
        anstream::eprintln!("signed report written to {}", shown(self.dir));
        Ok(())
    }
}

const MIB: u64 = 1024 * 1024;

/// Page and workbook are made in memory, in several times the report's length. A month of forty tables has 20 MiB.
const MOST_RENDERED: u64 = 32 * MIB;

/// One key, one use, whether or not the trust store knows the key that sealed these logs.
fn refuse_sealing_key(key: &PrivateKey, report: &Report) -> Result<(), Error> {
    let own = key.public_key().map_err(|error| Error::new(error.to_string()))?.id().to_string();
    match report.inputs.iter().find(|input| input.keys.contains(&own)) {
        None => Ok(()),
        Some(input) => Err(Error::new(format!(
            "the key that is to sign the report sealed {}, so no report was written",
            neutral(&input.path)
        ))
        .help(ONE_KEY_ONE_USE)),
    }
}

/// Writes the report row by row, then the files for people, then the manifest and signature that vouch for all. Half a
/// report would be taken for an altered one, so it is written whole or not at all. `more` are further files, by name.
fn write_report(
    dir: &Path,
    key: &PrivateKey,
    report: &Report,
    rows: &dyn Rows,
    with: &[Rendering],
    more: &[(&str, String)],
) -> Result<(), Error> {
    refuse_sealing_key(key, report)?;
    files::write_folder(dir, |folder| {
        let signing = |error: folder::SignFolderError| Error::new(error.to_string());
        let path = folder.join(folder::REPORT);
        let hashes = files::write_new_with(&path, |out| {
            let mut out = Hashing::new(out);
            write_json(report, rows, &mut out).map_err(|error| of_rows(error, |error| Error::write(&path, error)))?;
            Ok(out.hashes())
        })?;
        let mut names = vec![folder::REPORT.to_owned()];
        let mut others = BTreeMap::new();
        if with.contains(&Rendering::Csv) {
            let mut table = |name: &str, write: &dyn Fn(&mut dyn io::Write) -> io::Result<()>| -> Result<(), Error> {
                let to = folder.join(name);
                let hashes = files::write_new_with(&to, |out| {
                    let mut out = Hashing::new(out);
                    write(&mut out).map_err(|error| of_rows(error, |error| Error::write(&to, error)))?;
                    Ok(out.hashes())
                })?;
                others.insert(name.to_owned(), hashes.sha256);
                names.push(name.to_owned());
                Ok(())
            };
            let with_staff = report.has_staff();
            table(Rendering::Csv.file(), &|mut out| rows_to_csv(&FINDINGS, rows.findings(), with_staff, &mut out))?;
            table(folder::REGISTER_CSV, &|mut out| rows_to_csv(&REGISTER, rows.register(), with_staff, &mut out))?;
        }
        let whole: Vec<Rendering> =
            with.iter().copied().filter(|kind| [Rendering::Html, Rendering::Xlsx].contains(kind)).collect();
        let length = std::fs::metadata(&path).map_err(|error| Error::read(&path, error))?.len();
        if length > MOST_RENDERED && !whole.is_empty() {
            let left_out: Vec<&str> = whole.iter().map(|kind| kind.file()).collect();
            Notice::note(format!(
                "{} left out: report.json has {} MiB, and at most {} are made into a page or workbook",
                left_out.join(" and "),
                length / MIB,
                MOST_RENDERED / MIB
            ))
            .help(
                "--max-per-code makes it shorter, and counts what it leaves out; `resettle report render` makes them \
                 later, in memory",
            )
            .say();
        } else if !whole.is_empty() {
            let signature = folder::sign_report(&hashes, key).map_err(signing)?;
            let made = rendering::of(
                &std::fs::read(&path).map_err(|error| Error::read(&path, error))?,
                Some(&signature),
                &whole,
                resettle_html::Made::WithReport,
            )?;
            for (name, bytes) in made {
                files::write_new(&folder.join(&name), &bytes)?;
                others.insert(name.clone(), Hashes::of(&bytes).sha256);
                names.push(name);
            }
        }
        for (name, text) in more {
            files::write_new(&folder.join(name), text.as_bytes())?;
            others.insert((*name).to_owned(), Hashes::of(text.as_bytes()).sha256);
            names.push((*name).to_owned());
        }
        let vouching = folder::vouch(&hashes, others, key).map_err(signing)?;
        for (name, bytes) in &vouching {
            files::write_new(&folder.join(name), bytes)?;
        }
        // The signature over the manifest is written last: without it the folder is not accepted as a report.
        names.extend([folder::REPORT_SIG, folder::MANIFEST, folder::MANIFEST_SIG].map(str::to_owned));
        Ok(names)
    })
}
