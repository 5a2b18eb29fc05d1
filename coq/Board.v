(** The board as a graph: the numbers of cells and edges, and their neighbours, computed from the definitions of
    [Hex.v]. *)

From Coq Require Import PArith NArith List Bool Lia MSetPositive FMapPositive.
From Hexwright Require Import Hex Game Graph Checker Rules.
Import ListNotations.

Section Board.

Variables columns rows : N.
Variable me : player.

Local Open Scope N_scope.

Definition first_edge : vertex := 1%positive.
Definition last_edge : vertex := 2%positive.

(** Cells are numbered row by row, after the two edges. *)
Definition vertex_of (c : cell) : vertex := N.succ_pos (2 + (fst c + snd c * columns)).

Definition cell_of (v : vertex) : cell :=
  let i := N.pos v - 3 in (i mod columns, i / columns).

Definition range (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).
Definition all_cells : list cell := list_prod (range columns) (range rows).

Definition near (a b : cell) : bool :=
  let (c, r) := a in
  let (c', r') := b in
  (c' =? c + 1) && (r' =? r) || (c =? c' + 1) && (r =? r') ||
  (c' =? c) && (r' =? r + 1) || (c =? c') && (r =? r' + 1) ||
  (c' =? c + 1) && (r =? r' + 1) || (c =? c' + 1) && (r' =? r + 1).

Definition at_edge (e : vertex) (c : cell) : bool :=
  if Pos.eqb e first_edge then match me with Black => snd c =? 0 | White => fst c =? 0 end
  else match me with Black => snd c + 1 =? rows | White => fst c + 1 =? columns end.

Definition is_edge (v : vertex) : bool := Pos.leb v last_edge.

Definition beside_vertex (u v : vertex) : bool :=
  match is_edge u, is_edge v with
  | true, true => false
  | true, false => at_edge u (cell_of v)
  | false, true => at_edge v (cell_of u)
  | false, false => near (cell_of u) (cell_of v)
  end.

Definition vertices : list vertex := first_edge :: last_edge :: map vertex_of all_cells.

Definition table : PM.t (list vertex) :=
  fold_right (fun u t => PM.add u (filter (beside_vertex u) vertices) t) (PM.empty _) vertices.

Definition neighbours_in (t : PM.t (list vertex)) (u : vertex) : list vertex :=
  match PM.find u t with Some l => l | None => [] end.

Definition board : graph :=
  let t := table in
  {| cells := from_list (map vertex_of all_cells); edge1 := first_edge; edge2 := last_edge;
     neighbours := neighbours_in t; steps_enough := 9 * length vertices |}.

(** ** Numbers and cells *)

Lemma range_in n i : In i (range n) <-> i < n.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (k & <- & I). apply in_seq in I. lia.
  - intro H. exists (N.to_nat i). split; [apply N2Nat.id |]. apply in_seq. lia.
Qed.

Lemma all_cells_in c : In c all_cells <-> on_board columns rows c.
Proof.
  destruct c as [x y]. unfold all_cells, on_board.
  etransitivity; [apply in_prod_iff |]. rewrite !range_in. reflexivity.
Qed.

Lemma cell_of_vertex c : on_board columns rows c -> cell_of (vertex_of c) = c.
Proof.
  destruct c as [x y]. unfold on_board, cell_of, vertex_of. simpl fst. simpl snd. intros [X Y].
  rewrite N.succ_pos_spec. replace (N.succ (2 + (x + y * columns)) - 3) with (x + y * columns) by lia.
  rewrite N.mod_add, N.div_add, N.mod_small, N.div_small by lia. reflexivity.
Qed.

Lemma vertex_not_edge c : is_edge (vertex_of c) = false.
Proof.
  unfold is_edge, vertex_of, last_edge. apply Pos.leb_gt.
  assert (H : N.pos (N.succ_pos (2 + (fst c + snd c * columns))) = N.succ (2 + (fst c + snd c * columns)))
    by apply N.succ_pos_spec. lia.
Qed.

Lemma from_list_in l v : members (from_list l) v <-> In v l.
Proof.
  unfold from_list.
  assert (H : forall s, members (fold_left (fun s v => PS.add v s) l s) v <-> members s v \/ In v l).
  { induction l as [| w l IH]; intro s; simpl; [tauto |]. rewrite IH, members_add. intuition congruence. }
  rewrite H. split; [intros [E | I]; [apply members_empty in E; destruct E | exact I] | auto].
Qed.

Lemma cells_in v : members (cells board) v <-> exists c, on_board columns rows c /\ v = vertex_of c.
Proof.
  change (cells board) with (from_list (map vertex_of all_cells)). rewrite from_list_in, in_map_iff. split.
  - intros (c & <- & I). exists c. split; [apply all_cells_in, I | reflexivity].
  - intros (c & I & ->). exists c. split; [reflexivity | apply all_cells_in, I].
Qed.

(** ** Neighbours *)

Lemma near_adjacent a b : near a b = true <-> adjacent a b.
Proof.
  destruct a as [c r], b as [c' r']. unfold near, adjacent.
  rewrite !orb_true_iff, !andb_true_iff, !N.eqb_eq. lia.
Qed.

Lemma adjacent_sym a b : adjacent a b -> adjacent b a.
Proof.
  destruct a as [c r], b as [c' r']. unfold adjacent. lia.
Qed.

Lemma beside_vertex_sym u v : beside_vertex u v = true -> beside_vertex v u = true.
Proof.
  unfold beside_vertex. destruct (is_edge u), (is_edge v); auto.
  rewrite !near_adjacent. apply adjacent_sym.
Qed.

Lemma table_find l u : PM.find u (fold_right (fun u t => PM.add u (filter (beside_vertex u) vertices) t) (PM.empty _) l) =
  if existsb (Pos.eqb u) l then Some (filter (beside_vertex u) vertices) else None.
Proof.
  induction l as [| w l IH]; cbn [fold_right existsb]; [apply PM.gempty |].
  destruct (Pos.eqb_spec u w) as [-> | ne]; cbn [orb].
  - apply PM.gss.
  - rewrite PM.gso by exact ne. exact IH.
Qed.

Lemma neighbours_in_board u v : In v (neighbours board u) <-> In u vertices /\ In v vertices /\ beside_vertex u v = true.
Proof.
  change (neighbours board u) with (neighbours_in table u). unfold neighbours_in, table. rewrite table_find.
  assert (E : existsb (Pos.eqb u) vertices = true <-> In u vertices).
  { rewrite existsb_exists. split.
    - intros (w & I & E). apply Pos.eqb_eq in E as ->. exact I.
    - intro I. exists u. split; [exact I | apply Pos.eqb_refl]. }
  destruct (existsb (Pos.eqb u) vertices).
  - rewrite filter_In. intuition.
  - split; [intros [] |]. intros (I & _). apply E in I. discriminate I.
Qed.

Lemma neighbours_sym u v : In v (neighbours board u) -> In u (neighbours board v).
Proof.
  rewrite !neighbours_in_board. intros (U & V & B). repeat split; auto. apply beside_vertex_sym, B.
Qed.

(** ** Paths in the graph are paths on the board *)

Lemma vertices_cases v : In v vertices -> v = first_edge \/ v = last_edge \/ members (cells board) v.
Proof.
  intros [<- | [<- | I]]; auto. right. right. apply cells_in.
  apply in_map_iff in I as (c & <- & I). exists c. split; [apply all_cells_in, I | reflexivity].
Qed.

Lemma path_joined (P : position) (X : vset) :
  (forall v, X v -> v = first_edge \/ v = last_edge \/ members (cells board) v /\ P (cell_of v) = Some me) ->
  linked (neighbours board) X first_edge last_edge -> joined columns rows me P.
Proof.
  intros own path.
  assert (H : forall v, linked (neighbours board) X first_edge v ->
    joined columns rows me P \/ v = first_edge \/
    members (cells board) v /\ from_first_edge columns rows me P (cell_of v)).
  { clear path. intros v path. induction path as [start | v w path IH step inside]; [auto |].
    destruct IH as [done | before]; [auto |].
    apply neighbours_in_board in step as (V & W & B). apply own in inside.
    destruct inside as [-> | [-> | [Wc Wmine]]]; [auto | |].
    - left. destruct before as [-> | [Vc reach]]; [discriminate B |].
      exists (cell_of v). split; [exact reach |].
      apply cells_in in Vc as (c & on & ->). unfold beside_vertex in B. rewrite vertex_not_edge in B.
      unfold at_edge in B. simpl in B. unfold at_last_edge. destruct me; apply N.eqb_eq in B; exact B.
    - right. right. split; [exact Wc |].
      apply cells_in in Wc as (d & on & ->). rewrite cell_of_vertex in * by exact on.
      unfold beside_vertex in B. rewrite vertex_not_edge in B.
      destruct before as [-> | [Vc reach]].
      + apply at_the_edge; auto. rewrite cell_of_vertex in B by exact on.
        unfold at_edge in B. simpl in B. unfold at_first_edge. destruct me; apply N.eqb_eq in B; exact B.
      + apply cells_in in Vc as (c & on' & ->). rewrite vertex_not_edge in B. rewrite !cell_of_vertex in * by assumption.
        apply near_adjacent in B. apply Hex.beside with c; auto. }
  apply H in path as [done | [E | [C _]]]; [exact done | discriminate E |].
  apply cells_in in C as (c & _ & E). pose proof (vertex_not_edge c) as N. rewrite <- E in N. discriminate N.
Qed.

End Board.
