(** A strategy checked inside Coq: Black wins 3x3 with a stone on b2, though White moves first. This verdict needs neither
    the extraction nor a compiler. It also shows that the checker does not refuse everything.

    The file is crates/web/data/strategies/3x3-b2.strategy, with steps and nodes counted from 1. *)

From Coq Require Import PArith NArith List.
From Hexwright Require Import Hex Checker Board Strategy Game.
Import ListNotations.
Open Scope positive_scope.

Definition a1 : vertex := vertex_of 3 (0, 0)%N.
Definition b1 : vertex := vertex_of 3 (1, 0)%N.
Definition c1 : vertex := vertex_of 3 (2, 0)%N.
Definition a2 : vertex := vertex_of 3 (0, 1)%N.
Definition b2 : vertex := vertex_of 3 (1, 1)%N.
Definition c2 : vertex := vertex_of 3 (2, 1)%N.
Definition a3 : vertex := vertex_of 3 (0, 2)%N.
Definition b3 : vertex := vertex_of 3 (1, 2)%N.
Definition c3 : vertex := vertex_of 3 (2, 2)%N.

Definition b2_file : file := {|
  columns := 3; rows := 3; black := [(1, 1)%N]; white := []; to_move := White; winner := Black;
  nodes := [
    Connection [b2] [
      Neighbours first_edge b1; Neighbours b2 b1; And 1 2 []; Or [3] [Captured first_edge b1 (Some c1)];
      Neighbours b2 b3; And 4 5 []; Neighbours last_edge b3; And 6 7 []; Neighbours last_edge a3; Neighbours
      b2 a3; And 9 10 []; Or [11] [Captured last_edge a3 (Some b3)]; Neighbours b2 c1; And 12 13 [];
      Neighbours first_edge c1; And 14 15 []; And 12 2 []; And 17 1 []; And 4 10 []; And 19 9 []; Or [8; 16;
      18; 20] []] ];
  first := None; root := 1
|}.

Theorem b2_wins : wins 3 3 Black White (position_of b2_file).
Proof.
  apply (check_sound b2_file). vm_compute. reflexivity.
Qed.

(** The same claim for the other side is refused. *)
Example white_is_refused :
  check {| columns := 3; rows := 3; black := [(1, 1)%N]; white := []; to_move := White; winner := White;
           nodes := nodes b2_file; first := None; root := 1 |} = false.
Proof.
  vm_compute. reflexivity.
Qed.
