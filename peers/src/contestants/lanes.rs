//! MD5 of many messages by others. OpenSSL, the base line, hashes one message after the other.

use super::{Code, Contestant, Field, md5};
use crate::cases::Group;

pub(super) fn add(field: &mut Field) {
    match md5::openssl() {
        Ok(function) => {
            let code = one_by_one(move |data| md5::call_openssl(function, data));
            field.add(Contestant::peer(Group::Lanes, "openssl", "one after the other", code));
        }
        Err(reason) => field.absent("lanes: openssl", reason),
    }
    let mut peer = |name, origin, code| field.add(Contestant::peer(Group::Lanes, name, origin, code));
    let hasher = md5_many::Md5Many::new();
    peer(
        "md5-many",
        "0.1.0-alpha.4",
        Code::Many(Box::new(move |messages, digests| hasher.hash_many(messages, digests))),
    );
    field.absent("lanes: isa-l_crypto", "neither Debian 12 nor the crate registry carries it");
    field.absent(
        "lanes: ipsec-mb (Debian)",
        "has HMAC-MD5 jobs and one-block MD5 only, no multi-buffer MD5 of whole messages",
    );
}

fn one_by_one(digest: impl Fn(&[u8]) -> [u8; 16] + 'static) -> Code {
    Code::Many(Box::new(move |messages, digests| {
        for (message, place) in messages.iter().zip(digests) {
            *place = digest(message);
        }
    }))
}
