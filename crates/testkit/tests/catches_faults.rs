//! The loop itself is tested: a right engine passes, and each kind of wrong one is caught.
// Where a panic ends the program, nothing can catch it.
#![cfg(panic = "unwind")]

use checksum_engine::{Engine, Family};
use checksum_testkit::check_engines;
use std::panic::catch_unwind;

fn right(start: u32, data: &[u8]) -> u32 {
    let (mut a, mut b) = (start & 0xffff, start >> 16);
    for &byte in data {
        a = (a + u32::from(byte)) % 65521;
        b = (b + a) % 65521;
    }
    b << 16 | a
}

const REFERENCE: Engine = Engine::fold(Family::Adler32, "adler32/right", right).about("the definition");

fn caught(wrong: &'static [Engine; 2]) -> bool {
    let panic = catch_unwind(|| check_engines(Family::Adler32, wrong)).err();
    let text = panic.as_ref().and_then(|panic| panic.downcast_ref::<String>().cloned());
    text.is_some_and(|text| text.contains("adler32/wrong"))
}

macro_rules! wrong {
    ($name:ident, $kernel:expr) => {
        #[test]
        fn $name() {
            static ENGINES: [Engine; 2] =
                [REFERENCE, Engine::fold(Family::Adler32, "adler32/wrong", $kernel).about("wrong")];
            assert!(caught(&ENGINES));
        }
    };
}

wrong!(a_constant, |_, _| 1);
wrong!(only_long_inputs_wrong, |start, data| right(start, &data[..data.len().min(1 << 20)]));
wrong!(one_length_wrong, |start, data| right(start, data) ^ u32::from(data.len() == 777));
wrong!(one_alignment_wrong, |start, data| right(start, data) ^ u32::from(data.as_ptr() as usize % 64 == 63));
wrong!(start_ignored, |_, data| right(1, data));
wrong!(reduced_too_late, |start, data| {
    let (mut a, mut b) = (start & 0xffff, start >> 16);
    for block in data.chunks(5553) {
        for &byte in block {
            a = a.wrapping_add(u32::from(byte));
            b = b.wrapping_add(a);
        }
        (a, b) = (a % 65521, b % 65521);
    }
    b << 16 | a
});

#[test]
fn a_right_engine_passes() {
    static ENGINES: [Engine; 1] = [REFERENCE];
    check_engines(Family::Adler32, &ENGINES);
}

#[test]
fn two_rows_of_one_id_are_refused() {
    static ENGINES: [Engine; 2] = [REFERENCE, REFERENCE];
    assert!(catch_unwind(|| check_engines(Family::Adler32, &ENGINES)).is_err());
}
