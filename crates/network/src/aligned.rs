//! Buffers of numbers that begin at a cache line, without a line of unsafe code.

use std::ops::{Deref, DerefMut};

/// Numbers in a cache line.
const LINE: usize = 16;

/// A fixed number of floats, the first of which is at the beginning of a cache line: vector loads at multiples of 16
/// never straddle two lines.
#[derive(Debug)]
pub(crate) struct Aligned {
    data: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    pub(crate) fn zeros(len: usize) -> Self {
        let data = vec![0.0; len + LINE - 1];
        let past = data.as_ptr().addr() / size_of::<f32>() % LINE;
        Self { data, start: (LINE - past) % LINE, len }
    }
}

// Cloning the vector would move the numbers to another place in the line.
impl Clone for Aligned {
    fn clone(&self) -> Self {
        let mut copy = Self::zeros(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.data[self.start..][..self.len]
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.data[self.start..][..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_at_a_cache_line() {
        for len in [1, 15, 16, 17, 1000] {
            let mut buffer = Aligned::zeros(len);
            buffer[len - 1] = 3.0;
            let copy = buffer.clone();
            assert_eq!(copy[len - 1], 3.0);
            for buffer in [buffer, copy] {
                assert_eq!((buffer.as_ptr().addr() % 64, buffer.len()), (0, len));
            }
        }
    }
}
