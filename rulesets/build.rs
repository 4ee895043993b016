//! Embeds every `<jurisdiction>/<venue>/<game>/<effective date>/` that holds a `ruleset.yaml`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let mut folders = Vec::new();
    find(&root, &root, 0, &mut folders)?;
    folders.sort();
    let mut code = String::from("pub(crate) const ALL: &[(&str, &str, &str, Option<&str>)] = &[\n");
    for (id, folder) in &folders {
        let path = |name: &str| folder.join(name).display().to_string();
        let (yaml, notes) = (path("ruleset.yaml"), path("notes.md"));
        let cases = if folder.join("cases.yaml").is_file() {
            format!("Some(include_str!({:?}))", path("cases.yaml"))
        } else {
            "None".to_owned()
        };
        writeln!(code, "    ({id:?}, include_str!({yaml:?}), include_str!({notes:?}), {cases}),")
            .map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    let mut approvals = Vec::new();
    find_approvals(&root.join("approvals"), &root.join("approvals"), 0, &mut approvals)?;
    approvals.sort();
    code.push_str("pub(crate) const APPROVALS: &[(&str, &str, &[u8], &[u8])] = &[\n");
    for (id, file) in &approvals {
        let path = file.display().to_string();
        let name = format!("approvals/{id}/{}", file.file_name().unwrap_or_default().to_string_lossy());
        let signature = format!("{path}.sig");
        writeln!(code, "    ({id:?}, {name:?}, include_bytes!({path:?}), include_bytes!({signature:?})),")
            .map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    println!("cargo::rerun-if-changed=.");
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("embedded.rs"), code)
}

fn find(root: &Path, folder: &Path, depth: usize, out: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() || (depth == 0 && path.ends_with("approvals")) {
            continue;
        }
        if depth == 3 {
            if path.join("ruleset.yaml").is_file() {
                let id = path.strip_prefix(root).map_err(io::Error::other)?;
                let id: Vec<_> = id.iter().map(|part| part.to_string_lossy()).collect();
                out.push((id.join("/"), path));
            }
        } else {
            find(root, &path, depth + 1, out)?;
        }
    }
    Ok(())
}

/// The approvals, each with the id of its ruleset: four folders, then files in YAML with a signature beside each.
fn find_approvals(root: &Path, folder: &Path, depth: usize, out: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if depth < 4 && path.is_dir() {
            find_approvals(root, &path, depth + 1, out)?;
        } else if depth == 4 && path.extension().is_some_and(|ending| ending == "yaml") {
            let id: Vec<_> = folder.strip_prefix(root).map_err(io::Error::other)?.iter().collect();
            let id: Vec<_> = id.iter().map(|part| part.to_string_lossy()).collect();
            out.push((id.join("/"), path));
        }
    }
    Ok(())
}
