//! Forms for x86-64.

pub(crate) mod avx512vl;
pub(crate) mod avx512vl_asm;
pub(crate) mod scalar_asm;
