use super::read;
use serde::{Deserialize, Serialize};

/// A cache of the core that was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cache {
    /// 1 is nearest to the core.
    pub level: u8,
    /// `data`, `instruction` or `unified`.
    pub kind: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The length of a line in bytes.
    pub line_bytes: Option<u64>,
}

/// The caches: as Linux lists them for its first core, else as x86 CPUs describe themselves.
pub(super) fn gather() -> Vec<Cache> {
    let listed: Vec<Cache> = (0..16).map_while(listed).collect();
    if listed.is_empty() { described() } else { listed }
}

fn listed(index: u32) -> Option<Cache> {
    let file = |name| read(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}"));
    Some(Cache {
        level: file("level")?.parse().ok()?,
        kind: file("type")?.to_lowercase(),
        bytes: size(&file("size")?)?,
        line_bytes: file("coherency_line_size").and_then(|bytes| bytes.parse().ok()),
    })
}

/// `48K`, `2M` or plain bytes.
fn size(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 1 << 10),
        b'M' => (&text[..text.len() - 1], 1 << 20),
        b'G' => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    Some(digits.parse::<u64>().ok()? * unit)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn described() -> Vec<Cache> {
    use raw_cpuid::{CacheType, CpuId};
    let Some(parameters) = CpuId::new().get_cache_parameters() else { return Vec::new() };
    parameters
        .map(|cache| Cache {
            level: cache.level(),
            kind: match cache.cache_type() {
                CacheType::Data => "data",
                CacheType::Instruction => "instruction",
                _ => "unified",
            }
            .to_owned(),
            bytes: (cache.sets() * cache.associativity() * cache.coherency_line_size()) as u64
                * cache.physical_line_partitions() as u64,
            line_bytes: Some(cache.coherency_line_size() as u64),
        })
        .collect()
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn described() -> Vec<Cache> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("48K"), Some(48 << 10));
        assert_eq!(size("2M"), Some(2 << 20));
        assert_eq!(size("512"), Some(512));
        assert_eq!(size("K"), None);
        assert_eq!(size(""), None);
    }

    #[test]
    fn caches_are_of_sane_sizes() {
        for cache in gather().into_iter().chain(described()) {
            assert!((1..=5).contains(&cache.level) && cache.bytes >= 1024, "{cache:?}");
        }
    }
}
