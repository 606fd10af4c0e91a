//! Whether an emulator runs this program. Times under one say nothing about the machine and are refused.
//!
//! What is found: qemu's user mode on Linux, for foreign and for the own architecture (tried with Debian's
//! qemu-user 7.2), and any other emulator that runs as a Linux process of its own; full-system emulation by qemu's
//! TCG on x86, which names itself in CPUID. What is not found: TCG of other architectures when it claims to be
//! a real board, Valgrind (which runs the program inside its own address space), and translators inside the
//! operating system (Rosetta, Prism). A hypervisor that runs the guest's instructions on the real CPU is no
//! emulator.

/// Why this program is believed to be emulated; `None` when nothing speaks for it.
pub fn emulation() -> Option<String> {
    by_process().or_else(by_cpuid)
}

/// The kernel knows which file it really started. An emulator answers a guest that reads the link
/// `/proc/self/exe` with the guest's own file, but does not think of the same link under the thread's number.
#[cfg(target_os = "linux")]
fn by_process() -> Option<String> {
    let thread = rustix::thread::gettid().as_raw_nonzero();
    let shown = std::fs::read_link("/proc/self/exe").ok()?;
    let started = std::fs::read_link(format!("/proc/self/task/{thread}/exe")).ok()?;
    let name = started.file_name().unwrap_or_default().to_string_lossy();
    (shown != started).then(|| format!("the process is really '{name}'"))
}

#[cfg(not(target_os = "linux"))]
fn by_process() -> Option<String> {
    None
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn by_cpuid() -> Option<String> {
    use raw_cpuid::{CpuId, Hypervisor};
    let hypervisor = CpuId::new().get_hypervisor_info()?.identify();
    (hypervisor == Hypervisor::QEMU).then(|| "the CPU says that it is qemu's TCG".to_owned())
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn by_cpuid() -> Option<String> {
    None
}
