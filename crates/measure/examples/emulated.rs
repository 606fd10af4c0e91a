//! Says whether this program is emulated: exit status 0 if it runs on the real CPU, 1 if it does not. Try it with
//! `qemu-x86_64 target/release/examples/emulated`.

fn main() -> std::process::ExitCode {
    match checksum_measure::emulation() {
        None => {
            println!("runs on the CPU");
            std::process::ExitCode::SUCCESS
        }
        Some(reason) => {
            println!("emulated: {reason}");
            std::process::ExitCode::FAILURE
        }
    }
}
