#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(broken) = resettle_hostile::log_line(data) {
        panic!("{broken}");
    }
});
