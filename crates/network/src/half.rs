//! IEEE half precision (binary16) to single and back. Rust's own `f16` is not stable yet.

/// The value of a half-precision number given by its bits; exact.
pub(crate) fn to_f32(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 0x1F);
    let fraction = f32::from(bits & 0x3FF);
    match exponent {
        0 => sign * fraction * 2f32.powi(-24),
        0x1F if fraction == 0.0 => sign * f32::INFINITY,
        0x1F => f32::NAN,
        _ => sign * (1024.0 + fraction) * 2f32.powi(exponent - 25),
    }
}

/// The bits of the half-precision number nearest to `value`, ties to even; infinity beyond its range.
pub(crate) fn from_f32(value: f32) -> u16 {
    let sign = ((value.to_bits() >> 31) as u16) << 15;
    if value.is_nan() {
        return sign | 0x7E00;
    }
    let magnitude = value.abs();
    // 65520 is half way between the largest half, 65504, and what would come next.
    if magnitude >= 65520.0 {
        return sign | 0x7C00;
    }
    // The spacing of halves around the value: that of subnormals, or 2^-10 of the value's power of two. The quotient is
    // exact, so that rounding it to an integer is rounding the value to a half.
    let exponent = ((magnitude.to_bits() >> 23) as i32 - 127).max(-14);
    let steps = (magnitude * 2f32.powi(10 - exponent)).round_ties_even() as u16;
    // A carry out of the fraction moves on to the next exponent, which is what the addition does.
    sign | (steps + (((exponent + 14) as u16) << 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_way_to_single_and_back() {
        for bits in 0..=u16::MAX {
            let value = to_f32(bits);
            if value.is_nan() {
                assert!(to_f32(from_f32(value)).is_nan());
            } else {
                assert_eq!(from_f32(value), bits, "{value}");
            }
        }
    }

    #[test]
    fn rounds_to_the_nearest_half_and_ties_to_even() {
        // Positive halves in order: between neighbours, the middle goes to the even one, all else to the nearer one.
        for bits in 0..0x7BFFu16 {
            let (low, high) = (to_f32(bits), to_f32(bits + 1));
            let middle = (low + high) / 2.0;
            assert_eq!(from_f32(middle), bits + (bits & 1), "{middle}");
            assert_eq!(from_f32(middle.next_down()), bits);
            assert_eq!(from_f32(middle.next_up()), bits + 1);
            assert_eq!(from_f32(-middle), 0x8000 | (bits + (bits & 1)));
        }
        assert_eq!(to_f32(0x3C00), 1.0);
        assert_eq!(to_f32(0xC000), -2.0);
        assert_eq!(to_f32(0x7BFF), 65504.0);
        assert_eq!(from_f32(65519.0), 0x7BFF);
        assert_eq!(from_f32(65520.0), 0x7C00);
    }
}
