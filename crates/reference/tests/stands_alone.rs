//! The reference is worth nothing if it leans on what it is to check.

#[test]
fn depends_on_nothing() {
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .expect("the manifest of this crate");
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line.contains("dependencies");
            assert!(!inside || !line.contains("resettle"), "a dependency on another room of the house: {line}");
            continue;
        }
        assert!(!(inside && line.contains("resettle")), "a dependency on another room of the house: {line}");
        assert!(
            !(inside && (line.contains("path") || line.contains("git"))),
            "a dependency from beside the registry: {line}"
        );
    }
}
