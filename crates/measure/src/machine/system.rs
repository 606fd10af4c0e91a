use super::{read, value};
use crate::affinity;
use crate::emulation::emulation;
use serde::{Deserialize, Serialize};

/// The operating system and the state that it is in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct System {
    /// The system's name and version for people.
    pub name: Option<String>,
    /// Kernel, its release and build, and the machine's architecture.
    pub kernel: Option<String>,
    /// Bytes of a page of memory.
    pub page_bytes: Option<u64>,
    /// Whether memory may come in huge pages unasked (`always`, `madvise`, `never`).
    pub huge_pages: Option<String>,
    /// Bytes of memory.
    pub memory_bytes: Option<u64>,
    /// Cores that this thread may run on.
    pub affinity: Vec<usize>,
    /// Processes that wanted to run, averaged over the last 1, 5 and 15 minutes.
    pub load: Option<[f64; 3]>,
    /// Why this is believed to run under an emulator; see [`emulation`](crate::emulation).
    pub emulation: Option<String>,
}

impl System {
    /// Gathers the facts.
    pub fn gather() -> System {
        let release = read("/etc/os-release").unwrap_or_default();
        let memory = read("/proc/meminfo").unwrap_or_default();
        System {
            name: value(&release, "PRETTY_NAME")
                .map(str::to_owned)
                .or_else(|| Some(std::env::consts::OS.to_owned())),
            kernel: kernel(),
            page_bytes: page_bytes(),
            huge_pages: read("/sys/kernel/mm/transparent_hugepage/enabled").and_then(|text| chosen(&text)),
            memory_bytes: value(&memory, "MemTotal").and_then(kibibytes),
            affinity: affinity::allowed(),
            load: read("/proc/loadavg").and_then(|text| load(&text)),
            emulation: emulation(),
        }
    }
}

#[cfg(unix)]
fn kernel() -> Option<String> {
    let name = rustix::system::uname();
    let parts = [name.sysname(), name.release(), name.version(), name.machine()];
    Some(parts.map(|part| part.to_string_lossy()).join(" "))
}

#[cfg(unix)]
fn page_bytes() -> Option<u64> {
    Some(rustix::param::page_size() as u64)
}

#[cfg(not(unix))]
fn kernel() -> Option<String> {
    None
}

#[cfg(not(unix))]
fn page_bytes() -> Option<u64> {
    None
}

/// The word in brackets.
fn chosen(text: &str) -> Option<String> {
    Some(text.split_once('[')?.1.split_once(']')?.0.to_owned())
}

fn kibibytes(text: &str) -> Option<u64> {
    Some(text.strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

fn load(text: &str) -> Option<[f64; 3]> {
    let mut words = text.split_ascii_whitespace().map_while(|word| word.parse().ok());
    Some([words.next()?, words.next()?, words.next()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_of_the_system() {
        assert_eq!(chosen("always [madvise] never").as_deref(), Some("madvise"));
        assert_eq!(kibibytes("16384 kB"), Some(16 << 20));
        assert_eq!(load("0.42 1.00 2.50 1/99 1234"), Some([0.42, 1.0, 2.5]));
        assert_eq!(load("nonsense"), None);
    }
}
