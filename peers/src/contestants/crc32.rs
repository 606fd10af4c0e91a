//! CRC-32 by others.

use super::{Code, Contestant, Field, debian, zlib_shape};
use crate::cases::Group;
use crc::{CRC_32_ISO_HDLC, Crc, Table};
use std::ffi::{c_char, c_uint, c_ulong, c_void};

/// The polynomial's tables for sixteen bytes at a time.
static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);

/// The CRC that the others are checked against.
pub(crate) fn reference(start: u32, data: &[u8]) -> u32 {
    // `crc` takes the register before the reflection that its algorithm asks for.
    let mut digest = CRC.digest_with_initial((!start).reverse_bits());
    digest.update(data);
    digest.finalize()
}

pub(super) fn add(field: &mut Field) {
    let mut peer = |name, origin, code| field.add(Contestant::peer(Group::Crc32, name, origin, code));
    peer(
        "crc32fast",
        "1.5.5",
        Code::Sum {
            whole: Box::new(crc32fast::hash),
            fold: Some(Box::new(|start, data| {
                let mut hasher = crc32fast::Hasher::new_with_initial(start);
                hasher.update(data);
                hasher.finalize()
            })),
        },
    );
    peer(
        "crc-fast",
        "1.10.0",
        Code::Sum {
            whole: Box::new(crc_fast::crc32_iso_hdlc),
            fold: Some(Box::new(|start, data| {
                let algorithm = crc_fast::CrcAlgorithm::Crc32IsoHdlc;
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
    peer("zlib-rs", "0.6.8, default features", zlib_shape::both(zlib_rs::crc32::crc32, 0));
    peer(
        "libdeflate-sys",
        "1.26.1",
        zlib_shape::both(
            // SAFETY: reads the given bytes only.
            |start, data| unsafe {
                libdeflate_sys::libdeflate_crc32(start, data.as_ptr().cast(), data.len())
            },
            0,
        ),
    );
    peer(
        "libz-ng-sys",
        "1.1.33",
        zlib_shape::both_short(
            // SAFETY: reads the given bytes only.
            |start, data| unsafe { libz_ng_sys::crc32(start, data.as_ptr(), data.len() as c_uint) },
            0,
        ),
    );
    peer(
        "cloudflare-zlib",
        "0.3.7",
        zlib_shape::both_short(
            // SAFETY: reads the given bytes only.
            |start, data| unsafe {
                cloudflare_zlib_sys::crc32(start.into(), data.as_ptr(), data.len() as c_uint) as u32
            },
            0,
        ),
    );
    debian_peers(field);
}

fn debian_peers(field: &mut Field) {
    for (name, code) in [
        ("zlib (Debian)", debian_zlib()),
        ("libdeflate (Debian)", debian_libdeflate()),
        ("isa-l (Debian)", debian_isal()),
        ("ipsec-mb (Debian)", debian_ipsec_mb()),
    ] {
        match code {
            Ok((origin, code)) => field.add(Contestant::peer(Group::Crc32, name, &origin, code)),
            Err(reason) => field.absent(&format!("crc32: {name}"), reason),
        }
    }
}

fn debian_zlib() -> Result<(String, Code), String> {
    let library = debian::zlib()?;
    // SAFETY: the C type in zlib.h.
    let crc32: unsafe extern "C" fn(c_ulong, *const u8, c_uint) -> c_ulong =
        unsafe { library.function("crc32")? };
    // SAFETY: reads the given bytes only.
    let call = move |start: u32, data: &[u8]| unsafe {
        crc32(start.into(), data.as_ptr(), data.len() as c_uint) as u32
    };
    Ok((debian::zlib_version(library)?, zlib_shape::both_short(call, 0)))
}

fn debian_libdeflate() -> Result<(String, Code), String> {
    // SAFETY: the C type in libdeflate.h.
    let crc32: unsafe extern "C" fn(u32, *const u8, usize) -> u32 =
        unsafe { debian::libdeflate()?.function("libdeflate_crc32")? };
    // SAFETY: reads the given bytes only.
    let call = move |start: u32, data: &[u8]| unsafe { crc32(start, data.as_ptr(), data.len()) };
    Ok(("libdeflate.so.0".into(), zlib_shape::both(call, 0)))
}

fn debian_isal() -> Result<(String, Code), String> {
    // SAFETY: the C type in isa-l/crc.h.
    let crc32: unsafe extern "C" fn(u32, *const u8, u64) -> u32 =
        unsafe { debian::isal()?.function("crc32_gzip_refl")? };
    // SAFETY: reads the given bytes only.
    let call = move |start: u32, data: &[u8]| unsafe { crc32(start, data.as_ptr(), data.len() as u64) };
    Ok(("libisal.so.2".into(), zlib_shape::both(call, 0)))
}

/// Intel's multi-buffer library has the Ethernet frame check sequence, which is this CRC, as a member of its
/// manager structure: there is no exported function, and the member's place is that of version 1.3 only.
fn debian_ipsec_mb() -> Result<(String, Code), String> {
    const VERSION: &str = "1.3.";
    /// `offsetof(IMB_MGR, crc32_ethernet_fcs)` of that version on x86-64.
    const MEMBER: usize = 824;
    type Crc = unsafe extern "C" fn(*const c_void, u64) -> u32;

    let library = debian::ipsec_mb()?;
    // SAFETY: the C type in intel-ipsec-mb.h.
    let version_of: unsafe extern "C" fn() -> *const c_char =
        unsafe { library.function("imb_get_version_str")? };
    // SAFETY: it returns a string constant.
    let version = unsafe { debian::version(version_of) }.unwrap_or_default();
    if !version.starts_with(VERSION) {
        return Err(format!("version '{version}', the manager's layout is known for {VERSION} only"));
    }
    // SAFETY: the C types in intel-ipsec-mb.h.
    let alloc: unsafe extern "C" fn(u64) -> *mut u8 = unsafe { library.function("alloc_mb_mgr")? };
    // SAFETY: as above.
    let init: unsafe extern "C" fn(*mut u8, *mut c_void) = unsafe { library.function("init_mb_mgr_auto")? };
    // SAFETY: no flags; null is handled.
    let manager = unsafe { alloc(0) };
    if manager.is_null() {
        return Err("no manager".into());
    }
    // SAFETY: a fresh manager; the library ignores a null second argument.
    unsafe { init(manager, std::ptr::null_mut()) };
    // SAFETY: the version was checked, so the member is there and `init` has filled it.
    let member = unsafe { manager.add(MEMBER).cast::<Option<Crc>>().read_unaligned() };
    let crc = member.ok_or("the manager has no CRC-32")?;
    // SAFETY: reads the given bytes only.
    let whole = move |data: &[u8]| unsafe { crc(data.as_ptr().cast(), data.len() as u64) };
    Ok((version, Code::Sum { whole: Box::new(whole), fold: None }))
}
