//! Memory, counted by the allocator. A node does no allocation: the same search again, with provers that have seen it once,
//! asks for no memory in any node. And a search stays within the memory it was given.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use board::{BoardSize, Position};
use solver::{
    Expansion, Knowledge, PooledProvers, ProverPool, ProverSettings, RulesOnly, Solver, SolverContext,
    SolverLimits, SolverSettings, SolverStatistics, move_ordering_network,
};

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static IN_USE: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);
/// One test at a time: the numbers are those of the whole program.
static ALONE: Mutex<()> = Mutex::new(());

struct Counting;

#[expect(unsafe_code, reason = "an allocator that counts")]
// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        let size = layout.size() as u64;
        PEAK.fetch_max(IN_USE.fetch_add(size, Ordering::Relaxed) + size, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Provers that add up what their nodes allocate.
struct Watched<'a> {
    provers: PooledProvers<'a, 1>,
    allocated: &'a AtomicU64,
}

impl Knowledge<1> for Watched<'_> {
    fn examine(&mut self, position: &Position<1>, expansion: &mut Expansion<1>) {
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        self.provers.examine(position, expansion);
        self.allocated.fetch_add(ALLOCATIONS.load(Ordering::Relaxed) - before, Ordering::Relaxed);
    }
}

/// Solves a position, and says what the provers allocated, and what the whole search did.
fn solve(solver: &Solver<1>, pool: &ProverPool<1>, position: &Position<1>) -> (u64, u64, SolverStatistics) {
    let allocated = AtomicU64::new(0);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let provers = || Watched { provers: pool.lend(), allocated: &allocated };
    let answer = solver.solve(position, provers, &SolverContext::default());
    (allocated.into_inner(), ALLOCATIONS.load(Ordering::Relaxed) - before, answer.statistics)
}

#[test]
fn a_node_allocates_nothing() {
    let _alone = ALONE.lock();
    let size = BoardSize::square(6).unwrap();
    let position = Position::<1>::empty(size).child(size.cell("a3").unwrap());
    for network in [Some(move_ordering_network(size)), None] {
        let pool = ProverPool::new(size, ProverSettings::default(), network);
        let mut solver = Solver::new(SolverSettings { table_bytes: 64 << 20, ..SolverSettings::default() });
        let (_, _, first) = solve(&solver, &pool, &position);
        solver.clear();
        let (by_provers, in_all, again) = solve(&solver, &pool, &position);
        assert_eq!(first, again);
        assert!(again.expanded > 100, "{again:?}");
        assert_eq!(by_provers, 0);
        // The table and the lemmas grow by doubling, and each depth has a buffer.
        assert!(in_all < 3000, "{in_all} allocations in {again:?}");
    }
}

#[test]
fn a_search_stays_within_its_memory() {
    /// Buffers of the search that do not grow with it.
    const BESIDES: u64 = 64 << 10;
    let _alone = ALONE.lock();
    let size = BoardSize::square(5).unwrap();
    let position = Position::<1>::empty(size);
    for table_bytes in [1 << 20, 3 << 20] {
        let before = IN_USE.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        let solver = Solver::new(SolverSettings { table_bytes, ..SolverSettings::default() });
        let question =
            SolverContext { limits: SolverLimits { nodes: Some(50_000) }, ..SolverContext::default() };
        let answer = solver.solve(&position, || RulesOnly, &question);
        // The table was too small for the problem.
        assert_eq!(answer.winner, None);
        let (used, places) = solver.table().usage();
        assert!(used > places / 2, "{used} of {places}");
        let peak = PEAK.load(Ordering::Relaxed) - before;
        assert!(peak <= table_bytes as u64 + BESIDES, "{peak} of {table_bytes}");
    }
}
