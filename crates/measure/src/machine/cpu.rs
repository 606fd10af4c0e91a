use super::cache::{self, Cache};
use super::{read, value};
use checksum_engine::CpuFeatures;
use serde::{Deserialize, Serialize};

/// The processor, as it and the system describe it. A virtual machine may be told a made-up model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cpu {
    /// The name that is made for people.
    pub model: Option<String>,
    /// The maker.
    pub vendor: Option<String>,
    /// Family, model and stepping numbers.
    pub signature: Option<String>,
    /// The microcode's revision.
    pub microcode: Option<String>,
    /// Cores that this process may run on, as the system counts them (threads of one core count each).
    pub logical_cores: Option<usize>,
    /// Cores without their additional threads, of the whole machine.
    pub physical_cores: Option<usize>,
    /// Caches of the first core.
    pub caches: Vec<Cache>,
    /// Features that engines may use.
    pub usable: Vec<String>,
    /// Features that the CPU has and `CHECKSUM_DISABLE` masks.
    pub masked: Vec<String>,
    /// The hypervisor's name for itself, if there is one.
    pub hypervisor: Option<String>,
    /// What governs the clock frequency of the first core.
    pub governor: Option<String>,
    /// Whether the clock may rise above its nominal frequency.
    pub turbo: Option<bool>,
}

impl Cpu {
    /// Gathers the facts.
    ///
    /// # Panics
    /// As [`CpuFeatures::current`]: when `CHECKSUM_DISABLE` holds an unknown name.
    pub fn gather() -> Cpu {
        let info = read("/proc/cpuinfo").unwrap_or_default();
        let listed = |keys: &[&str]| keys.iter().find_map(|key| value(&info, key)).map(str::to_owned);
        let features = CpuFeatures::current();
        let described = Described::ask();
        Cpu {
            // Besides x86: powerpc, s390x, riscv, some arm boards.
            model: described.model.or_else(|| listed(&["model name", "cpu", "uarch", "Model", "Hardware"])),
            vendor: described.vendor.or_else(|| listed(&["vendor_id", "CPU implementer"])),
            signature: described.signature.or_else(|| listed(&["CPU part", "revision"])),
            microcode: listed(&["microcode"]),
            logical_cores: std::thread::available_parallelism().ok().map(Into::into),
            physical_cores: physical_cores(&info),
            caches: cache::gather(),
            usable: features.usable().names().map(str::to_owned).collect(),
            masked: features.masked().names().map(str::to_owned).collect(),
            hypervisor: described.hypervisor.or_else(|| read("/sys/hypervisor/type")),
            governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            turbo: turbo(),
        }
    }
}

/// Distinct pairs of package and core.
fn physical_cores(info: &str) -> Option<usize> {
    let mut cores: Vec<(&str, &str)> = info
        .split("\n\n")
        .filter_map(|core| Some((value(core, "physical id")?, value(core, "core id")?)))
        .collect();
    cores.sort_unstable();
    cores.dedup();
    (!cores.is_empty()).then_some(cores.len())
}

fn turbo() -> Option<bool> {
    // Intel's driver asks the other way round.
    let off = read("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|flag| flag == "0");
    off.or_else(|| read("/sys/devices/system/cpu/cpufreq/boost").map(|flag| flag == "1"))
}

/// What the CPU says when asked directly.
#[derive(Default)]
struct Described {
    model: Option<String>,
    vendor: Option<String>,
    signature: Option<String>,
    hypervisor: Option<String>,
}

impl Described {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fn ask() -> Described {
        let id = raw_cpuid::CpuId::new();
        let numbers = id.get_feature_info();
        Described {
            model: id.get_processor_brand_string().map(|brand| brand.as_str().trim().to_owned()),
            vendor: id.get_vendor_info().map(|vendor| vendor.as_str().to_owned()),
            signature: numbers.map(|n| {
                format!("family {} model {} stepping {}", n.family_id(), n.model_id(), n.stepping_id())
            }),
            hypervisor: id.get_hypervisor_info().map(|info| format!("{:?}", info.identify())),
        }
    }

    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    fn ask() -> Described {
        Described::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_a_core_count_once() {
        let core = |package, core| format!("processor : 0\nphysical id\t: {package}\ncore id\t\t: {core}");
        let info = [core(0, 0), core(0, 0), core(0, 1), core(1, 0)].join("\n\n");
        assert_eq!(physical_cores(&info), Some(3));
        assert_eq!(physical_cores("processor : 0"), None);
    }
}
