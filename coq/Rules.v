(** Each rule of a line derives only connections that hold: one lemma for each rule.

    Within a line the stones are fixed, the cells of its region are empty, and everything else counts as the
    loser's. That is the worst case: more stones of the winner never hurt. *)

From Coq Require Import PArith List Bool MSetPositive FMapPositive.
From Hexwright Require Import Game Graph Checker.
Import ListNotations.

(** Turns computed tests into statements. *)
Ltac unbool :=
  repeat match goal with
  | H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H
  | H : _ || _ = true |- _ => apply orb_true_iff in H
  | H : negb _ = true |- _ => apply negb_true_iff in H
  | H : Pos.eqb _ _ = true |- _ => apply Pos.eqb_eq in H
  | H : Pos.eqb _ _ = false |- _ => apply Pos.eqb_neq in H
  end.

Lemma is_in_true l v : is_in l v = true -> In v l.
Proof.
  unfold is_in. rewrite existsb_exists. intros (w & there & same). apply Pos.eqb_eq in same as ->. exact there.
Qed.

Lemma members_subset s t : PS.subset s t = true -> sub (members s) (members t).
Proof.
  intros H v. apply PS.subset_spec in H. exact (H v).
Qed.

Lemma members_union s t v : members (PS.union s t) v <-> members s v \/ members t v.
Proof.
  apply PS.union_spec.
Qed.

Lemma members_inter s t v : members (PS.inter s t) v <-> members s v /\ members t v.
Proof.
  apply PS.inter_spec.
Qed.

Lemma members_remove w s v : members (PS.remove w s) v <-> members s v /\ v <> w.
Proof.
  apply PS.remove_spec.
Qed.

Lemma some_injective {A : Type} (a b : A) : Some a = Some b -> a = b.
Proof.
  congruence.
Qed.

Lemma members_empty v : ~ members PS.empty v.
Proof.
  intro H. discriminate H.
Qed.

Lemma not_members s v : PS.mem v s = false -> ~ members s v.
Proof.
  unfold members. congruence.
Qed.

Section Rules.

Variable g : graph.
Hypothesis neighbours_sym : forall u v, In v (neighbours g u) -> In u (neighbours g v).

Variables own region : PS.t.

Local Notation linked := (linked (neighbours g)).
Local Notation inside := (inside own region).

(** ** What a connection means

    [final x y V] are the winner's vertices at the end, if [x] and [y] are hers and she gets [V]; [joins x y] is
    the target of the game for a connection with these ends. *)
Definition final (x y : vertex) (V : vset) : vset :=
  fun v => members own v \/ v = x \/ v = y \/ (V v /\ members region v).

Definition joins (x y : vertex) : target := fun V => linked (final x y V) x y.

(** A connection holds if the winner joins its ends inside its carrier though the loser moves first; a semi
    connection, after the winner has played its key. *)
Definition wins_game (c : connection) (x y : vertex) : Prop :=
  safe (fun V => joins x y (union V (at_most (key c)))) (minus (members (carrier c)) (at_most (key c))).

Record holds (c : connection) : Prop := {
  holds_game : wins_game c (x_end c) (y_end c);
  holds_key : sub (at_most (key c)) (members (carrier c));
  holds_x : ~ members (carrier c) (x_end c);
  holds_y : ~ members (carrier c) (y_end c);
}.

Lemma joins_upward x y : upward (joins x y).
Proof.
  intros A B AB. apply linked_mono. intros v H. unfold final in *. specialize (AB v). tauto.
Qed.

Lemma joins_key_upward x y k : upward (fun V => joins x y (union V (at_most k))).
Proof.
  apply upward_union, joins_upward.
Qed.

Lemma joins_sym x y V : joins x y V -> joins y x V.
Proof.
  intro path. apply linked_mono with (final x y V); [unfold final, sub; tauto |].
  apply linked_sym; auto.
Qed.

Definition ends (c : connection) (x y : vertex) : Prop :=
  x_end c = x /\ y_end c = y \/ x_end c = y /\ y_end c = x.

Lemma ends_game c x y : ends c x y -> holds c -> wins_game c x y.
Proof.
  intros [[<- <-] | [<- <-]] [game _ _ _]; [exact game |].
  apply (safe_weaken _ _ game); [| intros v H; exact H].
  intros V. apply joins_sym.
Qed.

Lemma ends_free c x y : ends c x y -> holds c -> ~ members (carrier c) x /\ ~ members (carrier c) y.
Proof.
  intros [[<- <-] | [<- <-]] [_ _ X Y]; auto.
Qed.

Lemma inside_either v : inside v = true -> members own v \/ members region v.
Proof.
  unfold Checker.inside. intro H. apply orb_true_iff in H. exact H.
Qed.

(** ** Neighbours *)

Lemma neighbours_rule_sound a b c : neighbours_rule g own a b = Some c -> holds c.
Proof.
  unfold neighbours_rule. intro H.
  destruct (negb _ && _) eqn:test in H; [| discriminate H]. injection H as <-. unbool.
  split; cbn; [| intros v none; discriminate none | apply members_empty | apply members_empty].
  apply safe_intro with (fun _ => False); [intros v [] | intro v; auto | | intros v []].
  apply linked_mono with (members (PS.add (name g own a) (PS.add (name g own b) own))).
  - intros v. rewrite !members_add. unfold final. tauto.
  - apply chain_sound with (steps_enough g); auto.
Qed.

(** ** Captured cells *)

Section Captured.

Variables x y : vertex.
Hypothesis x_inside : inside x = true.
Hypothesis y_inside : inside y = true.

(** A dead cell is not missed, if the body that makes it dead is the winner's in the end. *)
Lemma dead_sound allowed b c (V V' : vset) :
  sub (members allowed) (final x y V) ->
  dead g own region (hangs_together g allowed b) c = true ->
  (forall v, V' v -> members region v -> final x y V v \/ v = c) ->
  joins x y V' -> joins x y V.
Proof.
  intros body_final is_dead nearly path. set (body := hangs_together g allowed b) in *.
  assert (body_linked : forall v, members body v -> linked (final x y V) b v).
  { intros v B. apply linked_mono with (members allowed); [exact body_final |]. eapply chain_sound; eauto. }
  apply linked_without with c b; auto; [| unfold final; auto | unfold final; auto |].
  - intros w mine beside. destruct (PS.mem w body) eqn:B; [apply body_linked; exact B |].
    unfold dead in is_dead. rewrite forallb_forall in is_dead.
    assert (one : In w (filter (fun w => inside w && negb (PS.mem w body)) (neighbours g c))).
    { apply filter_In. split; [exact beside |]. rewrite B, andb_true_r. unfold Checker.inside.
      destruct mine as [-> | [-> | [-> | [_ ->]]]]; [| exact x_inside | exact y_inside |]; auto using orb_true_r. }
    apply is_dead in one. unbool. unfold reached in *. rewrite B in *. simpl in *.
    match goal with H : existsb _ _ = true |- _ => apply existsb_exists in H as (t & near & T) end.
    apply linked_step with t; [apply body_linked; exact T | apply neighbours_sym, near | exact mine].
  - apply linked_mono with (final x y V'); [| exact path].
    intros v [H | [H | [H | [H1 H2]]]]; [unfold final; tauto | unfold final; tauto | unfold final; tauto |].
    apply nearly; auto.
Qed.

Variable ends_listed : list vertex.
Variable k : option vertex.
Hypothesis listed_final : forall b V, In b ends_listed -> final x y (union V (at_most k)) b.

Definition winnable (v : vertex) : Prop := v = x \/ v = y \/ members region v.

Lemma may_be_winnable v :
  PS.mem v region = true \/ is_in ends_listed v && negb (PS.mem v own) = true -> winnable v.
Proof.
  unfold winnable. intros [H | H]; [auto |]. apply andb_true_iff in H as [listed other].
  apply is_in_true in listed. apply negb_true_iff in other.
  destruct (listed_final v (fun _ => False) listed) as [H | [H | [H | [_ H]]]]; auto.
  unfold members in H. congruence.
Qed.

(** What the winner has, with the spare cells [A]. *)
Definition had (A : PS.t) (V : vset) : vset := union (union V (members A)) (at_most k).

Lemma had_upward A (V V' : vset) : sub V V' -> sub (had A V) (had A V').
Proof.
  intros VV v [[H | H] | H]; unfold had, union; auto.
Qed.

Definition presumed (A : PS.t) (v : vertex) : Prop := v = x \/ v = y \/ k = Some v \/ members A v.

Lemma presumed_dec A v : presumed A v \/ ~ presumed A v.
Proof.
  unfold presumed.
  destruct (Pos.eq_dec v x); [tauto |]. destruct (Pos.eq_dec v y); [tauto |].
  destruct (members_dec A v); [tauto |].
  destruct k as [w |]; [destruct (Pos.eq_dec w v) as [-> | ne]; [tauto |] |]; right.
  - intros [|[|[E|]]]; try tauto. injection E. exact ne.
  - intros [|[|[E|]]]; try tauto. discriminate E.
Qed.

Lemma presumed_final A v V : presumed A v -> winnable v -> final x y (had A V) v.
Proof.
  unfold presumed, winnable, final, had, union, at_most. tauto.
Qed.

Lemma body_final A b c V : In b ends_listed -> final x y (had A V) c ->
  sub (members (PS.add c (PS.add b own))) (final x y (had A V)).
Proof.
  intros listed C v. rewrite !members_add. intros [-> | [-> | H]]; [exact C | | left; exact H].
  apply listed_final, listed.
Qed.

(** One declaration: if the winner can do with its cells counted as hers, and with those of earlier
    declarations, [A], then also without it. *)
Lemma capture_one (e : captured) (C A : PS.t) :
  captured_holds g own region ends_listed e = true ->
  (forall v, members (add_captured A e) v -> v = x \/ v = y \/ members C v \/ members A v) ->
  safe (fun V => joins x y (had (add_captured A e) V)) (minus (minus (members C) (at_most k)) (members (add_captured A e))) ->
  safe (fun V => joins x y (had A V)) (minus (minus (members C) (at_most k)) (members A)).
Proof.
  destruct e as [b c [p |]]; unfold captured_holds, add_captured; cbn; intros ok named_ok game; unbool;
    match goal with H : is_in _ b = true |- _ => apply is_in_true in H; rename H into listed end;
    repeat match goal with H : PS.mem _ region = true \/ _ |- _ => apply may_be_winnable in H end.
  - match goal with H : dead _ _ _ (hangs_together g (PS.add p _) b) c = true |- _ => rename H into dead_c end.
    match goal with H : dead _ _ _ (hangs_together g (PS.add c _) b) p = true |- _ => rename H into dead_p end.
    match goal with H : winnable c |- _ => rename H into c_winnable end.
    match goal with H : winnable p |- _ => rename H into p_winnable end.
    match goal with H : c <> p |- _ => rename H into differ end.
    assert (more : sub (minus (minus (members C) (at_most k)) (members (PS.add c (PS.add p A))))
                       (minus (minus (members C) (at_most k)) (members A))).
    { intros v [inC out]. split; [exact inC |]. intro H. apply out. rewrite !members_add. auto. }
    assert (lose : forall (V V' : vset) kept gone, kept = c /\ gone = p \/ kept = p /\ gone = c ->
      dead g own region (hangs_together g (PS.add kept (PS.add b own)) b) gone = true ->
      final x y (had A V) kept -> sub V' (fun v => V v \/ v = c \/ v = p) ->
      joins x y (had (PS.add c (PS.add p A)) V') -> joins x y (had A V)).
    { intros V V' kept gone which dead_gone kept_mine V'V.
      apply dead_sound with (PS.add kept (PS.add b own)) b gone; [apply body_final; auto | exact dead_gone |].
      unfold had at 1. intros v H R.
      assert (cases : final x y (had A V) v \/ v = c \/ v = p).
      { unfold union in H. rewrite !members_add in H. specialize (V'V v). cbv beta in V'V. unfold final, had, union.
        tauto. }
      destruct cases as [mine | pair]; [left; exact mine |].
      destruct which as [[-> ->] | [-> ->]], pair as [-> | ->]; auto. }
    assert (lose_p : forall V V' : vset, final x y (had A V) c -> sub V' (fun v => V v \/ v = c \/ v = p) ->
      joins x y (had (PS.add c (PS.add p A)) V') -> joins x y (had A V)) by (intros V V'; apply lose with (gone := p); auto).
    assert (lose_c : forall V V' : vset, final x y (had A V) p -> sub V' (fun v => V v \/ v = c \/ v = p) ->
      joins x y (had (PS.add c (PS.add p A)) V') -> joins x y (had A V)) by (intros V V'; apply lose with (gone := c); auto).
    destruct (presumed_dec A c) as [C_mine | c_open]; [| destruct (presumed_dec A p) as [P_mine | p_open]].
    + apply (safe_weaken _ _ game); [| exact more].
      intro V. apply lose_p; [apply presumed_final; auto | intros v H; auto].
    + apply (safe_weaken _ _ game); [| exact more].
      intro V. apply lose_c; [apply presumed_final; auto | intros v H; auto].
    + (* Both are open: the winner answers one with the other, beside the rest of the game. *)
      eapply safe_weaken; [apply (safe_both _ _ game) with (T2 := fun V => V c \/ V p) (C2 := fun v => v = c \/ v = p) | |].
      * intros V V' VV'. apply joins_upward, had_upward, VV'.
      * apply safe_pair, differ.
      * intros V V' VV' [H | H]; auto.
      * intros v [_ no] pair. apply no. rewrite !members_add. tauto.
      * intros V [H [Vc | Vp]].
        -- apply (lose_p V V); [| intros v mine; auto | exact H].
           unfold winnable, final, had, union in *. tauto.
        -- apply (lose_c V V); [| intros v mine; auto | exact H].
           unfold winnable, final, had, union in *. tauto.
      * intros v [H | H]; [apply more, H |].
        assert (open : ~ presumed A v /\ members (PS.add c (PS.add p A)) v)
          by (rewrite !members_add; destruct H as [-> | ->]; auto).
        destruct open as [open N]. apply named_ok in N. unfold presumed, minus, at_most in *. tauto.
  - match goal with H : dead _ _ _ _ c = true |- _ => rename H into dead_c end.
    apply (safe_weaken _ _ game).
    + intro V. apply dead_sound with (PS.add b own) b c; [| exact dead_c |].
      * intros v. rewrite members_add. intros [-> | H]; [apply listed_final, listed | left; exact H].
      * unfold had, union. intros v. rewrite members_add. intros [[H | [-> | H]] | H] R; auto;
          left; right; right; right; unfold had, union; auto.
    + intros v [inC out]. split; [exact inC |]. intro H. apply out. rewrite members_add. auto.
Qed.

Lemma fold_captured_more l : forall A, sub (members A) (members (fold_left add_captured l A)).
Proof.
  induction l as [| e l IH]; intros A v H; [exact H |].
  apply IH. unfold add_captured. rewrite members_add. destruct (partner e); [rewrite members_add |]; auto.
Qed.

(** All declarations of a step, one after the other. *)
Lemma capture_all (l : list captured) (C : PS.t) : forall A : PS.t,
  forallb (captured_holds g own region ends_listed) l = true ->
  (forall v, members (fold_left add_captured l A) v -> v = x \/ v = y \/ members C v \/ members A v) ->
  safe (fun V => joins x y (had (fold_left add_captured l A) V))
    (minus (minus (members C) (at_most k)) (members (fold_left add_captured l A))) ->
  safe (fun V => joins x y (had A V)) (minus (minus (members C) (at_most k)) (members A)).
Proof.
  induction l as [| e l IH]; intros A ok named_ok game; [exact game |]. simpl in ok, named_ok, game. unbool.
  apply capture_one with e; [assumption | |].
  - intros v H1. apply named_ok. apply fold_captured_more. exact H1.
  - apply IH; [assumption | | exact game].
    intros v H1. apply named_ok in H1. destruct H1 as [H1 | [H1 | [H1 | H1]]]; auto.
    right. right. right. unfold add_captured. rewrite members_add. destruct (partner e); [rewrite members_add |]; auto.
Qed.

End Captured.

Lemma named_rename l : named (map (rename g own) l) = named l.
Proof.
  unfold named. generalize PS.empty. induction l as [| e l IH]; intro s; [reflexivity | apply IH].
Qed.

(** The end of AND and OR: the game is won with the spare cells given, and the declarations earn them. *)
Lemma spare_earned x y k (C : PS.t) (spare : list captured) (ends_listed : list vertex) :
  inside x = true -> inside y = true ->
  (forall b V, In b ends_listed -> final x y (union V (at_most k)) b) ->
  forallb (captured_holds g own region ends_listed) (map (rename g own) spare) = true ->
  (forall v, members (named spare) v -> v = x \/ v = y \/ members C v) ->
  safe (fun V => joins x y (had k (named spare) V)) (minus (minus (members C) (at_most k)) (members (named spare))) ->
  safe (fun V => joins x y (union V (at_most k))) (minus (members C) (at_most k)).
Proof.
  intros X Y listed ok named_ok game.
  eapply safe_weaken; [apply (capture_all x y X Y ends_listed k listed (map (rename g own) spare) C PS.empty ok) | |].
  - intros v H. change (members (named (map (rename g own) spare)) v) in H. rewrite named_rename in H.
    apply named_ok in H. tauto.
  - change (fold_left _ _ _) with (named (map (rename g own) spare)). rewrite named_rename. exact game.
  - intros V. apply joins_upward. intros v [[H | H] | H]; unfold union; auto. apply members_empty in H. destruct H.
  - intros v [H _]. exact H.
Qed.

(** A connection still holds with cells given to the winner. *)
Lemma holds_given c x y (G : PS.t) : wins_game c x y ->
  safe (fun V => joins x y (had (key c) G V)) (minus (minus (members (carrier c)) (at_most (key c))) (members G)).
Proof.
  intro game. apply (safe_gift (members G) (members_dec G)) in game; [exact game | apply joins_key_upward].
Qed.

(** ** AND *)

Lemma meet_ends c d x z y : meet c d = Some (x, z, y) -> ends c x z /\ ends d z y /\ z <> x /\ z <> y.
Proof.
  unfold meet, ends. cbn.
  destruct (Pos.eqb (y_end c) (x_end d)) eqn:E1; destruct (Pos.eqb (y_end c) (y_end d)) eqn:E2;
    destruct (Pos.eqb (x_end c) (x_end d)) eqn:E3; destruct (Pos.eqb (x_end c) (y_end d)) eqn:E4;
    intro H; try discriminate H; injection H as <- <- <-; unbool; repeat split; auto; congruence.
Qed.

(** The key of the result covers the keys of the parts, and with it the shared end is the winner's. *)
Lemma and_key_cases z c d k : and_key own z c d = Some k ->
  sub (at_most (key c)) (at_most k) /\ sub (at_most (key d)) (at_most k) /\ (members own z \/ k = Some z) /\
  (forall v, k = Some v ->
     v = z /\ ~ members own z \/ key c = Some v /\ ~ members (carrier d) v \/ key d = Some v /\ ~ members (carrier c) v).
Proof.
  unfold and_key. intro H. 
  destruct (PS.mem z own) eqn:Z; destruct (key c) as [kc |] eqn:Kc; destruct (key d) as [kd |] eqn:Kd; try discriminate H.
  - destruct (PS.mem kc (carrier d)) eqn:M; [discriminate H |]. injection H as <-.
    split; [intros v A; exact A |]. split; [intros v A; discriminate A |]. split; [auto |].
    intros v E. injection E as <-. apply not_members in M. auto.
  - destruct (PS.mem kd (carrier c)) eqn:M; [discriminate H |]. injection H as <-.
    split; [intros v A; discriminate A |]. split; [intros v A; exact A |]. split; [auto |].
    intros v E. injection E as <-. apply not_members in M. auto.
  - injection H as <-. split; [intros v A; exact A |]. split; [intros v A; exact A |]. split; [auto |].
    intros v E. discriminate E.
  - injection H as <-. split; [intros v A; discriminate A |]. split; [intros v A; discriminate A |]. split; [auto |].
    intros v E. injection E as <-. apply not_members in Z. auto.
Qed.

Lemma and_rule_sound c d spare r :
  and_rule g own c d spare = Some r -> fits g own region c = true -> fits g own region r = true ->
  holds c -> holds d -> holds r.
Proof.
  unfold and_rule. intros H fits_c fits_r Hc Hd.
  destruct (meet c d) as [[[x z] y] |] eqn:M; [| discriminate H].
  destruct (and_key own z c d) as [k |] eqn:K; [| discriminate H].
  destruct (negb _ && negb _ && _) eqn:test in H; [| discriminate H]. injection H as <-. unbool.
  apply meet_ends in M as (Ec & Ed & zx & zy).
  apply and_key_cases in K as (Kc & Kd & Kz & Kcases).
  match goal with H : PS.mem y _ = false |- _ => apply not_members in H; rename H into y_free end.
  match goal with H : PS.mem x _ = false |- _ => apply not_members in H; rename H into x_free end.
  match goal with H : PS.subset _ _ = true |- _ => apply members_subset in H; rename H into overlap end.
  destruct (ends_free c x z Ec Hc) as [x_free' z_free].
  destruct (ends_free d z y Ed Hd) as [z_free' y_free'].
  unfold fits in fits_r; cbn in fits_r.
  assert (carrier_is : forall v, members (PS.remove x (PS.remove y (with_mark own z
      (PS.union (named spare) (PS.union (carrier c) (carrier d)))))) v <->
    v <> x /\ v <> y /\
    (members (named spare) v \/ members (carrier c) v \/ members (carrier d) v \/ v = z /\ ~ members own z)).
  { intro v. rewrite !members_remove. unfold with_mark. destruct (PS.mem z own) eqn:Z.
    - rewrite !members_union. unfold members at 5. intuition congruence.
    - rewrite members_add, !members_union. apply not_members in Z. tauto. }
  assert (z_inside : inside z = true).
  { unfold fits in fits_c. unbool. destruct Ec as [[_ E] | [E _]]; rewrite <- E; assumption. }
  unbool.
  split; cbn [x_end y_end key carrier].
  - unfold wins_game. cbn [key carrier].
    apply spare_earned with spare [x; y; z]; try assumption.
    + intros b V [<- | [<- | [<- | []]]]; unfold final; auto.
      destruct Kz as [Z | ->]; [auto |]. apply inside_either in z_inside. unfold union, at_most. tauto.
    + intros v N. rewrite carrier_is. destruct (Pos.eq_dec v x); [auto |]. destruct (Pos.eq_dec v y); tauto.
    + eapply safe_weaken.
      * eapply safe_both.
        -- apply (holds_given c x z (named spare)), ends_game; assumption.
        -- intros A B AB. apply joins_upward, had_upward, AB.
        -- apply (holds_given d z y (named spare)), ends_game; assumption.
        -- intros A B AB. apply joins_upward, had_upward, AB.
        -- intros v [[C1 _] N] [[C2 _] _]. apply N, overlap, members_inter. auto.
      * intros V [first second].
        assert (Z : final x y (had k (named spare) V) z).
        { unfold final. destruct Kz as [Z | ->]; [auto |]. apply inside_either in z_inside.
          unfold had, union, at_most. tauto. }
        apply linked_trans with z.
        -- apply linked_mono with (final x z (had (key c) (named spare) V)); [| exact first].
           intros v [I | [-> | [-> | [I R]]]]; [unfold final; auto | unfold final; auto | exact Z |].
           right. right. right. split; [| exact R]. unfold had, union in *. destruct I as [I | I]; auto.
        -- apply linked_mono with (final z y (had (key d) (named spare) V)); [| exact second].
           intros v [I | [-> | [-> | [I R]]]]; [unfold final; auto | exact Z | unfold final; auto |].
           right. right. right. split; [| exact R]. unfold had, union in *. destruct I as [I | I]; auto.
      * intros v [[[I NK] N] | [[I NK] N]]; (split; [split; [apply carrier_is |] | exact N]).
        -- repeat split; [congruence | congruence | auto].
        -- intro E. destruct (Kcases v E) as [[-> _] | [[E' _] | [_ F]]]; auto.
        -- repeat split; [congruence | congruence | auto].
        -- intro E. destruct (Kcases v E) as [[-> _] | [[_ F] | [E' _]]]; auto.
  - intros v E. apply carrier_is. destruct (Kcases v E) as [[-> Z] | [[E' F] | [E' F]]].
    + split; [exact (not_eq_sym (not_eq_sym zx)) |]. split; [exact zy | auto].
    + assert (I : members (carrier c) v) by (apply (holds_key c Hc); exact E').
      repeat split; [congruence | congruence | auto].
    + assert (I : members (carrier d) v) by (apply (holds_key d Hd); exact E').
      repeat split; [congruence | congruence | auto].
  - rewrite carrier_is. tauto.
  - rewrite carrier_is. tauto.
Qed.

(** ** OR *)

Lemma common_in rest : forall first v,
  members (carrier first) v -> (forall c, In c rest -> members (carrier c) v) -> members (common first rest) v.
Proof.
  intros first. unfold common. generalize (carrier first).
  induction rest as [| d rest IH]; intros s v I all; [exact I |].
  apply IH; [apply members_inter; split; [exact I | apply all; left; reflexivity] |].
  intros c later. apply all. right. exact later.
Qed.

Lemma all_or_one (l : list connection) v :
  (forall c, In c l -> members (carrier c) v) \/ exists c, In c l /\ ~ members (carrier c) v.
Proof.
  induction l as [| d l [all | (c & I & N)]].
  - left. intros c [].
  - destruct (members_dec (carrier d) v) as [M | M].
    + left. intros c [<- | later]; auto.
    + right. exists d. split; [left; reflexivity | exact M].
  - right. exists c. split; [right; exact I | exact N].
Qed.

Lemma together_in l : forall s v,
  members (together l s) v <-> members s v \/ exists c, In c l /\ members (carrier c) v.
Proof.
  unfold together. induction l as [| d l IH]; intros s v; simpl.
  - split; [auto |]. intros [H | (c & [] & _)]. exact H.
  - rewrite IH, members_union. split.
    + intros [[H | H] | (c & I & H)]; eauto.
    + intros [H | (c & [<- | I] & H)]; eauto.
Qed.

Lemma same_ends_true c d : same_ends c d = true -> ends d (x_end c) (y_end c).
Proof.
  unfold same_ends, ends. intro H. apply orb_true_iff in H as [H | H]; unbool; auto.
Qed.

Lemma or_rule_sound parts spare r :
  or_rule g own parts spare = Some r -> fits g own region r = true -> (forall c, In c parts -> holds c) -> holds r.
Proof.
  destruct parts as [| first rest]; [discriminate |].
  unfold or_rule. intros H fits_r all_hold.
  destruct (forallb _ _ && forallb _ _ && _) eqn:test in H; [| discriminate H]. apply some_injective in H. subst r.
  apply andb_true_iff in test as [test overlap]. apply andb_true_iff in test as [same semi].
  rewrite forallb_forall in same, semi. apply members_subset in overlap.
  set (x := x_end first) in *. set (y := y_end first) in *. set (l := first :: rest) in *.
  set (C := PS.remove x (PS.remove y (together l (named spare)))) in *.
  unfold fits in fits_r; cbn [x_end y_end carrier listed claimed] in fits_r. unbool.
  assert (carrier_is : forall v, members C v <->
    v <> x /\ v <> y /\ (members (named spare) v \/ exists c, In c l /\ members (carrier c) v)).
  { intro v. unfold C. rewrite !members_remove, together_in. tauto. }
  clearbody C.
  assert (part : forall c v, In c l -> members (carrier c) v ->
    members C v).
  { intros c v I M. apply carrier_is.
    destruct (ends_free c x y (same_ends_true _ _ (same c I)) (all_hold c I)) as [X Y].
    repeat split; [congruence | congruence | eauto]. }
  assert (game : forall c, In c l -> safe (fun V => joins x y (had (key c) (named spare) V))
    (minus (minus (members (carrier c)) (at_most (key c))) (members (named spare)))).
  { intros c I. apply holds_given, ends_game; [apply same_ends_true, same, I | apply all_hold, I]. }
  split; cbn [x_end y_end key carrier].
  - unfold wins_game. cbn [key carrier].
    apply spare_earned with spare [x; y]; try assumption.
    + intros b V [<- | [<- | []]]; unfold final; auto.
    + intros v N. rewrite carrier_is. destruct (Pos.eq_dec v x); [auto |]. destruct (Pos.eq_dec v y); tauto.
    + apply safe_or.
      * intros A B AB. apply joins_upward, had_upward, AB.
      * intro v. unfold minus, at_most. destruct (members_dec C v), (members_dec (named spare) v); try tauto.
        left. split; [split; [assumption | discriminate] | assumption].
      * assert (I : In first l) by (left; reflexivity).
        pose proof (safe_all _ _ (fun A B AB => joins_upward x y _ _ (fun v H => match H with
          | or_introl (or_introl a) => or_introl (or_introl (AB v a))
          | or_introl (or_intror a) => or_introl (or_intror a)
          | or_intror a => or_intror a end)) (game first I)) as all.
        apply (joins_upward x y _ _) with (2 := all). intros v [[[[M NK] N] | N] | K]; unfold had, union.
        -- left. left. split; [split; [apply (part first); auto | intro E; discriminate E] | exact N].
        -- auto.
        -- apply (holds_key first (all_hold first I)) in K.
           destruct (members_dec (named spare) v) as [N | N]; [auto |].
           left. left. split; [split; [apply (part first); auto | intro E; discriminate E] | exact N].
      * intros b [[B _] NB].
        destruct (all_or_one l b) as [all | (c & I & untouched)].
        { exfalso. apply NB, overlap, common_in; [apply all; left; reflexivity |]. intros c I. apply all. right. exact I. }
        assert (is : exists kc, key c = Some kc).
        { apply semi in I. unfold is_semi in I. destruct (key c) as [kc |]; [eauto | discriminate I]. }
        destruct is as [kc E].
        assert (kc_in : members (carrier c) kc) by (apply (holds_key c (all_hold c I)); rewrite E; reflexivity).
        pose proof (game c I) as G. rewrite E in G.
        assert (kept : sub (minus (members (carrier c)) (members (named spare)))
          (minus (minus (members C) (at_most None)) (members (named spare)))).
        { intros v [M N]. split; [split; [apply (part c); auto | intro F; discriminate F] | exact N]. }
        destruct (members_dec (named spare) kc) as [given | new].
        -- exists None, (minus (members (carrier c)) (members (named spare))).
           split; [intros v F; discriminate F |]. split; [intro F; discriminate F |]. split; [exact kept |].
           split; [intros [M _]; auto |].
           apply (safe_weaken _ _ G).
           ++ intros V. apply joins_upward. intros v [VN | K]; unfold had, union in *; [tauto |].
              injection K as <-. auto.
           ++ intros v [[M NK] N]. split; [split; auto | intro F; discriminate F].
        -- exists (Some kc), (minus (members (carrier c)) (members (named spare))).
           split; [intros v F; injection F as <-; apply kept; split; auto |].
           split; [intro F; injection F as ->; auto |]. split; [exact kept |].
           split; [intros [M _]; auto |].
           apply (safe_weaken _ _ G).
           ++ intros V. apply joins_upward. intros v. unfold had, union. tauto.
           ++ intros v [[M NK] N]. split; [split; auto | exact NK].
  - intros v E. discriminate E.
  - rewrite carrier_is. tauto.
  - rewrite carrier_is. tauto.
Qed.

End Rules.
