(** The checker of files, and the theorem: if it accepts a file, the named winner wins the named position. *)

From Coq Require Import PArith NArith Arith List Bool Lia MSetPositive FMapPositive.
From Hexwright Require Import Hex Game Graph Checker Rules Claims Board.
Import ListNotations.

(** A strategy file. [first] is the winner's first move, and [root] the node that holds after it. *)
Record file := {
  columns : N; rows : N; black : list cell; white : list cell; to_move : player; winner : player;
  nodes : list node; first : option vertex; root : positive
}.

Definition stones_of (f : file) (p : player) : list cell := match p with Black => black f | White => white f end.

Definition has_cell (l : list cell) (c : cell) : bool := existsb (same_cell c) l.

(** The position that the header describes. *)
Definition position_of (f : file) : position :=
  fun c => if has_cell (black f) c then Some Black else if has_cell (white f) c then Some White else None.

(** ** The checker *)

Definition header_sound (f : file) : bool :=
  let good n := ((1 <=? n) && (n <=? 19))%N in
  let on c := ((fst c <? columns f) && (snd c <? rows f))%N in
  good (columns f) && good (rows f) && forallb on (black f) && forallb on (white f)
  && forallb (fun c => negb (has_cell (black f) c)) (white f).

Definition same_player (p q : player) : bool :=
  match p, q with Black, Black | White, White => true | _, _ => false end.

Definition root_holds (f : file) (g : graph) (c : claim) : bool :=
  let numbers p := from_list (map (vertex_of (columns f)) (stones_of f p)) in
  let mine := numbers (winner f) in
  let taken := PS.union mine (numbers (other (winner f))) in
  (* The cells of a claim are always on the board. To test it again costs nothing and saves a lemma. *)
  PS.subset (claim_cells c) (cells g) &&
  match first f with
  | Some m =>
      same_player (to_move f) (winner f) && PS.mem m (cells g) && negb (PS.mem m taken)
      && PS.subset (claim_stones c) (PS.add m mine) && disjoint (claim_cells c) (PS.add m taken)
  | None =>
      (negb (same_player (to_move f) (winner f))
       || PS.mem (edge2 g) (hangs_together g (PS.add (edge1 g) (PS.add (edge2 g) mine)) (edge1 g)))
      && PS.subset (claim_stones c) mine && disjoint (claim_cells c) taken
  end.

Definition check (f : file) : bool :=
  header_sound f &&
  let g := board (columns f) (rows f) (winner f) in
  match claims g (nodes f) 1 (PM.empty _) with
  | None => false
  | Some known =>
      match PM.find (root f) known with
      | None => false
      | Some c => root_holds f g c
      end
  end.

(** ** From the game of Maker and Breaker to Hex *)

Section Soundness.

Variables w h : N.
Variable me : player.

Local Notation g := (board w h me).
Local Notation at_cell := (cell_of w).
Local Notation number := (vertex_of w).
Local Notation wins := (wins w h).

Definition empty (P : position) (c : cell) : bool := match P c with None => true | Some _ => false end.

Definition count (P : position) : nat := length (filter (empty P) (all_cells w h)).

Lemma same_cell_eq c d : same_cell c d = true <-> c = d.
Proof.
  destruct c as [a b], d as [a' b']. unfold same_cell. simpl. rewrite andb_true_iff, !N.eqb_eq.
  split; [intros [-> ->]; reflexivity | intro E; injection E; auto].
Qed.

Lemma play_same P p c : play P p c c = Some p.
Proof.
  unfold play. assert (E : same_cell c c = true) by (apply same_cell_eq; reflexivity). rewrite E. reflexivity.
Qed.

Lemma play_other P p c d : d <> c -> play P p c d = P d.
Proof.
  intro ne. unfold play. destruct (same_cell d c) eqn:E; [apply same_cell_eq in E; contradiction | reflexivity].
Qed.

Lemma play_none P p c d : play P p c d = None <-> d <> c /\ P d = None.
Proof.
  unfold play. destruct (same_cell d c) eqn:E.
  - apply same_cell_eq in E. split; [discriminate | tauto].
  - split; [| tauto]. intro N. split; [| exact N]. intros ->.
    assert (E' : same_cell c c = true) by (apply same_cell_eq; reflexivity). congruence.
Qed.

Lemma filter_shorter {A : Type} (f f' : A -> bool) l :
  (forall a, f' a = true -> f a = true) -> (length (filter f' l) <= length (filter f l))%nat.
Proof.
  intro less. induction l as [| a l IH]; simpl; [lia |].
  specialize (less a). destruct (f' a), (f a); simpl; try lia; discriminate (less eq_refl).
Qed.

Lemma filter_less {A : Type} (f f' : A -> bool) l a :
  (forall a, f' a = true -> f a = true) -> In a l -> f a = true -> f' a = false ->
  (length (filter f' l) < length (filter f l))%nat.
Proof.
  intros less I now gone. induction l as [| b l IH]; simpl; [destruct I |]. destruct I as [-> | I].
  - rewrite now, gone. simpl. pose proof (filter_shorter f f' l less). lia.
  - specialize (IH I). specialize (less b). destruct (f' b), (f b); simpl; try lia; discriminate (less eq_refl).
Qed.

Lemma count_play P p c : on_board w h c -> P c = None -> (count (play P p c) < count P)%nat.
Proof.
  intros on free. unfold count. apply filter_less with c.
  - intros d. unfold empty. destruct (play P p c d) eqn:E; [discriminate |].
    apply play_none in E as [_ ->]. reflexivity.
  - apply all_cells_in, on.
  - unfold empty. rewrite free. reflexivity.
  - unfold empty. rewrite play_same. reflexivity.
Qed.

Lemma full_or_empty P : full w h P \/ exists c, on_board w h c /\ P c = None.
Proof.
  destruct (filter (empty P) (all_cells w h)) as [| c l] eqn:E.
  - left. intros c on none. assert (I : In c (filter (empty P) (all_cells w h))).
    { apply filter_In. split; [apply all_cells_in, on | unfold empty; rewrite none; reflexivity]. }
    rewrite E in I. destruct I.
  - right. exists c. assert (I : In c (c :: l)) by (left; reflexivity). rewrite <- E in I.
    apply filter_In in I as [I F]. split; [apply all_cells_in, I |]. unfold empty in F. destruct (P c); [discriminate F | reflexivity].
Qed.

(** The winner's stones in a position, and the empty cells. *)
Definition mine (P : position) : vset := fun v => members (cells g) v /\ P (at_cell v) = Some me.
Definition free (P : position) : vset := fun v => members (cells g) v /\ P (at_cell v) = None.

(** The winner reaches the goal from a position with the cells of a set. *)
Definition goal (P : position) : target := edges_joined g (mine P).

Lemma goal_mono P P' (V V' : vset) :
  (forall v, members (cells g) v -> P (at_cell v) = Some me \/ V v -> P' (at_cell v) = Some me \/ V' v) ->
  goal P V -> goal P' V'.
Proof.
  intros more. apply linked_mono. intros v. unfold with_stones, mine. specialize (more v). tauto.
Qed.

Lemma goal_upward P : upward (goal P).
Proof.
  intros V V' VV'. apply goal_mono. intros v _. specialize (VV' v). tauto.
Qed.

Lemma goal_joined P (V : vset) : (forall v, V v -> False) -> goal P V -> joined w h me P.
Proof.
  intros none path. eapply path_joined; [| exact path].
  intros v. unfold with_stones, mine. intros [-> | [-> | [M | [_ N]]]]; auto. destruct (none v N).
Qed.

Lemma other_me : other me <> me.
Proof.
  destruct me; discriminate.
Qed.

Lemma at_cell_injective v u : members (cells g) v -> members (cells g) u -> at_cell v = at_cell u -> v = u.
Proof.
  intros V U. apply cells_in in V as (c & on & ->). apply cells_in in U as (d & on' & ->).
  rewrite !(cell_of_vertex w h) by assumption. intros ->. reflexivity.
Qed.

Lemma at_cell_on v : members (cells g) v -> on_board w h (at_cell v).
Proof.
  intro V. apply cells_in in V as (c & on & ->). rewrite (cell_of_vertex w h) by exact on. exact on.
Qed.

(** A stone of the loser elsewhere, or one of the winner, leaves the rest of the game as it is. *)
Lemma free_play P p v b : free P v -> members (cells g) b -> v <> b -> free (play P p (at_cell b)) v.
Proof.
  intros [V F] B ne. split; [exact V |]. apply play_none. split; [| exact F].
  intro E. apply ne. apply at_cell_injective; auto.
Qed.

Lemma goal_play_mine P (V : vset) m : goal P (union V (at_most (Some m))) -> goal (play P me (at_cell m)) V.
Proof.
  apply goal_mono. intros v _ [M | [M | M]]; auto.
  - left. unfold play. destruct (same_cell _ _); auto.
  - injection M as ->. left. apply play_same.
Qed.

Lemma goal_play_theirs P (V : vset) c : P c = None -> goal P V -> goal (play P (other me) c) V.
Proof.
  intro none. apply goal_mono. intros v _ [M | M]; auto.
  left. rewrite play_other; [exact M |]. intros E. rewrite E in M. congruence.
Qed.

(** The winner to move, with all of the game still to be won: any move will do. *)
Lemma own_turn P (C : vset) :
  (forall P' C', (count P' < count P)%nat -> sub C' (free P') -> safe (goal P') C' -> wins me (other me) P') ->
  sub C (free P) -> safe (goal P) C -> wins me me P.
Proof.
  intros later inside game. destruct (full_or_empty P) as [all | (c & on & none)].
  - apply wins_at_the_end; [exact all |]. apply goal_joined with C.
    + intros v I. apply inside in I as [V F]. exact (all _ (at_cell_on v V) F).
    + apply safe_all; [apply goal_upward | exact game].
  - apply wins_by_move with c; auto.
    assert (V : members (cells g) (number c)) by (apply cells_in; eauto).
    pose proof (cell_of_vertex w h c on) as E.
    apply later with (minus C (at_most (Some (number c)))).
    + apply count_play; auto.
    + intros v [I ne]. rewrite <- E. apply free_play; auto. intros ->. apply ne. reflexivity.
    + eapply safe_weaken.
      * apply (safe_gift (at_most (Some (number c)))); [| exact game | apply goal_upward].
        intro v. unfold at_most. destruct (Pos.eq_dec (number c) v) as [-> | ne]; [auto | right; congruence].
      * intros W H. pose proof (goal_play_mine P W (number c) H) as H'. rewrite E in H'. exact H'.
      * intros v I. exact I.
Qed.

Lemma loser_turn : forall n P C, count P = n -> sub C (free P) -> safe (goal P) C -> wins me (other me) P.
Proof.
  induction n as [n IH] using lt_wf_ind. intros P C counted inside game.
  destruct (full_or_empty P) as [all | some].
  - apply wins_at_the_end; [exact all |]. apply goal_joined with C.
    + intros v I. apply inside in I as [V F]. exact (all _ (at_cell_on v V) F).
    + apply safe_all; [apply goal_upward | exact game].
  - apply wins_whatever; [intro all; destruct some as (c & on & none); exact (all c on none) |].
    intros c on none. set (P' := play P (other me) c).
    assert (fewer : (count P' < n)%nat) by (rewrite <- counted; apply count_play; auto).
    assert (later : forall P'' C'', (count P'' < count P')%nat -> sub C'' (free P'') -> safe (goal P'') C'' -> wins me (other me) P'').
    { intros P'' C'' less. apply (IH (count P'')); [lia | reflexivity]. }
    assert (B : members (cells g) (number c)) by (apply cells_in; eauto).
    pose proof (cell_of_vertex w h c on) as E.
    assert (still : forall v, free P v -> v <> number c -> free P' v).
    { intros v F ne. unfold P'. rewrite <- E. apply free_play; auto. }
    remember (goal P) as T eqn:HT. destruct game as [T C D DC decided all answer]. subst T.
    destruct (decided (number c)) as [taken | elsewhere].
    + (* The loser plays where the winner waits: the answer is ready. *)
      destruct (answer (number c) taken) as (o & hers & ne & rest).
      set (R := fun v => D v /\ v <> number c /\ ~ at_most o v) in *.
      assert (R_free : sub R (free P')).
      { intros v (d & nb & _). apply still; [apply inside, DC, d | exact nb]. }
      destruct o as [m |].
      * assert (M : free P' m).
        { apply still; [apply inside, DC, hers; reflexivity | intros ->; apply ne; reflexivity]. }
        destruct M as [M none']. apply wins_by_move with (at_cell m); [apply at_cell_on, M | exact none' |].
        apply (IH (count (play P' me (at_cell m)))) with R; [| reflexivity | |].
        -- pose proof (count_play P' me (at_cell m) (at_cell_on m M) none'). lia.
        -- intros v r. apply free_play; [apply R_free, r | exact M |]. intros ->. destruct r as (_ & _ & no). apply no. reflexivity.
        -- apply (safe_weaken _ _ rest); [| intros v r; exact r].
           intros V H. apply goal_play_mine. apply goal_play_theirs; assumption.
      * apply own_turn with R; [exact later | exact R_free |].
        apply (safe_weaken _ _ rest); [| intros v r; exact r].
        intros V H. apply goal_play_theirs; [exact none |]. apply (goal_upward P) with (2 := H).
        intros v [I | I]; [exact I | discriminate I].
    + (* The loser plays elsewhere: all is as before. *)
      apply own_turn with D; [exact later | |].
      * intros v d. apply still; [apply inside, DC, d | intros ->; auto].
      * apply safe_intro with D; [intros v d; exact d | exact decided | apply goal_play_theirs; assumption |].
        intros b d. destruct (answer b d) as (o & hers & ne & rest). exists o. split; [exact hers |]. split; [exact ne |].
        apply (safe_weaken _ _ rest); [| intros v r; exact r]. intros V. apply goal_play_theirs, none.
Qed.

(** ** Claims *)

(** What a claim says on the board. *)
Definition claim_true (c : claim) : Prop := forall P,
  sub (members (claim_stones c)) (mine P) -> sub (members (claim_cells c)) (free P) -> wins me (other me) P.

(** The loser who moves next loses, wherever a claim fits. *)
Lemma holds_true c : claim_holds g c -> claim_true c.
Proof.
  intros H P stones_mine cells_free.
  apply (loser_turn _ P (members (claim_cells c)) eq_refl cells_free).
  apply (safe_weaken _ _ H); [| intros v I; exact I].
  intros V. apply linked_mono. intros v. unfold with_stones. specialize (stones_mine v). tauto.
Qed.

End Soundness.

(** ** The theorem *)

Lemma has_cell_in l c : has_cell l c = true <-> In c l.
Proof.
  unfold has_cell. rewrite existsb_exists. split.
  - intros (d & I & E). apply same_cell_eq in E as ->. exact I.
  - intro I. exists c. split; [exact I | apply same_cell_eq; reflexivity].
Qed.

Lemma has_cell_not l c : has_cell l c = false <-> ~ In c l.
Proof.
  rewrite <- has_cell_in. destruct (has_cell l c); split; congruence.
Qed.

(** The header says what the position is. *)
Lemma position_is f : header_sound f = true ->
  (forall p c, In c (stones_of f p) -> on_board (columns f) (rows f) c /\ position_of f c = Some p) /\
  (forall c, ~ In c (black f) -> ~ In c (white f) -> position_of f c = None).
Proof.
  unfold header_sound. intro H. apply andb_true_iff in H as [H apart]. apply andb_true_iff in H as [H on_white].
  apply andb_true_iff in H as [_ on_black]. rewrite forallb_forall in apart, on_white, on_black.
  unfold position_of. split.
  - intros p c I. assert (on : on_board (columns f) (rows f) c).
    { destruct p; [apply on_black in I | apply on_white in I]; apply andb_true_iff in I as [X Y];
        apply N.ltb_lt in X, Y; split; assumption. }
    split; [exact on |]. destruct p; simpl in I.
    + apply has_cell_in in I. rewrite I. reflexivity.
    + specialize (apart c I). apply negb_true_iff in apart. rewrite apart.
      apply has_cell_in in I. rewrite I. reflexivity.
  - intros c B W. apply has_cell_not in B, W. rewrite B, W. reflexivity.
Qed.

Lemma same_player_eq p q : same_player p q = true <-> p = q.
Proof.
  destruct p, q; simpl; split; congruence.
Qed.

Lemma disjoint_not s t v : disjoint s t = true -> members s v -> ~ members t v.
Proof.
  unfold disjoint. intros E S T. apply PS.is_empty_spec in E. apply (E v). apply members_inter. auto.
Qed.

Theorem check_sound (f : file) :
  check f = true -> wins (columns f) (rows f) (winner f) (to_move f) (position_of f).
Proof.
  unfold check. intro H. apply andb_true_iff in H as [header H].
  set (w := columns f) in *. set (h := rows f) in *. set (me := winner f) in *.
  set (g := board w h me) in *. cbv zeta in H.
  destruct (claims g (nodes f) 1 (PM.empty _)) as [known |] eqn:K; [| discriminate H].
  destruct (PM.find (root f) known) as [c |] eqn:R; [| discriminate H].
  assert (true_claim : claim_true w h me c).
  { apply holds_true. eapply claims_hold; [apply neighbours_sym | exact K | | exact R].
    intros n d F. rewrite PM.gempty in F. discriminate F. }
  destruct (position_is f header) as [stones_are empty_are].
  set (P := position_of f) in *.
  assert (mine_is : forall p v, members (from_list (map (vertex_of w) (stones_of f p))) v ->
    members (cells g) v /\ P (cell_of w v) = Some p).
  { intros p v I. apply from_list_in, in_map_iff in I as (d & <- & I). destruct (stones_are p d I) as [on is].
    split; [apply cells_in; eauto |]. rewrite (cell_of_vertex w h) by exact on. exact is. }
  assert (free_is : forall v, members (cells g) v ->
    ~ members (PS.union (from_list (map (vertex_of w) (stones_of f me)))
      (from_list (map (vertex_of w) (stones_of f (other me))))) v -> P (cell_of w v) = None).
  { intros v V no. apply cells_in in V as (d & on & ->). rewrite (cell_of_vertex w h) by exact on.
    assert (neither : forall p, ~ In d (stones_of f p)).
    { intros p I. apply no. apply members_union.
      assert (J : In (vertex_of w d) (map (vertex_of w) (stones_of f p))) by (apply in_map; exact I).
      destruct me, p; [left | right | right | left]; apply from_list_in; exact J. }
    apply empty_are; [apply (neither Black) | apply (neither White)]. }
  unfold root_holds in H. fold w g me in H. apply andb_true_iff in H as [on_board_cells H].
  apply members_subset in on_board_cells.
  set (mine_set := from_list (map (vertex_of w) (stones_of f me))) in *.
  set (taken := PS.union mine_set _) in *.
  assert (mine_taken : sub (members mine_set) (members taken)) by (intros v I; apply members_union; auto).
  assert (stones_ok : sub (members mine_set) (mine w h me P)) by (intros v I; split; apply (mine_is me v I)).
  destruct (first f) as [m |].
  - (* The winner moves first. *)
    apply andb_true_iff in H as [H cells_ok]. apply andb_true_iff in H as [H stones_in].
    apply andb_true_iff in H as [H m_free]. apply andb_true_iff in H as [turn m_on].
    apply same_player_eq in turn. rewrite turn. apply negb_true_iff, not_members in m_free.
    apply members_subset in stones_in.
    apply wins_by_move with (cell_of w m); [apply (at_cell_on w h me); exact m_on | apply free_is; assumption |].
    apply true_claim.
    + intros v S. apply stones_in, members_add in S as [-> | S]; [split; [exact m_on | apply play_same] |].
      destruct (stones_ok v S) as [V is]. split; [exact V |]. unfold play. rewrite is. destruct (same_cell _ _); reflexivity.
    + intros v C. pose proof (disjoint_not _ _ v cells_ok C) as out. rewrite members_add in out.
      apply free_play; [| exact m_on | intros ->; apply out; auto].
      split; [apply on_board_cells, C | apply free_is; auto].
  - apply andb_true_iff in H as [H cells_ok]. apply andb_true_iff in H as [turn stones_in].
    apply members_subset in stones_in.
    apply orb_true_iff in turn as [turn | joined_now].
    + assert (T : to_move f = other me).
      { apply negb_true_iff in turn. unfold me in *. destruct (to_move f), (winner f); simpl in *; congruence. }
      rewrite T. apply true_claim.
      * intros v S. apply stones_ok, stones_in, S.
      * intros v C. pose proof (disjoint_not _ _ v cells_ok C) as out.
        split; [apply on_board_cells, C | apply free_is; auto].
    + (* The winner has won already. *)
      assert (G : goal w h me P (fun _ => False)).
      { apply linked_mono with (members (PS.add (edge1 g) (PS.add (edge2 g) mine_set))).
        - intros v. rewrite !members_add. unfold with_stones. intros [-> | [-> | I]]; auto.
        - exact (chain_sound _ _ _ _ _ joined_now). }
      assert (S : forall P', (forall v, mine w h me P v -> mine w h me P' v) -> safe (goal w h me P') (fun _ => False)).
      { intros P' more. apply safe_intro with (fun _ => False); [intros v [] | intro v; auto | | intros v []].
        apply linked_mono with (2 := G). intros v. unfold with_stones. specialize (more v). tauto. }
      assert (T : to_move f = me \/ to_move f = other me) by (destruct (to_move f), me; auto).
      destruct T as [-> | ->].
      * apply own_turn with (fun _ => False); [| intros v [] | apply S; auto].
        intros P' C' _. apply loser_turn with (n := count w h P'). reflexivity.
      * apply loser_turn with (n := count w h P) (C := fun _ => False); [reflexivity | intros v [] | apply S; auto].
Qed.

