//! Adler-32 by others.

use super::{Code, Contestant, Field, debian, zlib_shape};
use crate::cases::Group;
use std::ffi::{c_uint, c_ulong};

/// The checksum that the others are checked against.
pub(crate) fn reference(start: u32, data: &[u8]) -> u32 {
    let mut sum = adler2::Adler32::from_checksum(start);
    sum.write_slice(data);
    sum.checksum()
}

pub(super) fn add(field: &mut Field) {
    let mut peer = |name, origin, code| field.add(Contestant::peer(Group::Adler32, name, origin, code));
    peer(
        "simd-adler32",
        "0.3.10, stable",
        zlib_shape::both(
            |start, data| {
                let mut sum = simd_adler32::Adler32::from_checksum(start);
                sum.write(data);
                sum.finish()
            },
            1,
        ),
    );
    peer("zlib-rs", "0.6.8, default features", zlib_shape::both(zlib_rs::adler32::adler32, 1));
    peer(
        "libdeflate-sys",
        "1.26.1",
        zlib_shape::both(
            // SAFETY: reads the given bytes only.
            |start, data| unsafe {
                libdeflate_sys::libdeflate_adler32(start, data.as_ptr().cast(), data.len())
            },
            1,
        ),
    );
    peer(
        "libz-ng-sys",
        "1.1.33",
        zlib_shape::both_short(
            // SAFETY: reads the given bytes only.
            |start, data| unsafe { libz_ng_sys::adler32(start, data.as_ptr(), data.len() as c_uint) },
            1,
        ),
    );
    peer(
        "cloudflare-zlib",
        "0.3.7",
        zlib_shape::both_short(
            // SAFETY: reads the given bytes only.
            |start, data| unsafe {
                cloudflare_zlib_sys::adler32(start.into(), data.as_ptr(), data.len() as c_uint) as u32
            },
            1,
        ),
    );
    peer(
        "adler",
        "1.0.2",
        zlib_shape::both(
            |start, data| {
                let mut sum = adler::Adler32::from_checksum(start);
                sum.write_slice(data);
                sum.checksum()
            },
            1,
        ),
    );
    peer("adler2", "2.0.1", zlib_shape::both(reference, 1));
    peer(
        "adler32",
        "1.2.0",
        zlib_shape::both(
            |start, data| {
                let mut sum = adler32_crate::RollingAdler32::from_value(start);
                sum.update_buffer(data);
                sum.hash()
            },
            1,
        ),
    );
    for (name, code) in [
        ("zlib (Debian)", debian_zlib()),
        ("libdeflate (Debian)", debian_libdeflate()),
        ("isa-l (Debian)", debian_isal()),
    ] {
        match code {
            Ok((origin, code)) => field.add(Contestant::peer(Group::Adler32, name, &origin, code)),
            Err(reason) => field.absent(&format!("adler32: {name}"), reason),
        }
    }
}

fn debian_zlib() -> Result<(String, Code), String> {
    let library = debian::zlib()?;
    // SAFETY: the C type in zlib.h.
    let adler32: unsafe extern "C" fn(c_ulong, *const u8, c_uint) -> c_ulong =
        unsafe { library.function("adler32")? };
    // SAFETY: reads the given bytes only.
    let call = move |start: u32, data: &[u8]| unsafe {
        adler32(start.into(), data.as_ptr(), data.len() as c_uint) as u32
    };
    Ok((debian::zlib_version(library)?, zlib_shape::both_short(call, 1)))
}

fn debian_libdeflate() -> Result<(String, Code), String> {
    // SAFETY: the C type in libdeflate.h.
    let adler32: unsafe extern "C" fn(u32, *const u8, usize) -> u32 =
        unsafe { debian::libdeflate()?.function("libdeflate_adler32")? };
    // SAFETY: reads the given bytes only.
    let call = move |start: u32, data: &[u8]| unsafe { adler32(start, data.as_ptr(), data.len()) };
    Ok(("libdeflate.so.0".into(), zlib_shape::both(call, 1)))
}

fn debian_isal() -> Result<(String, Code), String> {
    // SAFETY: the C type in isa-l/igzip_lib.h.
    let adler32: unsafe extern "C" fn(u32, *const u8, u64) -> u32 =
        unsafe { debian::isal()?.function("isal_adler32")? };
    // SAFETY: reads the given bytes only.
    let call = move |start: u32, data: &[u8]| unsafe { adler32(start, data.as_ptr(), data.len() as u64) };
    Ok(("libisal.so.2".into(), zlib_shape::both(call, 1)))
}
