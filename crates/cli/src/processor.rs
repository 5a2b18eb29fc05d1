//! The build for this processor.
//!
//! Sets of cells are words, and x86-64-v3 (AVX2, BMI, since 2013) counts and scans them in one instruction each. A package
//! therefore holds the program twice: `bin/hexwright` runs on every x86-64 processor, and replaces itself by
//! `lib/hexwright/hexwright-x86-64-v3` where the processor has what that needs. `HEXWRIGHT_BASELINE=1` keeps the first.

/// Keeps the build that runs everywhere.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
const BASELINE: &str = "HEXWRIGHT_BASELINE";

/// The faster build, from the folder of the program.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
const FAST: &str = "../lib/hexwright/hexwright-x86-64-v3";

/// Continues as the faster build, if this package has one and the processor runs it. Returns otherwise.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
pub(crate) fn choose_build() {
    use std::{env, os::unix::process::CommandExt, process::Command};

    if env::var_os(BASELINE).is_some_and(|value| value != "0") || !has_x86_64_v3() {
        return;
    }
    let Some(fast) = env::current_exe().ok().and_then(|program| Some(program.parent()?.join(FAST))) else {
        return;
    };
    if fast.is_file() {
        // Only a failure returns; then this build does the work.
        let _ = Command::new(fast).args(env::args_os().skip(1)).exec();
    }
}

/// Whether the processor and the system have all of x86-64-v3.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
fn has_x86_64_v3() -> bool {
    use std::arch::is_x86_feature_detected as has;

    has!("avx")
        && has!("avx2")
        && has!("bmi1")
        && has!("bmi2")
        && has!("f16c")
        && has!("fma")
        && has!("lzcnt")
        && has!("movbe")
        && has!("popcnt")
        && has!("sse4.2")
}

/// Ends the program with a message where the processor lacks what this build needs: it would crash at some instruction.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) fn choose_build() {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    // The usual macro is true in such a build without asking the processor.
    let (fma, avx2, bmi2) = (1 << 12, 1 << 5, 1 << 8);
    let has_leaf = __cpuid(0).eax >= 7;
    if !has_leaf || __cpuid(1).ecx & fma == 0 || __cpuid_count(7, 0).ebx & (avx2 | bmi2) != avx2 | bmi2 {
        eprintln!(
            "hexwright: this build needs a processor with AVX2, BMI2 and FMA (x86-64-v3). \
             Build it for every x86-64 processor with: RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release"
        );
        std::process::exit(2);
    }
}

/// There is one build elsewhere.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(unix, target_arch = "x86_64", not(target_feature = "avx2"))
)))]
pub(crate) fn choose_build() {}
