//! The crates of others that take part in the comparison, behind this crate's engine record.

use alloc::boxed::Box;
use checksum_engine::{Digest, Dispatch, Engine, Source, Stream};

/// Crate `md-5` of the RustCrypto project.
pub(crate) mod rustcrypto {
    use super::*;
    use rustcrypto_md5::Digest as _;
    use rustcrypto_md5::Md5;

    struct Hasher(Md5);

    impl Stream for Hasher {
        fn update(&mut self, data: &[u8]) {
            self.0.update(data);
        }

        fn digest(&self) -> Digest {
            Digest::Md5(self.0.clone().finalize().into())
        }
    }

    fn digest(data: &[u8]) -> [u8; 16] {
        Md5::digest(data).into()
    }

    fn stream() -> Box<dyn Stream> {
        Box::new(Hasher(Md5::new()))
    }

    pub(crate) const ENGINE: Engine = Engine::digest("md5/x/md-5", digest, stream)
        .about("crate md-5, portable Rust")
        .dispatch(Dispatch::Opaque)
        .source(Source::ThirdParty {
            name: "md-5",
            version: "0.11.0",
            author: "RustCrypto Developers",
            licence: "MIT OR Apache-2.0",
        });
}

/// Crate `md5`.
pub(crate) mod md5 {
    use super::*;
    use md5_crate::Context;

    struct Hasher(Context);

    impl Stream for Hasher {
        fn update(&mut self, data: &[u8]) {
            self.0.consume(data);
        }

        fn digest(&self) -> Digest {
            Digest::Md5(self.0.clone().finalize().0)
        }
    }

    fn digest(data: &[u8]) -> [u8; 16] {
        md5_crate::compute(data).0
    }

    fn stream() -> Box<dyn Stream> {
        Box::new(Hasher(Context::new()))
    }

    pub(crate) const ENGINE: Engine = Engine::digest("md5/x/md5", digest, stream)
        .about("crate md5, portable Rust")
        .source(Source::ThirdParty {
            name: "md5",
            version: "0.8.1",
            author: "Ivan Ukhov and others",
            licence: "Apache-2.0 OR MIT",
        });
}

/// Crate `md5-asm`: Project Nayuki's assembly, built by a C compiler.
/// The crate is a compression function only; padding and streaming are this crate's.
#[cfg(all(unix, any(target_arch = "x86", target_arch = "x86_64")))]
pub(crate) mod asm {
    use super::*;

    pub(crate) const ENGINE: Engine = md5_engine!("md5/x/md5-asm", md5_asm::compress)
        .about("crate md5-asm: Project Nayuki's x86 assembly, with padding and streaming of our own")
        .source(Source::ThirdParty {
            name: "md5-asm",
            version: "0.5.2",
            author: "RustCrypto Developers; Project Nayuki",
            licence: "MIT",
        });
}
