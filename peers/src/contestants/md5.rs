//! MD5 of one message by others.

use super::{Code, Contestant, Field, debian};
use crate::cases::Group;
use rustcrypto_md5::Digest as _;

/// OpenSSL's one-shot function.
pub(super) type OpensslMd5 = unsafe extern "C" fn(*const u8, usize, *mut u8) -> *mut u8;

/// The digest that the others are checked against.
pub(crate) fn reference(data: &[u8]) -> [u8; 16] {
    rustcrypto_md5::Md5::digest(data).into()
}

pub(super) fn add(field: &mut Field) {
    match openssl() {
        Ok(function) => {
            let code = Code::Digest(Box::new(move |data| call_openssl(function, data)));
            field.add(Contestant::peer(Group::Md5, "openssl", &openssl_version(), code));
        }
        Err(reason) => field.absent("md5: openssl", reason),
    }
    let mut peer =
        |name, origin, code| field.add(Contestant::peer(Group::Md5, name, origin, Code::Digest(code)));
    peer("md-5", "0.11.0", Box::new(reference));
    peer("md5", "0.8.1", Box::new(|data| md5_crate::compute(data).0));
    peer("md5-asm", "0.5.2", Box::new(md5_asm_digest));
    peer("fast-md5", "1.0.0", Box::new(fast_md5::digest));
    peer("md5-many", "0.1.0-alpha.4", Box::new(md5_many::md5));
}

/// Debian's `MD5()`.
pub(super) fn openssl() -> Result<OpensslMd5, String> {
    // SAFETY: the C type in openssl/md5.h.
    unsafe { debian::crypto()?.function("MD5") }
}

fn openssl_version() -> String {
    fn ask() -> Result<String, String> {
        // SAFETY: the C type in openssl/crypto.h.
        let version: unsafe extern "C" fn(i32) -> *const std::ffi::c_char =
            unsafe { debian::crypto()?.function("OpenSSL_version")? };
        // SAFETY: 0 asks for the version; the answer is a string constant.
        Ok(unsafe { std::ffi::CStr::from_ptr(version(0)) }.to_string_lossy().into_owned())
    }
    ask().unwrap_or_default()
}

/// `MD5(data)` by OpenSSL.
pub(super) fn call_openssl(function: OpensslMd5, data: &[u8]) -> [u8; 16] {
    let mut digest = [0; 16];
    // SAFETY: reads the given bytes and writes 16.
    unsafe { function(data.as_ptr(), data.len(), digest.as_mut_ptr()) };
    digest
}

/// md5-asm is a compression function only: the least that makes a digest of it.
fn md5_asm_digest(data: &[u8]) -> [u8; 16] {
    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let (blocks, rest) = data.as_chunks::<64>();
    md5_asm::compress(&mut state, blocks);
    let mut tail = [0; 128];
    tail[..rest.len()].copy_from_slice(rest);
    tail[rest.len()] = 0x80;
    let end = if rest.len() < 56 { 64 } else { 128 };
    tail[end - 8..end].copy_from_slice(&((data.len() as u64) << 3).to_le_bytes());
    md5_asm::compress(&mut state, tail[..end].as_chunks::<64>().0);
    let mut digest = [0; 16];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    digest
}
