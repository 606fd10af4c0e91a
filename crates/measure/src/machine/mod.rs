//! What was measured on, and with what: a figure without these is no evidence.

mod build;
mod cache;
mod cpu;
mod system;

pub use build::Build;
pub use cache::Cache;
pub use cpu::Cpu;
pub use system::System;

use crate::clock::{Clock, Resolution};
use serde::{Deserialize, Serialize};

/// Facts about the machine, its state and the program, gathered at one moment. Whatever a system does not tell is
/// `None` or empty, never a guess.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor.
    pub cpu: Cpu,
    /// The operating system and its state.
    pub system: System,
    /// The clock that times.
    pub clock: Resolution,
    /// The program.
    pub build: Build,
}

impl Machine {
    /// Gathers the facts.
    pub fn gather(clock: &dyn Clock) -> Machine {
        Machine {
            cpu: Cpu::gather(),
            system: System::gather(),
            clock: clock.resolution(),
            build: Build::facts(),
        }
    }

    /// One line for a person: model, features that were masked, hypervisor.
    pub fn headline(&self) -> String {
        let mut parts = vec![self.cpu.model.clone().unwrap_or_else(|| "unknown CPU".to_owned())];
        if let Some(cores) = self.cpu.logical_cores {
            parts.push(if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") });
        }
        if !self.cpu.masked.is_empty() {
            parts.push(format!("without {}", self.cpu.masked.join(" ")));
        }
        if let Some(hypervisor) = &self.cpu.hypervisor {
            parts.push(format!("under {hypervisor}"));
        }
        parts.join(", ")
    }
}

/// The trimmed text of a small file of the system's; `None` if it is absent or empty.
fn read(path: impl AsRef<std::path::Path>) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The value behind `key :` or `key=` in such a text.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once([':', '='])?;
        (name.trim() == key).then(|| value.trim().trim_matches('"')).filter(|value| !value.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::MonotonicClock;

    #[test]
    fn facts_survive_json() {
        let machine = Machine::gather(&MonotonicClock::new());
        let json = serde_json::to_string_pretty(&machine).unwrap();
        assert_eq!(serde_json::from_str::<Machine>(&json).unwrap(), machine);
        assert!(!machine.headline().is_empty());
        assert!(machine.build.target.is_some() && machine.build.rustc.is_some());
    }

    #[test]
    fn values_of_both_kinds_of_file() {
        let text = "vendor_id\t: GenuineIntel\nPRETTY_NAME=\"Some Linux 12\"\nempty :\n";
        assert_eq!(value(text, "vendor_id"), Some("GenuineIntel"));
        assert_eq!(value(text, "PRETTY_NAME"), Some("Some Linux 12"));
        assert_eq!(value(text, "empty"), None);
        assert_eq!(value(text, "NAME"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_the_kernel_and_the_page_size() {
        let system = System::gather();
        assert!(system.kernel.is_some_and(|kernel| kernel.starts_with("Linux ")));
        assert!(system.page_bytes.is_some_and(|bytes| bytes.is_power_of_two() && bytes >= 4096));
        assert!(!system.affinity.is_empty());
    }
}
