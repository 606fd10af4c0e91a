//! CRC-32C by others.

use super::{Code, Contestant, Field, debian, zlib_shape};
use crate::cases::Group;
use crc::{CRC_32_ISCSI, Crc, Table};
use std::ffi::c_int;

/// The polynomial's tables for sixteen bytes at a time.
static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISCSI);

/// The CRC that the others are checked against.
pub(crate) fn reference(start: u32, data: &[u8]) -> u32 {
    // `crc` takes the register before the reflection that its algorithm asks for.
    let mut digest = CRC.digest_with_initial((!start).reverse_bits());
    digest.update(data);
    digest.finalize()
}

pub(super) fn add(field: &mut Field) {
    let mut peer = |name, origin, code| field.add(Contestant::peer(Group::Crc32c, name, origin, code));
    peer(
        "crc32c",
        "0.6.9",
        Code::Sum {
            whole: Box::new(crc32c_crate::crc32c),
            fold: Some(Box::new(crc32c_crate::crc32c_append)),
        },
    );
    // Its hardware form is chosen when it is compiled, so a default build runs its tables.
    peer(
        "crc32c-hw",
        "0.1.3, default target",
        zlib_shape::both(|start, data| crc32c_hw::update(start, data), 0),
    );
    peer(
        "crc-fast",
        "1.10.0",
        Code::Sum {
            whole: Box::new(crc_fast::crc32_iscsi),
            fold: Some(Box::new(|start, data| {
                let algorithm = crc_fast::CrcAlgorithm::Crc32Iscsi;
                let mut digest = crc_fast::Digest::new_with_init_state(algorithm, u64::from(!start));
                digest.update(data);
                digest.finalize() as u32
            })),
        },
    );
    peer(
        "crc",
        "3.4.0, Table<16>",
        Code::Sum { whole: Box::new(|data| CRC.checksum(data)), fold: Some(Box::new(reference)) },
    );
    match isal() {
        Ok(code) => peer("isa-l (Debian)", "libisal.so.2", code),
        Err(reason) => field.absent("crc32c: isa-l (Debian)", reason),
    }
}

fn isal() -> Result<Code, String> {
    // SAFETY: the C type in isa-l/crc.h; the bytes are only read.
    let crc: unsafe extern "C" fn(*const u8, c_int, u32) -> u32 =
        unsafe { debian::isal()?.function("crc32_iscsi")? };
    // It works on the bare register: the inversions before and after are the caller's.
    // SAFETY: reads the given bytes only.
    let call = move |start: u32, data: &[u8]| unsafe { !crc(data.as_ptr(), data.len() as c_int, !start) };
    Ok(zlib_shape::both_short(call, 0))
}
