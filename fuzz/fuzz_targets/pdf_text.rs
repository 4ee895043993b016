#![no_main]

use std::sync::Once;

static QUIET: Once = Once::new();

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // libFuzzer's hook would end the process at a panic of pdf-extract, which the harness expects.
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    if let Err(broken) = resettle_hostile::pdf_text(data) {
        eprintln!("{broken}");
        std::process::abort();
    }
});
