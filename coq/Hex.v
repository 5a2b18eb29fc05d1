(** The game of Hex, and what it means that a player wins a position. The theorem in [Strategy.v] is about these
    definitions: they are what a reader has to believe, and they mention no proof, no certificate and no
    checker. *)

From Coq Require Import NArith.

Inductive player := Black | White.

Definition other (p : player) : player := match p with Black => White | White => Black end.

(** A cell is its column and its row, counted from 0. Cell a1 is (0, 0). *)
Definition cell : Set := N * N.

(** What lies on each cell. *)
Definition position := cell -> option player.

Section Board.

Variables columns rows : N.

Local Open Scope N_scope.

Definition on_board (c : cell) : Prop := fst c < columns /\ snd c < rows.

(** The six neighbours of a cell. *)
Definition adjacent (a b : cell) : Prop :=
  let (c, r) := a in
  let (c', r') := b in
  c' = c + 1 /\ r' = r \/ c = c' + 1 /\ r' = r \/
  c' = c /\ r' = r + 1 \/ c' = c /\ r = r' + 1 \/
  c' = c + 1 /\ r = r' + 1 \/ c = c' + 1 /\ r' = r + 1.

(** Black joins the top row and the bottom row, White the first and the last column. *)
Definition at_first_edge (p : player) (c : cell) : Prop :=
  match p with Black => snd c = 0 | White => fst c = 0 end.

Definition at_last_edge (p : player) (c : cell) : Prop :=
  match p with Black => snd c + 1 = rows | White => fst c + 1 = columns end.

(** The cells that stones of [p] join to the first edge of [p]. *)
Inductive from_first_edge (p : player) (P : position) : cell -> Prop :=
| at_the_edge c : on_board c -> P c = Some p -> at_first_edge p c -> from_first_edge p P c
| beside c d : from_first_edge p P c -> adjacent c d -> on_board d -> P d = Some p -> from_first_edge p P d.

(** The stones of [p] join the edges of [p]. *)
Definition joined (p : player) (P : position) : Prop := exists c, from_first_edge p P c /\ at_last_edge p c.

Definition same_cell (c d : cell) : bool := (fst c =? fst d) && (snd c =? snd d).

(** A stone of [p] is put on a cell. *)
Definition play (P : position) (p : player) (c : cell) : position :=
  fun d => if same_cell d c then Some p else P d.

Definition full (P : position) : Prop := forall c, on_board c -> P c <> None.

(** [wins p m P]: with [m] to move in [P], the player [p] can force that the stones of [p] join the edges of [p]
    when the board is full. The two players put stones on empty cells in turn. On the own turn [p] chooses one
    move; on the other's turn all moves are allowed. *)
Inductive wins (p : player) : player -> position -> Prop :=
| wins_at_the_end m P : full P -> joined p P -> wins p m P
| wins_by_move P c : on_board c -> P c = None -> wins p (other p) (play P p c) -> wins p p P
| wins_whatever P : ~ full P -> (forall c, on_board c -> P c = None -> wins p p (play P (other p) c)) -> wins p (other p) P.

End Board.
