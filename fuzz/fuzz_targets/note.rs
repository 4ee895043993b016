#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(broken) = resettle_hostile::note(data) {
        panic!("{broken}");
    }
});
