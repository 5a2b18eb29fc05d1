(** The checker, as functions that compute. What they accept is argued in [Rules.v] (one lemma for each rule)
    and [Strategy.v].

    The words are those of docs/reference/strategy-format.md. The winner's edges are vertices like the cells, and always
    the winner's: a group that touches an edge is one chain with it, so edges need no case of their own. Nothing
    here depends on the shape of the board, which is given as a set of cells and a list of neighbours for each
    vertex. *)

From Coq Require Import PArith List Bool MSetPositive FMapPositive.
From Hexwright Require Import Game Graph.
Import ListNotations.

Module PM := FMapPositive.PositiveMap.

(** ** What a file says *)

(** [!by:cell] and [!by:cell:partner]. *)
Record captured := Captured { by_end : vertex; spare_cell : vertex; partner : option vertex }.

(** Steps are numbered from 1 in each line, nodes from 1 in the file: positive numbers index the maps of the library. *)
Inductive rule :=
| Neighbours (x y : vertex)
| And (i j : positive) (spare : list captured)
| Or (parts : list positive) (spare : list captured).

Inductive node :=
| Connection (stones : list vertex) (steps : list rule)
| Answers (moves : list (vertex * positive))
| Fill (filled : positive) (more : list vertex) (pairs : list (vertex * vertex)).

(** The graph of the board, for one player. *)
Record graph := { cells : PS.t; edge1 : vertex; edge2 : vertex; neighbours : vertex -> list vertex; steps_enough : nat }.

Section Line.

Variable g : graph.

Definition from_list (l : list vertex) : PS.t := fold_left (fun s v => PS.add v s) l PS.empty.
Definition is_in (l : list vertex) (v : vertex) : bool := existsb (Pos.eqb v) l.
Definition disjoint (s t : PS.t) : bool := PS.is_empty (PS.inter s t).

(** ** One line: connections derived step by step

    [own] are the stones of the line and the two edges. *)

Variable own : PS.t.

Definition hangs_together (allowed : PS.t) (u : vertex) : PS.t := chain (neighbours g) (steps_enough g) allowed u.

(** All stones of a group have one name. *)
Definition name (v : vertex) : vertex :=
  if PS.mem v own then match PS.min_elt (hangs_together own v) with Some first => first | None => v end else v.

(** A derived connection: full without a key, semi with one. [claimed] are the captured cells of its rule and
    [listed] the ends that may capture them; they are checked when the region of the line is known. *)
Record connection := {
  x_end : vertex; y_end : vertex; key : option vertex; carrier : PS.t; listed : list vertex; claimed : list captured
}.

Definition rename (e : captured) : captured := Captured (name (by_end e)) (spare_cell e) (partner e).
Definition add_captured (s : PS.t) (e : captured) : PS.t :=
  PS.add (spare_cell e) (match partner e with Some p => PS.add p s | None => s end).
Definition named (claimed : list captured) : PS.t := fold_left add_captured claimed PS.empty.

Definition neighbours_rule (a b : vertex) : option connection :=
  let x := name a in
  let y := name b in
  if negb (Pos.eqb x y) && PS.mem y (hangs_together (PS.add x (PS.add y own)) x)
  then Some {| x_end := x; y_end := y; key := None; carrier := PS.empty; listed := []; claimed := [] |}
  else None.

(** The ends of two connections that share exactly one end: x, the shared end z, y. *)
Definition meet (c d : connection) : option (vertex * vertex * vertex) :=
  let ways := [ (x_end c, y_end c, x_end d, y_end d); (x_end c, y_end c, y_end d, x_end d);
                (y_end c, x_end c, x_end d, y_end d); (y_end c, x_end c, y_end d, x_end d) ] in
  match filter (fun way => let '(_, z, z', _) := way in Pos.eqb z z') ways with
  | [(x, z, _, y)] => Some (x, z, y)
  | _ => None
  end.

(** The key of AND over the end z; nothing where AND is refused. *)
Definition and_key (z : vertex) (c d : connection) : option (option vertex) :=
  match PS.mem z own, key c, key d with
  | false, None, None => Some (Some z)
  | true, None, None => Some None
  | true, Some k, None => if PS.mem k (carrier d) then None else Some (Some k)
  | true, None, Some k => if PS.mem k (carrier c) then None else Some (Some k)
  | _, _, _ => None
  end.

Definition with_mark (z : vertex) (s : PS.t) : PS.t := if PS.mem z own then s else PS.add z s.

Definition and_rule (c d : connection) (spare : list captured) : option connection :=
  match meet c d with
  | None => None
  | Some (x, z, y) =>
      match and_key z c d with
      | None => None
      | Some k =>
          let shared := named spare in
          if negb (PS.mem y (carrier c)) && negb (PS.mem x (carrier d))
             && PS.subset (PS.inter (carrier c) (carrier d)) shared
          then Some {| x_end := x; y_end := y; key := k;
                       carrier := PS.remove x (PS.remove y
                         (with_mark z (PS.union shared (PS.union (carrier c) (carrier d)))));
                       listed := [x; y; z]; claimed := map rename spare |}
          else None
      end
  end.

Definition same_ends (c d : connection) : bool :=
  Pos.eqb (x_end c) (x_end d) && Pos.eqb (y_end c) (y_end d)
  || Pos.eqb (x_end c) (y_end d) && Pos.eqb (y_end c) (x_end d).

Definition is_semi (c : connection) : bool := match key c with Some _ => true | None => false end.

Definition common (first : connection) (rest : list connection) : PS.t :=
  fold_left (fun s c => PS.inter s (carrier c)) rest (carrier first).

Definition together (parts : list connection) (s : PS.t) : PS.t :=
  fold_left (fun s c => PS.union s (carrier c)) parts s.

Definition or_rule (parts : list connection) (spare : list captured) : option connection :=
  match parts with
  | [] => None
  | first :: rest =>
      let shared := named spare in
      let x := x_end first in
      let y := y_end first in
      if forallb (same_ends first) parts && forallb is_semi parts && PS.subset (common first rest) shared
      then Some {| x_end := x; y_end := y; key := None;
                   carrier := PS.remove x (PS.remove y (together parts shared));
                   listed := [x; y]; claimed := map rename spare |}
      else None
  end.

(** ** What depends on the region E of the line *)

Variable region : PS.t.

(** Cells that may become the winner's, and those that are. *)
Definition inside (v : vertex) : bool := PS.mem v own || PS.mem v region.

Definition reached (body : PS.t) (c : vertex) : bool :=
  PS.mem c body || existsb (fun w => PS.mem w body) (neighbours g c).

Definition dead (body : PS.t) (c : vertex) : bool :=
  let rest := filter (fun w => inside w && negb (PS.mem w body)) (neighbours g c) in
  forallb (fun w => negb (PS.mem w own) && reached body w
                    && forallb (fun u => Pos.eqb u w || is_in (neighbours g w) u) rest) rest.

(** An edge of the winner counts as a stone, so [dead] refuses a cell at an edge that the body does not touch. *)
Definition captured_holds (ends : list vertex) (e : captured) : bool :=
  let b := by_end e in
  let c := spare_cell e in
  let body := hangs_together (PS.add b own) b in
  let may_be v := PS.mem v region || is_in ends v && negb (PS.mem v own) in
  let free v := may_be v && negb (PS.mem v body) in
  is_in ends b && free c &&
  match partner e with
  | None => dead body c
  | Some p =>
      free p && negb (Pos.eqb c p) && reached body c && reached body p
      && dead (hangs_together (PS.add p (PS.add b own)) b) c
      && dead (hangs_together (PS.add c (PS.add b own)) b) p
  end.

Definition fits (c : connection) : bool :=
  PS.subset (carrier c) region && inside (x_end c) && inside (y_end c)
  && forallb (captured_holds (listed c)) (claimed c).

End Line.

(** ** A line as a whole *)

Section Lines.

Variable g : graph.

Fixpoint find_all (known : PM.t connection) (numbers : list positive) : option (list connection) :=
  match numbers with
  | [] => Some []
  | n :: rest =>
      match PM.find n known, find_all known rest with
      | Some c, Some others => Some (c :: others)
      | _, _ => None
      end
  end.

(** What a step derives from earlier ones: a new rule is a case here. *)
Definition derived (own : PS.t) (known : PM.t connection) (step : rule) : option connection :=
  match step with
  | Neighbours x y => neighbours_rule g own x y
  | And i j spare =>
      match PM.find i known, PM.find j known with
      | Some c, Some d => and_rule g own c d spare
      | _, _ => None
      end
  | Or parts spare =>
      match find_all known parts with
      | Some found => or_rule g own found spare
      | None => None
      end
  end.

(** All connections of a line, the last one first. *)
Fixpoint derive (own : PS.t) (steps : list rule) (number : positive) (known : PM.t connection) (all : list connection)
  : option (list connection) :=
  match steps with
  | [] => Some all
  | step :: rest =>
      match derived own known step with
      | None => None
      | Some c => derive own rest (Pos.succ number) (PM.add number c known) (c :: all)
      end
  end.

(** If the winner owns the stones, the cells are empty and the loser is to move, the winner wins. *)
Record claim := { claim_stones : PS.t; claim_cells : PS.t }.

Definition joins_edges (own : PS.t) (c : connection) : bool :=
  let a := name g own (edge1 g) in
  let b := name g own (edge2 g) in
  negb (is_semi c)
  && (Pos.eqb (x_end c) a && Pos.eqb (y_end c) b || Pos.eqb (x_end c) b && Pos.eqb (y_end c) a).

Definition connection_claim (stones : list vertex) (steps : list rule) : option claim :=
  let mine := from_list stones in
  let own := PS.add (edge1 g) (PS.add (edge2 g) mine) in
  let joined := PS.mem (edge2 g) (hangs_together g own (edge1 g)) in
  if negb (PS.subset mine (cells g)) then None
  else match derive own steps 1 (PM.empty _) [] with
  | None => None
  | Some [] => if joined then Some {| claim_stones := mine; claim_cells := PS.empty |} else None
  | Some (last :: others) =>
      let region := carrier last in
      if negb joined && joins_edges own last && PS.subset region (cells g) && disjoint region own
         && forallb (fits g own region) (last :: others)
      then Some {| claim_stones := mine; claim_cells := region |}
      else None
  end.

(** ** Answers *)

(** A move of the winner and what holds after it. *)
Record answer := { move : vertex; after : claim }.

Definition need (a : answer) : PS.t := PS.add (move a) (claim_cells (after a)).

Fixpoint find_answers (known : PM.t claim) (moves : list (vertex * positive)) : option (list answer) :=
  match moves with
  | [] => Some []
  | (m, n) :: rest =>
      match PM.find n known, find_answers known rest with
      | Some c, Some others =>
          if PS.mem m (cells g) && negb (PS.mem m (claim_cells c))
          then Some ({| move := m; after := c |} :: others)
          else None
      | _, _ => None
      end
  end.

Definition needed_by_all (first : answer) (rest : list answer) : PS.t :=
  fold_left (fun s a => PS.inter s (need a)) rest (need first).

Definition all_needs (answers : list answer) : PS.t := fold_left (fun s a => PS.union s (need a)) answers PS.empty.

Definition all_stones (answers : list answer) : PS.t :=
  fold_left (fun s a => PS.union s (PS.remove (move a) (claim_stones (after a)))) answers PS.empty.

Definition answers_claim (known : PM.t claim) (moves : list (vertex * positive)) : option claim :=
  match find_answers known moves with
  | None | Some [] => None
  | Some (first :: rest) =>
      let stones := all_stones (first :: rest) in
      let needs := all_needs (first :: rest) in
      if PS.is_empty (needed_by_all first rest) && disjoint stones needs
      then Some {| claim_stones := stones; claim_cells := needs |}
      else None
  end.

(** ** Fill-in *)

(** Whether a stone of the loser on [c] changes nothing, if the winner owns [own] and the cells of [region] are empty: those
    of its neighbours that may become the winner's hang together without it, pairwise. *)
Definition not_missed (own region : PS.t) (c : vertex) : bool :=
  let near := filter (fun w => PS.mem w own || PS.mem w region) (neighbours g c) in
  forallb (fun u => forallb (fun w => PS.mem w (hangs_together g (PS.add u (PS.add w own)) u)) near) near.

(** A captured pair is taken back: it was the winner's stones, now its cells are empty. If the loser takes one, the winner takes
    the other. *)
Definition take_back (c : claim) (p : vertex * vertex) : option claim :=
  let (a, b) := p in
  let both := PS.add a (PS.add b PS.empty) in
  let stones := PS.diff (claim_stones c) both in
  let region := PS.union (claim_cells c) both in
  let own := PS.add (edge1 g) (PS.add (edge2 g) stones) in
  if PS.subset both (cells g) && negb (Pos.eqb a b)
     && not_missed (PS.add a own) region b && not_missed (PS.add b own) region a
  then Some {| claim_stones := stones; claim_cells := region |}
  else None.

Fixpoint take_all_back (c : claim) (pairs : list (vertex * vertex)) : option claim :=
  match pairs with
  | [] => Some c
  | p :: rest =>
      match take_back c p with
      | Some d => take_all_back d rest
      | None => None
      end
  end.

(** More stones never hurt. *)
Definition with_more (c : claim) (more : PS.t) : claim :=
  {| claim_stones := PS.union (claim_stones c) more; claim_cells := PS.diff (claim_cells c) more |}.

Definition fill_claim (known : PM.t claim) (n : positive) (more : list vertex) (pairs : list (vertex * vertex))
  : option claim :=
  match PM.find n known with
  | Some c => if PS.subset (from_list more) (cells g) then take_all_back (with_more c (from_list more)) pairs else None
  | None => None
  end.

(** A new kind of node is a case here. *)
Definition node_claim (known : PM.t claim) (n : node) : option claim :=
  match n with
  | Connection stones steps => connection_claim stones steps
  | Answers moves => answers_claim known moves
  | Fill n more pairs => fill_claim known n more pairs
  end.

(** The claims of all nodes by their numbers; nothing if one does not hold. *)
Fixpoint claims (nodes : list node) (number : positive) (known : PM.t claim) : option (PM.t claim) :=
  match nodes with
  | [] => Some known
  | n :: rest =>
      match node_claim known n with
      | None => None
      | Some c => claims rest (Pos.succ number) (PM.add number c known)
      end
  end.

End Lines.
