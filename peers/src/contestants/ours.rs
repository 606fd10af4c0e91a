//! This workspace's public functions, and on request every engine of its registries.

use super::{Code, Contestant, Digest, Field, Fold, Many, Role, Whole};
use crate::cases::Group;
use checksum_engine::{CpuFeatures, Engine, Kernel, Runnable};

const VERSION: &str = "this workspace";

pub(super) fn add(field: &mut Field, engines: bool) {
    for role in [Role::Ours, Role::Again] {
        public(field, role, Group::Adler32, || sum(checksum_adler32::checksum, checksum_adler32::update));
        public(field, role, Group::Crc32, || sum(checksum_crc32::checksum, checksum_crc32::update));
        public(field, role, Group::Crc32c, || sum(checksum_crc32c::checksum, checksum_crc32c::update));
        public(field, role, Group::Md5, || Code::Digest(Box::new(checksum_md5::digest)));
        public(field, role, Group::Lanes, || Code::Many(Box::new(checksum_md5::multi::digest_many_into)));
    }
    if engines {
        registry(field, checksum_adler32::ENGINES);
        registry(field, checksum_crc32::ENGINES);
        registry(field, checksum_crc32c::ENGINES);
        registry(field, checksum_md5::ENGINES);
    }
}

fn public(field: &mut Field, role: Role, group: Group, code: impl Fn() -> Code) {
    let name = if role == Role::Ours { "ours" } else { "ours again" };
    field.add(Contestant { group, name: name.into(), origin: VERSION.into(), role, code: code() });
}

fn sum(whole: impl Fn(&[u8]) -> u32 + 'static, fold: impl Fn(u32, &[u8]) -> u32 + 'static) -> Code {
    Code::Sum { whole: Box::new(whole), fold: Some(Box::new(fold)) }
}

fn registry(field: &mut Field, engines: &'static [Engine]) {
    let cpu = CpuFeatures::current();
    for engine in engines {
        match engine.resolve(cpu) {
            Ok(runnable) => field.add(Contestant {
                group: Group::of(engine),
                name: engine.id.into(),
                origin: VERSION.into(),
                role: Role::Engine,
                code: engine_code(engine, runnable),
            }),
            Err(missing) => field.absent(engine.id, missing),
        }
    }
}

fn engine_code(engine: &Engine, runnable: Runnable) -> Code {
    match engine.kernel {
        Kernel::Fold(_) => {
            let initial = engine.family.initial().unwrap_or_default();
            let fold = move |start: u32, data: &[u8]| runnable.fold(start, data).unwrap_or_default();
            let whole: Whole = Box::new(move |data| fold(initial, data));
            let fold: Fold = Box::new(fold);
            Code::Sum { whole, fold: Some(fold) }
        }
        Kernel::Digest(_) => {
            let digest: Digest = Box::new(move |data| md5_bytes(runnable.checksum(data)));
            Code::Digest(digest)
        }
        Kernel::Many(_) => {
            let many: Many = Box::new(move |messages, digests| {
                for (place, digest) in digests.iter_mut().zip(runnable.many(messages)) {
                    *place = md5_bytes(digest);
                }
            });
            Code::Many(many)
        }
    }
}

fn md5_bytes(digest: checksum_engine::Digest) -> [u8; 16] {
    match digest {
        checksum_engine::Digest::Md5(bytes) => bytes,
        checksum_engine::Digest::U32(_) => [0; 16],
    }
}
