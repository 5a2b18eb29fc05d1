//! Vector instructions behind one small trait, chosen when the program runs.
//!
//! A value of `Avx512` or `Avx2` proves that the processor has these instructions: only [`crate::Instructions::detect`]
//! makes one. [`Simd::run`] enters code that is compiled for the instructions; everything that a [`Kernel`] calls is
//! inlined there. All vector operations here work on each number alone, and both x86 variants round alike, so AVX-512
//! and AVX2 give the same bits; portable code rounds products separately and differs in the last ones. WebAssembly has no
//! detection: a module is compiled with its vectors or without. They give the bits of portable code; relaxed ones, where
//! the processor fuses products and sums, those of AVX2.

#![expect(
    unsafe_code,
    reason = "intrinsics: AVX-512 gives 1.8 times, AVX2 1.6 times the evaluations of portable code"
)]

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

/// Work that is compiled once for each kind of instructions.
pub(crate) trait Kernel {
    /// Does the work. Implementations are `#[inline(always)]`, and so is all they call in a loop.
    fn run<S: Simd>(self, simd: S);
}

/// A kind of vector instructions.
pub(crate) trait Simd: Copy {
    /// `LANES` numbers.
    type Vector: Copy;
    /// Numbers in a vector.
    const LANES: usize;
    /// Rows of two vectors of sums that fit into the registers together with what they are made from.
    const ROWS: usize;

    fn splat(self, x: f32) -> Self::Vector;
    /// # Safety
    /// `LANES` numbers can be read at `from`.
    unsafe fn load(self, from: *const f32) -> Self::Vector;
    /// # Safety
    /// `LANES` numbers can be written at `to`.
    unsafe fn store(self, to: *mut f32, x: Self::Vector);
    fn add(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    fn sub(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    fn max(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// `x * y + z`.
    fn mul_add(self, x: Self::Vector, y: Self::Vector, z: Self::Vector) -> Self::Vector;

    /// Runs a kernel with these instructions.
    fn run<K: Kernel>(self, kernel: K);
}

/// Which vector instructions a network is computed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instructions(pub(crate) Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Wasm(wasm::Simd128),
    Portable(Portable),
}

/// Whether [`Instructions::best`] is portable code.
static IS_PORTABLE: AtomicBool = AtomicBool::new(false);

impl Instructions {
    /// Those that this processor has, the fastest first. The last is always portable code.
    #[must_use]
    pub fn detect() -> Vec<Self> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            found.extend(x86::Avx512::detect().map(|proof| Self(Kind::Avx512(proof))));
            found.extend(x86::Avx2::detect().map(|proof| Self(Kind::Avx2(proof))));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        found.push(Self(Kind::Wasm(wasm::Simd128)));
        found.push(Self(Kind::Portable(Portable)));
        found
    }

    /// The fastest that this processor has; portable code after [`Instructions::use_portable`].
    #[must_use]
    pub fn best() -> Self {
        if IS_PORTABLE.load(Ordering::Relaxed) { Self(Kind::Portable(Portable)) } else { Self::detect()[0] }
    }

    /// From now on, this program computes networks in portable arithmetic, with the same results on every machine. It is
    /// slower. Networks that are made already stay as they are.
    pub fn use_portable() {
        IS_PORTABLE.store(true, Ordering::Relaxed);
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "AVX2",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Wasm(_) => "SIMD128",
            Kind::Portable(_) => "portable",
        })
    }
}

/// Four numbers at a time as plain Rust, which every compiler turns into some vector instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Portable;

impl Simd for Portable {
    type Vector = [f32; 4];
    const LANES: usize = 4;
    const ROWS: usize = 5;

    #[inline(always)]
    fn splat(self, x: f32) -> [f32; 4] {
        [x; 4]
    }

    #[inline(always)]
    unsafe fn load(self, from: *const f32) -> [f32; 4] {
        // SAFETY: the caller says that four numbers can be read, and an array of numbers is aligned as they are.
        unsafe { from.cast::<[f32; 4]>().read() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32, x: [f32; 4]) {
        // SAFETY: as for `load`.
        unsafe { to.cast::<[f32; 4]>().write(x) }
    }

    #[inline(always)]
    fn add(self, x: [f32; 4], y: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| x[i] + y[i])
    }

    #[inline(always)]
    fn sub(self, x: [f32; 4], y: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| x[i] - y[i])
    }

    #[inline(always)]
    fn max(self, x: [f32; 4], y: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| if x[i] > y[i] { x[i] } else { y[i] })
    }

    #[inline(always)]
    fn mul_add(self, x: [f32; 4], y: [f32; 4], z: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| x[i] * y[i] + z[i])
    }

    fn run<K: Kernel>(self, kernel: K) {
        kernel.run(self);
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    #[cfg(not(target_feature = "relaxed-simd"))]
    use std::arch::wasm32::f32x4_mul;
    #[cfg(target_feature = "relaxed-simd")]
    use std::arch::wasm32::f32x4_relaxed_madd;
    use std::arch::wasm32::{f32x4_add, f32x4_pmax, f32x4_splat, f32x4_sub, v128, v128_load, v128_store};

    use super::{Kernel, Simd};

    /// The vectors of WebAssembly.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Simd128;

    impl Simd for Simd128 {
        type Vector = v128;
        const LANES: usize = 4;
        const ROWS: usize = 4;

        #[inline(always)]
        fn splat(self, x: f32) -> v128 {
            f32x4_splat(x)
        }

        #[inline(always)]
        unsafe fn load(self, from: *const f32) -> v128 {
            // SAFETY: the caller says that four numbers can be read; loads of WebAssembly need no alignment.
            unsafe { v128_load(from.cast()) }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut f32, x: v128) {
            // SAFETY: as for `load`.
            unsafe { v128_store(to.cast(), x) }
        }

        #[inline(always)]
        fn add(self, x: v128, y: v128) -> v128 {
            f32x4_add(x, y)
        }

        #[inline(always)]
        fn sub(self, x: v128, y: v128) -> v128 {
            f32x4_sub(x, y)
        }

        #[inline(always)]
        fn max(self, x: v128, y: v128) -> v128 {
            // As in portable code, `x` only if it is larger than `y`.
            f32x4_pmax(y, x)
        }

        #[inline(always)]
        fn mul_add(self, x: v128, y: v128, z: v128) -> v128 {
            #[cfg(target_feature = "relaxed-simd")]
            return f32x4_relaxed_madd(x, y, z);
            #[cfg(not(target_feature = "relaxed-simd"))]
            f32x4_add(f32x4_mul(x, y), z)
        }

        fn run<K: Kernel>(self, kernel: K) {
            kernel.run(self);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m256, __m512, _mm256_add_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_set1_ps,
        _mm256_storeu_ps, _mm256_sub_ps, _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_max_ps,
        _mm512_set1_ps, _mm512_storeu_ps, _mm512_sub_ps,
    };

    use super::{Kernel, Simd};

    /// Proof that the processor has AVX-512 (the foundation).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Avx512(());

    /// Proof that the processor has AVX2 and FMA.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Avx2(());

    impl Avx512 {
        pub(super) fn detect() -> Option<Self> {
            is_x86_feature_detected!("avx512f").then_some(Self(()))
        }
    }

    impl Avx2 {
        pub(super) fn detect() -> Option<Self> {
            (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")).then_some(Self(()))
        }
    }

    /// Implements [`Simd`] with intrinsics of one width.
    macro_rules! simd {
        ($proof:ty, $vector:ty, $lanes:literal, $rows:literal, $features:literal,
         $splat:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $max:ident, $mul_add:ident) => {
            impl Simd for $proof {
                type Vector = $vector;
                const LANES: usize = $lanes;
                const ROWS: usize = $rows;

                #[inline(always)]
                fn splat(self, x: f32) -> $vector {
                    // SAFETY: `self` proves that the processor has the instruction.
                    unsafe { $splat(x) }
                }

                #[inline(always)]
                unsafe fn load(self, from: *const f32) -> $vector {
                    // SAFETY: `self` proves the instruction, the caller that the numbers can be read.
                    unsafe { $load(from) }
                }

                #[inline(always)]
                unsafe fn store(self, to: *mut f32, x: $vector) {
                    // SAFETY: `self` proves the instruction, the caller that the numbers can be written.
                    unsafe { $store(to, x) }
                }

                #[inline(always)]
                fn add(self, x: $vector, y: $vector) -> $vector {
                    // SAFETY: `self` proves that the processor has the instruction.
                    unsafe { $add(x, y) }
                }

                #[inline(always)]
                fn sub(self, x: $vector, y: $vector) -> $vector {
                    // SAFETY: `self` proves that the processor has the instruction.
                    unsafe { $sub(x, y) }
                }

                #[inline(always)]
                fn max(self, x: $vector, y: $vector) -> $vector {
                    // SAFETY: `self` proves that the processor has the instruction.
                    unsafe { $max(x, y) }
                }

                #[inline(always)]
                fn mul_add(self, x: $vector, y: $vector, z: $vector) -> $vector {
                    // SAFETY: `self` proves that the processor has the instruction.
                    unsafe { $mul_add(x, y, z) }
                }

                fn run<K: Kernel>(self, kernel: K) {
                    #[target_feature(enable = $features)]
                    fn compiled<K: Kernel>(proof: $proof, kernel: K) {
                        kernel.run(proof);
                    }
                    // SAFETY: `self` proves that the processor has the instructions.
                    unsafe { compiled(self, kernel) }
                }
            }
        };
    }

    simd!(
        Avx512,
        __m512,
        16,
        9,
        "avx512f",
        _mm512_set1_ps,
        _mm512_loadu_ps,
        _mm512_storeu_ps,
        _mm512_add_ps,
        _mm512_sub_ps,
        _mm512_max_ps,
        _mm512_fmadd_ps
    );
    simd!(
        Avx2,
        __m256,
        8,
        5,
        "avx2,fma",
        _mm256_set1_ps,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_add_ps,
        _mm256_sub_ps,
        _mm256_max_ps,
        _mm256_fmadd_ps
    );
}
