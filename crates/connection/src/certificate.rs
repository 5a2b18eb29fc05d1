//! The reason of a connection as a certificate that the crate `verify` checks.
//!
//! The log keeps how each connection was derived at the time. Stones that were played since may have joined ends and
//! shortened carriers; so the derivation is repeated in the current position: where two ends have become
//! one a part falls away, and where a key was played a semi connection has become full.

use board::{Cell, CellSet, Position};
use proof::{CapturedCells, Certificate, CertificateRule, CertificateStep, ConnectionKind};
use rustc_hash::FxHashMap;

use crate::{
    Connection,
    ends::Node,
    facts::{Entry, Reason, full},
    prover::Prover,
};

/// The current form of an entry of the log.
#[derive(Debug, Clone, Copy)]
enum Value {
    /// Its ends are one.
    Same,
    /// A step with this number.
    Step(usize),
}

/// Writes the steps of one certificate.
struct Writer<'a, const W: usize> {
    prover: &'a Prover<W>,
    position: &'a Position<W>,
    steps: Vec<CertificateStep>,
    values: FxHashMap<u32, Value>,
}

/// The certificate of a connection.
pub(crate) fn certificate<const W: usize>(
    prover: &Prover<W>,
    position: &Position<W>,
    connection: &Connection<W>,
) -> Option<Certificate> {
    let steps = steps_of(prover, position, connection.entry)?;
    Some(Certificate { color: connection.color, steps })
}

fn steps_of<const W: usize>(
    prover: &Prover<W>,
    position: &Position<W>,
    entry: u32,
) -> Option<Vec<CertificateStep>> {
    let mut writer = Writer { prover, position, steps: Vec::new(), values: FxHashMap::default() };
    match writer.value(entry)? {
        Value::Same => None,
        Value::Step(last) => {
            writer.steps.truncate(last + 1);
            Some(writer.steps)
        }
    }
}

impl<const W: usize> Writer<'_, W> {
    fn value(&mut self, number: u32) -> Option<Value> {
        if let Some(&value) = self.values.get(&number) {
            return Some(value);
        }
        let entry = self.prover.facts.log[number as usize];
        let ends = entry.ends.map(|end| self.prover.representative(end));
        let value = if ends[0] == ends[1] {
            Value::Same
        } else {
            match entry.reason {
                Reason::Adjacent => {
                    self.step(ends, ConnectionKind::Full, CellSet::EMPTY, CertificateRule::Adjacent)
                }
                Reason::And(parts) | Reason::Key(_, parts) | Reason::OverEdge(parts) => {
                    self.and(&entry, ends, parts)?
                }
                Reason::Or(start, end) => self.or(&entry, ends, start..end)?,
                Reason::Trial(key) => self.trial(&entry, ends, key)?,
            }
        };
        self.values.insert(number, value);
        Some(value)
    }

    fn and(&mut self, entry: &Entry<W>, ends: [Node; 2], parts: [u32; 2]) -> Option<Value> {
        let [left, right] = match [self.value(parts[0])?, self.value(parts[1])?] {
            [Value::Same, value] | [value, Value::Same] => return Some(value),
            [Value::Step(left), Value::Step(right)] => [left, right],
        };
        let old =
            |part: u32| self.prover.facts.log[part as usize].ends.map(|end| self.prover.representative(end));
        let [first, second] = [old(parts[0]), old(parts[1])];
        let middle = first.into_iter().find(|end| second.contains(end) && !ends.contains(end))?;
        let carriers = [left, right].map(|step| self.steps[step].carrier.resize::<W>());
        let overlap = carriers[0] & carriers[1];
        let (captured, pairs) = self.captured(entry, &[ends[0], ends[1], middle], overlap)?;
        let own_cell = self.prover.sites[middle].own_cell;
        let carrier = carriers[0] | carriers[1] | own_cell | pairs;
        let semi = [left, right].into_iter().find(|&step| self.steps[step].kind != ConnectionKind::Full);
        let kind = match semi {
            Some(semi) => self.steps[semi].kind,
            None => own_cell.first().map_or(ConnectionKind::Full, ConnectionKind::Semi),
        };
        Some(self.step(ends, kind, carrier, CertificateRule::And { parts: [left, right], captured }))
    }

    fn or(&mut self, entry: &Entry<W>, ends: [Node; 2], range: std::ops::Range<u32>) -> Option<Value> {
        let mut parts = Vec::new();
        let mut common = entry.carrier;
        let mut union = CellSet::EMPTY;
        for index in range {
            let part = self.prover.facts.parts[index as usize];
            let Value::Step(step) = self.value(part)? else { return None };
            if self.steps[step].kind == ConnectionKind::Full {
                return Some(Value::Step(step));
            }
            let carrier = self.steps[step].carrier.resize::<W>();
            common &= carrier;
            union |= carrier;
            parts.push(step);
        }
        let (captured, pairs) = self.captured(entry, &ends, common)?;
        Some(self.step(ends, ConnectionKind::Full, union | pairs, CertificateRule::Or { parts, captured }))
    }

    /// A trial is made again: its log went with the stone.
    fn trial(&mut self, entry: &Entry<W>, ends: [Node; 2], key: Node) -> Option<Value> {
        let cell = self.prover.sites[key].cells.first()?;
        let color = self.prover.sites.color;
        let mut position = *self.position;
        let mut prover = self.prover.clone();
        if position.place(color, cell).is_ok() {
            prover.play(&position, cell, color);
        } else {
            // The key was played since: a build from nothing is at least as good as the trial was.
            prover.build(&position);
        }
        let names = ends.map(|end| self.prover.sites.name(end));
        let [Some(x), Some(y)] = names.map(|name| prover.sites.find(name)) else { return None };
        let list = full([x, y]);
        let found = prover.facts.lists.carriers(list).iter().zip(prover.facts.lists.tags(list));
        let (_, tag) = found.into_iter().find(|(carrier, _)| carrier.is_subset(&entry.carrier))?;
        let steps = steps_of(&prover, &position, tag.entry)?;
        let carrier = steps.last()?.carrier.resize::<W>();
        if self.position.at(cell).is_none() {
            return Some(self.step(
                ends,
                ConnectionKind::Semi(cell),
                carrier.with(cell),
                CertificateRule::Trial { steps },
            ));
        }
        let offset = self.steps.len();
        self.steps.extend(steps.into_iter().map(|step| step.moved(offset)));
        Some(Value::Step(self.steps.len() - 1))
    }

    /// Which end captures each cell of the overlap, with partners inside the connection's carrier; and all those cells
    /// that are part of a carrier.
    fn captured(
        &self,
        entry: &Entry<W>,
        ends: &[Node],
        overlap: CellSet<W>,
    ) -> Option<(Vec<CapturedCells>, CellSet<W>)> {
        let sites = &self.prover.sites;
        let own_cells = ends.iter().fold(CellSet::EMPTY, |own_cells, &end| own_cells | sites[end].own_cell);
        let allowed = (entry.carrier & self.position.empty_cells()) | own_cells;
        let mut captured = Vec::new();
        let mut cells = CellSet::EMPTY;
        for cell in overlap {
            if cells.contains(cell) {
                continue;
            }
            let partners = allowed & self.position.geometry().neighbour_set(cell);
            let answers = || std::iter::once(None).chain(partners.iter().map(Some));
            let found = ends.iter().find_map(|&end| {
                let partner = answers().find(|&partner| sites.captures(self.position, end, cell, partner))?;
                Some((end, partner))
            });
            let (end, partner): (Node, Option<Cell>) = found?;
            captured.push(CapturedCells { by: sites.name(end), cell, partner });
            cells.insert(cell);
            cells |= partner.map_or(CellSet::EMPTY, CellSet::of);
        }
        Some((captured, cells.minus(own_cells)))
    }

    fn step(
        &mut self,
        ends: [Node; 2],
        kind: ConnectionKind,
        carrier: CellSet<W>,
        rule: CertificateRule,
    ) -> Value {
        let ends = ends.map(|end| self.prover.sites.name(end));
        self.steps.push(CertificateStep { ends, kind, carrier: carrier.resize(), rule });
        Value::Step(self.steps.len() - 1)
    }
}
