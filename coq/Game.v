(** Maker and Breaker, on any set of cells.

    The two players take cells of a finite set in turn. Maker wants the cells that she ends up with to satisfy a
    *target*: a property of sets of cells. All targets here are upward closed: more cells never hurt.

    [safe T C] says: Breaker moves first, and Maker, who plays only in [C] and only in answer to moves in [C],
    gets a set of cells that satisfies [T]. This file knows neither boards nor paths; its lemmas are the four
    ways in which the rules of a certificate combine such games. *)

From Coq Require Import PArith List Bool.

(** Cells, and the two edges, are positive numbers; sets of them are properties. *)
Definition vertex := positive.
Definition vset := vertex -> Prop.
Definition sub (A B : vset) : Prop := forall v, A v -> B v.
Definition target := vset -> Prop.
Definition upward (T : target) : Prop := forall A B, sub A B -> T A -> T B.

Definition union (A B : vset) : vset := fun v => A v \/ B v.
Definition minus (A B : vset) : vset := fun v => A v /\ ~ B v.

(** At most one vertex, as a set. *)
Definition at_most (o : option vertex) : vset := fun v => o = Some v.

Definition decidable (A : vset) : Prop := forall v, A v \/ ~ A v.

(** Maker watches the cells [D]. If Breaker never moves there, Maker gets all of [D], which must do. If Breaker
    takes [b], Maker takes at most one other cell [o] of [D], and must be safe with what is left, [o] counting
    as hers. *)
Inductive safe : target -> vset -> Prop :=
| safe_intro (T : target) (C D : vset) :
    sub D C -> decidable D -> T D ->
    (forall b, D b ->
       exists o, sub (at_most o) D /\ ~ at_most o b /\
       safe (fun V => T (union V (at_most o))) (fun v => D v /\ v <> b /\ ~ at_most o v)) ->
    safe T C.

(** Induction over the game: the principle that Coq generates does not look under [exists]. *)
Definition safe_play (P : target -> vset -> Prop)
  (step : forall (T : target) (C D : vset), sub D C -> decidable D -> T D ->
    (forall b, D b ->
       exists o, sub (at_most o) D /\ ~ at_most o b /\
       safe (fun V => T (union V (at_most o))) (fun v => D v /\ v <> b /\ ~ at_most o v) /\
       P (fun V => T (union V (at_most o))) (fun v => D v /\ v <> b /\ ~ at_most o v)) ->
    P T C) : forall T C, safe T C -> P T C :=
  fix play T C (game : safe T C) : P T C :=
    match game in safe T C return P T C with
    | safe_intro T C D inside decided all answer =>
        step T C D inside decided all (fun b taken =>
          match answer b taken with
          | ex_intro _ o (conj free (conj other rest)) =>
              ex_intro _ o (conj free (conj other (conj rest (play _ _ rest))))
          end)
    end.

Lemma upward_union (T : target) (A : vset) : upward T -> upward (fun V => T (union V A)).
Proof.
  intros up X Y XY. apply up. unfold sub, union in *. firstorder.
Qed.

(** An easier target, more cells. *)
Lemma safe_weaken (T : target) (C : vset) : safe T C ->
  forall (T' : target) (C' : vset), (forall V, T V -> T' V) -> sub C C' -> safe T' C'.
Proof.
  intro game. induction game as [T C D inside decided all answer] using safe_play.
  intros T' C' easier more.
  apply safe_intro with D.
  - intros v d. auto.
  - exact decided.
  - auto.
  - intros b taken. destruct (answer b taken) as (o & free & other & _ & rest).
    exists o. repeat split; auto.
    apply rest; auto. intros v d. exact d.
Qed.

(** Maker who gets every cell has what she wants. *)
Lemma safe_all (T : target) (C : vset) : upward T -> safe T C -> T C.
Proof.
  intros up game. destruct game as [T C D inside _ all _]. apply up with D; auto.
Qed.

(** Only the cells of the game count. *)
Lemma safe_within (T : target) (C : vset) : safe T C -> upward T -> safe (fun V => T (fun v => V v /\ C v)) C.
Proof.
  intro game. induction game as [T C D inside decided all answer] using safe_play. intro up.
  apply safe_intro with D; [exact inside | exact decided | |].
  - apply up with D; [intros v d; auto | exact all].
  - intros b taken. destruct (answer b taken) as (o & free & other & _ & rest).
    exists o. split; [exact free |]. split; [exact other |].
    apply (safe_weaken _ _ (rest (upward_union T (at_most o) up))); [| intros v d; exact d].
    intros V. apply up. unfold union. intros v [(V' & d & _) | H]; auto.
Qed.

(** Maker may be given cells: she then needs no others than before. *)
Lemma safe_gift (G : vset) (dec : decidable G) (T : target) (C : vset) : safe T C -> upward T ->
  safe (fun V => T (union V G)) (minus C G).
Proof.
  intro game. induction game as [T C D inside decided all answer] using safe_play. intro up.
  apply safe_intro with (minus D G).
  - unfold sub, minus in *. firstorder.
  - intro v. unfold minus. destruct (decided v), (dec v); tauto.
  - apply up with D; auto. intros v d. unfold union, minus. destruct (dec v); auto.
  - intros b [taken ungiven]. destruct (answer b taken) as (o & free & other & _ & rest).
    specialize (rest (upward_union T (at_most o) up)).
    assert (kept : forall o', (forall v, at_most o' v <-> at_most o v /\ ~ G v) ->
      sub (at_most o') (minus D G) /\ ~ at_most o' b /\
      safe (fun V => T (union (union V (at_most o')) G)) (fun v => minus D G v /\ v <> b /\ ~ at_most o' v)).
    { intros o' same. split; [intros v H; apply same in H; destruct H; split; auto |].
      split; [intro H; apply same in H; tauto |].
      apply (safe_weaken _ _ rest).
      - intros V. apply up. intros v H. unfold union in *. destruct (dec v); [tauto |].
        rewrite same. tauto.
      - intros v [(d & ne & no) ng]. unfold minus. rewrite same. tauto. }
    destruct o as [m |]; [destruct (dec m) as [given | new] |].
    + exists None. apply kept. unfold at_most. intro v. split; [discriminate |].
      intros [H ng]. injection H as <-. tauto.
    + exists (Some m). apply kept. unfold at_most. intro v. split; [| tauto].
      intro H. split; [exact H |]. injection H as <-. exact new.
    + exists None. apply kept. unfold at_most. intro v. split; [discriminate | intros [H _]; discriminate].
Qed.

(** Two games on cells apart are played side by side. *)
Lemma safe_both (T1 : target) (C1 : vset) : safe T1 C1 -> upward T1 ->
  forall (T2 : target) (C2 : vset), safe T2 C2 -> upward T2 ->
  (forall v, C1 v -> C2 v -> False) ->
  safe (fun V => T1 V /\ T2 V) (union C1 C2).
Proof.
  intro game1. induction game1 as [T1 C1 D1 inside1 decided1 all1 answer1] using safe_play. intro up1.
  assert (game1 : safe T1 D1).
  { apply safe_intro with D1; [intros v d; exact d | exact decided1 | exact all1 |].
    intros b taken. destruct (answer1 b taken) as (o & free & other & rest & _). exists o. auto. }
  enough (from_inside : forall (T2 : target) (C2 : vset), safe T2 C2 -> upward T2 ->
    (forall v, D1 v -> C2 v -> False) -> safe (fun V => T1 V /\ T2 V) (union D1 C2)).
  { intros T2 C2 game2 up2 apart.
    apply safe_weaken with (fun V => T1 V /\ T2 V) (union D1 C2); [| auto |].
    - apply from_inside; auto. intros v d1. apply apart. auto.
    - intros v [d1 | c2]; unfold union; auto. }
  intros T2 C2 game2. induction game2 as [T2 C2 D2 inside2 decided2 all2 answer2] using safe_play. intros up2 apart.
  assert (game2 : safe T2 D2).
  { apply safe_intro with D2; [intros v d; exact d | exact decided2 | exact all2 |].
    intros b taken. destruct (answer2 b taken) as (o & free & other & rest & _). exists o. auto. }
  assert (apart' : forall v, D1 v -> D2 v -> False) by (intros v d1 d2; apply (apart v); auto).
  apply safe_intro with (union D1 D2).
  - intros v [d | d]; unfold union; auto.
  - intro v. unfold union. destruct (decided1 v), (decided2 v); tauto.
  - split; [apply up1 with D1 | apply up2 with D2]; auto; intros v d; unfold union; auto.
  - intros b [taken | taken].
    + destruct (answer1 b taken) as (o & free & other & _ & rest).
      exists o. split; [intros v H; left; auto |]. split; [exact other |].
      eapply safe_weaken.
      * apply (rest (upward_union _ _ up1) T2 D2 game2 up2). intros v (d1 & _) d2. apply (apart' v); auto.
      * intros V [H1 H2]. split; [exact H1 |]. apply up2 with V; auto. intros v d; left; exact d.
      * intros v [(d1 & ne & no) | d2]; unfold union; [tauto |].
        split; [right; exact d2 |]. split; [intros -> | intro H]; [apply (apart' b) | apply (apart' v)]; auto.
    + destruct (answer2 b taken) as (o & free & other & _ & rest).
      exists o. split; [intros v H; right; auto |]. split; [exact other |].
      eapply safe_weaken.
      * apply rest; [apply upward_union; exact up2 |]. intros v d1 (d2 & _). apply (apart' v); auto.
      * intros V [H1 H2]. split; [| exact H2]. apply up1 with V; auto. intros v d; left; exact d.
      * intros v [d1 | (d2 & ne & no)]; unfold union; [| tauto].
        split; [left; exact d1 |]. split; [intros -> | intro H]; [apply (apart' b) | apply (apart' v)]; auto.
Qed.

(** Several ways to go on after Breaker's move, of which each move leaves one untouched: Maker plays its key. A
    way without a key is safe as it stands. *)
Lemma safe_or (T : target) (C : vset) : upward T -> decidable C -> T C ->
  (forall b, C b -> exists (o : option vertex) (D : vset),
     sub (at_most o) C /\ ~ at_most o b /\ sub D C /\ ~ D b /\
     safe (fun V => T (union V (at_most o))) (minus D (at_most o))) ->
  safe T C.
Proof.
  intros up decided all way. apply safe_intro with C; [intros v c; exact c | exact decided | exact all |].
  intros b taken. destruct (way b taken) as (o & D & key & other & inside & untouched & game).
  exists o. split; [exact key |]. split; [exact other |].
  apply (safe_weaken _ _ game); [auto |].
  intros v [d no]. split; [auto |]. split; [intros ->; tauto | exact no].
Qed.

(** Of two cells Maker gets one: she answers one with the other. *)
Lemma safe_pair (c p : vertex) : c <> p -> safe (fun V => V c \/ V p) (fun v => v = c \/ v = p).
Proof.
  intro differ.
  assert (rest : forall b o, b <> o -> (o = c \/ o = p) -> (b = c \/ b = p) ->
    sub (at_most (Some o)) (fun v => v = c \/ v = p) /\ ~ at_most (Some o) b /\
    safe (fun V => union V (at_most (Some o)) c \/ union V (at_most (Some o)) p)
      (fun v => (v = c \/ v = p) /\ v <> b /\ ~ at_most (Some o) v)).
  { intros b o ne oc bc. split; [intros v H; injection H as <-; exact oc |].
    split; [intro H; injection H as H; auto |].
    apply safe_intro with (fun _ => False); [intros v [] | intro v; auto | | intros v []].
    unfold union, at_most. destruct oc as [-> | ->]; auto. }
  apply safe_intro with (fun v => v = c \/ v = p); [intros v H; exact H | | auto |].
  { intro v. destruct (Pos.eq_dec v c); [auto |]. destruct (Pos.eq_dec v p); tauto. }
  intros b [-> | ->]; [exists (Some p) | exists (Some c)]; apply rest; auto.
Qed.
