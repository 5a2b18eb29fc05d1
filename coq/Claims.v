(** A node of a strategy that is accepted wins the game for the edges: one lemma for each kind of node. *)

From Coq Require Import PArith List Bool MSetPositive FMapPositive.
From Hexwright Require Import Game Graph Checker Rules.
Import ListNotations.

Section Claims.

Variable g : graph.
Hypothesis neighbours_sym : forall u v, In v (neighbours g u) -> In u (neighbours g v).

Lemma find_all_in known all numbers : (forall n c, PM.find n known = Some c -> In c all) ->
  forall found, find_all known numbers = Some found -> incl found all.
Proof.
  intros ok. induction numbers as [| n rest IH]; intros found; simpl.
  - intro H. injection H as <-. intros c [].
  - destruct (PM.find n known) as [c |] eqn:F; [| discriminate].
    destruct (find_all known rest) as [others |]; [| discriminate].
    intro H. injection H as <-. intros d [<- | I]; [eapply ok; eauto | eapply IH; eauto].
Qed.

(** The lemma of each rule, in one place: a new rule is a case here. *)
Lemma derived_sound own region known all step c :
  (forall n c, PM.find n known = Some c -> In c all) ->
  (forall d, In d all -> holds g own region d) ->
  (forall d, In d all -> fits g own region d = true) ->
  derived g own known step = Some c -> fits g own region c = true -> holds g own region c.
Proof.
  intros known_ok all_hold all_fit. destruct step as [a b | i j spare | parts spare]; simpl.
  - intros H _. exact (neighbours_rule_sound g own region a b c H).
  - destruct (PM.find i known) as [ci |] eqn:I; [| discriminate].
    destruct (PM.find j known) as [cj |] eqn:J; [| discriminate].
    intros H fit. apply known_ok in I, J. eapply and_rule_sound; eauto.
  - destruct (find_all known parts) as [found |] eqn:F; [| discriminate].
    intros H fit. apply (find_all_in known all) in F; [| exact known_ok].
    eapply or_rule_sound; eauto.
Qed.

Lemma derive_incl own steps : forall number known all result,
  derive g own steps number known all = Some result -> incl all result.
Proof.
  induction steps as [| step rest IH]; intros number known all result; simpl.
  - intro H. injection H as <-. intros c I. exact I.
  - destruct (derived g own known step) as [c |]; [| discriminate].
    intro H. apply IH in H. intros d I. apply H. right. exact I.
Qed.

Lemma derive_sound own region steps : forall number known all result,
  derive g own steps number known all = Some result ->
  (forall c, In c result -> fits g own region c = true) ->
  (forall n c, PM.find n known = Some c -> In c all) ->
  (forall c, In c all -> holds g own region c) ->
  forall c, In c result -> holds g own region c.
Proof.
  induction steps as [| step rest IH]; intros number known all result; simpl.
  - intros H _ _ all_hold. injection H as <-. exact all_hold.
  - destruct (derived g own known step) as [c |] eqn:D; [| discriminate].
    intros H fit known_ok all_hold.
    pose proof (derive_incl _ _ _ _ _ _ H) as incl.
    apply (IH _ _ _ _ H fit).
    + intros n d F. destruct (Pos.eq_dec n number) as [-> | ne].
      * rewrite PM.gss in F. injection F as <-. left. reflexivity.
      * rewrite PM.gso in F; [right; eapply known_ok; eauto | exact ne].
    + intros d [<- | I]; [| auto].
      eapply derived_sound with (all := all); eauto.
      * intros d I. apply fit, incl. right. exact I.
      * apply fit, incl. left. reflexivity.
Qed.

Lemma name_linked own v : members own v -> linked (neighbours g) (members own) v (name g own v).
Proof.
  intro mine. unfold name. unfold members in mine. rewrite mine.
  destruct (PS.min_elt (hangs_together g own v)) as [r |] eqn:M; [| apply linked_start; exact mine].
  apply PS.min_elt_spec1 in M. eapply chain_sound; eauto.
Qed.

(** What a claim is worth: the winner joins the edges by stones on the cells of the claim though the loser moves
    first. *)
Definition with_stones (stones : vset) (V : vset) : vset :=
  fun v => v = edge1 g \/ v = edge2 g \/ stones v \/ V v.

Definition edges_joined (stones : vset) : target :=
  fun V => linked (neighbours g) (with_stones stones (fun v => members (cells g) v /\ V v)) (edge1 g) (edge2 g).

Lemma edges_joined_upward stones : upward (edges_joined stones).
Proof.
  intros A B AB. apply linked_mono. intros v H. unfold with_stones in *. specialize (AB v). tauto.
Qed.

Definition claim_holds (c : claim) : Prop :=
  safe (edges_joined (members (claim_stones c))) (members (claim_cells c)).

(** ** Connections *)

Lemma connection_holds stones steps c : connection_claim g stones steps = Some c -> claim_holds c.
Proof.
  unfold connection_claim, claim_holds. set (mine := from_list stones). set (own := PS.add _ _).
  assert (own_is : forall v V, members own v -> with_stones (members mine) V v).
  { intros v V. unfold own, with_stones. rewrite !members_add. tauto. }
  destruct (negb (PS.subset mine (cells g))); [discriminate |].
  destruct (derive g own steps 1 _ _) as [[| last others] |] eqn:D; [| | discriminate].
  - destruct (PS.mem (edge2 g) (hangs_together g own (edge1 g))) eqn:J; [| discriminate].
    intro H. injection H as <-. cbn [claim_stones claim_cells].
    apply safe_intro with (fun _ => False); [intros v [] | intro v; auto | | intros v []].
    apply linked_mono with (members own); [intros v; apply own_is |]. eapply chain_sound; eauto.
  - destruct (negb _ && _ && _ && _ && _) eqn:test; [| discriminate].
    intro H. apply some_injective in H. subst c. cbn [claim_stones claim_cells].
    apply andb_true_iff in test as [test fit]. rewrite forallb_forall in fit.
    apply andb_true_iff in test as [test _]. apply andb_true_iff in test as [test on_board].
    apply members_subset in on_board. apply andb_true_iff in test as [_ test].
    assert (H : holds g own (carrier last) last).
    { eapply derive_sound with (known := PM.empty _) (all := []); eauto.
      - intros n c F. rewrite PM.gempty in F. discriminate F.
      - intros c [].
      - left. reflexivity. }
    unfold joins_edges in test. apply andb_true_iff in test as [is_full ends_ok].
    assert (E : ends last (name g own (edge1 g)) (name g own (edge2 g))).
    { unfold ends. apply orb_true_iff in ends_ok as [ok | ok]; unbool; auto. }
    apply (ends_game _ neighbours_sym _ _ _ _ _ E) in H. unfold wins_game in H.
    unfold is_semi in is_full. destruct (key last); [discriminate is_full |].
    apply (safe_weaken _ _ H); [| intros v [M _]; exact M].
    intros V path.
    assert (edge_linked : forall e, members own e -> linked (neighbours g) (with_stones (members mine) (fun v => members (cells g) v /\ V v)) e (name g own e)).
    { intros e M. apply linked_mono with (members own); [intros v; apply own_is | apply name_linked, M]. }
    assert (e1 : members own (edge1 g)) by (apply members_add; auto).
    assert (e2 : members own (edge2 g)) by (apply members_add; right; apply members_add; auto).
    apply linked_trans with (name g own (edge1 g)); [apply edge_linked, e1 |].
    apply linked_trans with (name g own (edge2 g)); [| apply linked_sym; auto].
    apply linked_mono with (2 := path).
    intros v [M | [-> | [-> | [[M | F] R]]]].
    + apply own_is, M.
    + apply (linked_end (neighbours g) _ (edge1 g)). auto.
    + apply (linked_end (neighbours g) _ (edge2 g)). auto.
    + unfold with_stones. auto 6.
    + discriminate F.
Qed.

(** ** Answers *)

Lemma fold_union (l : list answer) (part : answer -> PS.t) : forall s v,
  members (fold_left (fun s a => PS.union s (part a)) l s) v <-> members s v \/ exists a, In a l /\ members (part a) v.
Proof.
  induction l as [| b l IH]; intros s v; simpl.
  - split; [auto |]. intros [I | (a & [] & _)]. exact I.
  - rewrite IH, members_union. split.
    + intros [[I | I] | (a & J & I)]; eauto.
    + intros [I | (a & [<- | J] & I)]; eauto.
Qed.

Lemma find_answers_sound known moves : forall answers, find_answers g known moves = Some answers ->
  (forall n c, PM.find n known = Some c -> claim_holds c) ->
  forall a, In a answers -> members (cells g) (move a) /\ ~ members (claim_cells (after a)) (move a) /\ claim_holds (after a).
Proof.
  intros answers found known_hold. revert answers found.
  induction moves as [| [m n] rest IH]; intros answers; simpl.
  - intro H. injection H as <-. intros a [].
  - destruct (PM.find n known) as [c |] eqn:F; [| discriminate].
    destruct (find_answers g known rest) as [others |]; [| discriminate].
    destruct (_ && _) eqn:test; [| discriminate].
    intro H. apply some_injective in H. subst answers. apply andb_true_iff in test as [on apart].
    apply negb_true_iff in apart.
    intros a [<- | I]; [| eapply IH; eauto]. simpl. split; [exact on |]. split; [apply not_members, apart | eapply known_hold; eauto].
Qed.

(** For every cell that the loser takes, some answer does not need it. *)
Lemma some_answer (first_answer : answer) rest v : ~ members (needed_by_all first_answer rest) v ->
  exists a, In a (first_answer :: rest) /\ ~ members (need a) v.
Proof.
  unfold needed_by_all. intro not_all.
  destruct (members_dec (need first_answer) v) as [I | I]; [| exists first_answer; split; [left; reflexivity | exact I]].
  assert (H : forall s, members s v -> ~ members (fold_left (fun s a => PS.inter s (need a)) rest s) v ->
    exists a, In a rest /\ ~ members (need a) v).
  { clear. induction rest as [| b rest IH]; intros s S N; simpl in N; [contradiction |].
    destruct (members_dec (need b) v) as [B | B]; [| exists b; split; [left; reflexivity | exact B]].
    destruct (IH (PS.inter s (need b))) as (a & A & M); [apply members_inter; auto | exact N |].
    exists a. split; [right; exact A | exact M]. }
  destruct (H _ I not_all) as (a & A & M). exists a. split; [right; exact A | exact M].
Qed.

Lemma answers_hold known moves c : answers_claim g known moves = Some c ->
  (forall n c, PM.find n known = Some c -> claim_holds c) -> claim_holds c.
Proof.
  unfold answers_claim, claim_holds. intros H known_hold.
  destruct (find_answers g known moves) as [[| a0 rest] |] eqn:F; [discriminate H | | discriminate H].
  destruct (_ && _) eqn:test in H; [| discriminate H]. apply some_injective in H. subst c.
  cbn [claim_stones claim_cells]. apply andb_true_iff in test as [none _].
  pose proof (find_answers_sound _ _ _ F known_hold) as sound. set (l := a0 :: rest) in *.
  assert (needed : forall a, In a l -> sub (members (need a)) (members (all_needs l))).
  { intros a I v N. unfold all_needs. apply fold_union. right. eauto. }
  assert (stones : forall a v, In a l -> members (claim_stones (after a)) v -> v = move a \/ members (all_stones l) v).
  { intros a v I S. destruct (Pos.eq_dec v (move a)) as [E | ne]; [left; exact E | right].
    unfold all_stones. apply fold_union. right. exists a. split; [exact I | apply members_remove; auto]. }
  (* What is won after an answer is won with its move. *)
  assert (step : forall a (V V' : vset), In a l -> V' (move a) -> sub V V' ->
    edges_joined (members (claim_stones (after a))) V -> edges_joined (members (all_stones l)) V').
  { intros a V V' I M VV'. apply linked_mono. intros v. unfold with_stones.
    intros [E | [E | [S | [B D]]]]; [auto | auto | | right; right; right; auto].
    destruct (stones a v I S) as [-> | A]; [| auto]. destruct (sound a I) as (B & _). auto. }
  apply safe_or; [apply edges_joined_upward | apply members_dec | |].
  - assert (I : In a0 l) by (left; reflexivity). destruct (sound a0 I) as (_ & _ & holds).
    apply (step a0 (members (claim_cells (after a0)))); [exact I | | | apply safe_all; [apply edges_joined_upward | exact holds]].
    + apply (needed a0 I), members_add. auto.
    + intros v C. apply (needed a0 I), members_add. auto.
  - intros b _. destruct (some_answer a0 rest b) as (a & I & untouched).
    { intro N. apply PS.is_empty_spec in none. exact (none _ N). }
    destruct (sound a I) as (_ & apart & holds).
    assert (M : members (need a) (move a)) by (apply members_add; auto).
    exists (Some (move a)), (members (need a)).
    split; [intros v E; injection E as <-; apply (needed a I), M |].
    split; [intro E; injection E as <-; exact (untouched M) |].
    split; [apply needed, I |]. split; [exact untouched |].
    apply (safe_weaken _ _ holds).
    + intros V. apply step; [exact I | right; reflexivity | intros v d; left; exact d].
    + intros v C. split; [apply members_add; auto | intro E; injection E as <-; exact (apart C)].
Qed.

(** ** Fill-in *)

Lemma members_diff s t v : members (PS.diff s t) v <-> members s v /\ ~ members t v.
Proof.
  apply PS.diff_spec.
Qed.

Lemma with_more_holds c more : claim_holds c -> claim_holds (with_more c more).
Proof.
  unfold claim_holds, with_more. intro holds. cbn [claim_stones claim_cells].
  apply (safe_gift (members more) (members_dec more)) in holds; [| apply edges_joined_upward].
  apply (safe_weaken _ _ holds).
  - intros V. apply linked_mono. intros v. unfold with_stones, union. rewrite members_union. tauto.
  - intros v [C N]. apply members_diff. auto.
Qed.

Lemma not_missed_sound own region b (X : vset) :
  not_missed g own region b = true -> sub (members own) X -> sub X (fun v => members own v \/ members region v) ->
  forall u v, X u -> X v -> linked (neighbours g) (fun w => X w \/ w = b) u v -> linked (neighbours g) X u v.
Proof.
  intros test own_X X_inside. apply linked_around; [exact neighbours_sym |].
  intros u w Xu Xw near_u near_w. unfold not_missed in test. rewrite forallb_forall in test.
  assert (kept : forall v, X v -> In v (neighbours g b) ->
    In v (filter (fun w => PS.mem w own || PS.mem w region) (neighbours g b))).
  { intros v Xv near. apply filter_In. split; [exact near |]. apply orb_true_iff. exact (X_inside v Xv). }
  specialize (test u (kept u Xu near_u)). rewrite forallb_forall in test. specialize (test w (kept w Xw near_w)).
  apply linked_mono with (members (PS.add u (PS.add w own))); [| eapply chain_sound; exact test].
  intros v. rewrite !members_add. intros [-> | [-> | I]]; auto.
Qed.

Lemma take_back_holds c p d : take_back g c p = Some d -> claim_holds c -> claim_holds d.
Proof.
  destruct p as [a b]. unfold take_back. set (both := PS.add a _). set (stones := PS.diff _ _).
  set (region := PS.union _ _). set (own := PS.add (edge1 g) _).
  destruct (_ && _ && _ && _) eqn:test; [| discriminate].
  intros H holds. apply some_injective in H. subst d. unfold claim_holds in *. cbn [claim_stones claim_cells].
  apply andb_true_iff in test as [test dead_a]. apply andb_true_iff in test as [test dead_b].
  apply andb_true_iff in test as [on_board differ]. apply negb_true_iff, Pos.eqb_neq in differ.
  apply members_subset in on_board.
  assert (in_both : forall v, members both v <-> v = a \/ v = b).
  { intro v. unfold both. rewrite !members_add. pose proof (members_empty v). tauto. }
  assert (own_is : forall v, members own v <-> v = edge1 g \/ v = edge2 g \/ members stones v).
  { intro v. unfold own. rewrite !members_add. tauto. }
  assert (stones_is : forall v, members stones v <-> members (claim_stones c) v /\ ~ members both v).
  { intro v. apply members_diff. }
  assert (in_region : forall v, members region v <-> members (claim_cells c) v \/ members both v).
  { intro v. apply members_union. }
  (* Won with the pair given, where only the cells of the claim count; *)
  apply safe_within in holds; [| apply edges_joined_upward].
  apply (safe_gift (members both) (members_dec both)) in holds; [| intros A B AB; apply edges_joined_upward; intros v [I C]; auto].
  (* beside it the winner takes one cell of the pair; *)
  assert (up1 : upward (fun V => edges_joined (members (claim_stones c))
    (fun v => union V (members both) v /\ members (claim_cells c) v))).
  { intros A B AB. apply edges_joined_upward. intros v [[I | I] C]; unfold union; auto. }
  assert (up2 : upward (fun V => V a \/ V b)) by (intros A B AB [I | I]; auto).
  assert (apart : forall v, minus (members (claim_cells c)) (members both) v -> v = a \/ v = b -> False).
  { intros v [_ no] P. apply no, in_both, P. }
  pose proof (safe_both _ _ holds up1 _ _ (safe_pair a b differ) up2 apart) as game.
  apply safe_within in game.
  2: { intros A B AB [J P]. split; [exact (up1 A B AB J) | exact (up2 A B AB P)]. }
  (* and the other is not missed. *)
  eapply safe_weaken; [exact game | |].
  - intros V [path one].
    set (W := fun v => V v /\ union (minus (members (claim_cells c)) (members both)) (fun v => v = a \/ v = b) v) in *.
    assert (W_region : sub W (members region)).
    { intros v [_ [[C _] | P]]; apply in_region; [left; exact C | right; apply in_both, P]. }
    assert (lose : forall kept gone, kept = a /\ gone = b \/ kept = b /\ gone = a -> W kept ->
      not_missed g (PS.add kept own) region gone = true -> edges_joined (members stones) V).
    { intros kept gone which hers dead.
      set (X := fun v => members own v \/ W v /\ members (cells g) v).
      assert (kept_on : members (cells g) kept) by (apply on_board, in_both; destruct which as [[-> _] | [-> _]]; auto).
      assert (joined : linked (neighbours g) X (edge1 g) (edge2 g)).
      { apply not_missed_sound with (PS.add kept own) region gone; auto.
        - intros v M. apply members_add in M as [-> | M]; unfold X; auto.
        - intros v [M | [M _]]; [left; apply members_add; auto | right; apply W_region, M].
        - left. apply own_is. auto.
        - left. apply own_is. auto.
        - apply linked_mono with (2 := path). intros v. unfold with_stones, union.
          assert (given : members both v -> X v \/ v = gone).
          { intro P. apply in_both in P. destruct which as [[-> ->] | [-> ->]], P as [-> | ->]; unfold X; auto. }
          intros [E | [E | [S | (B & [I | I] & C)]]].
          + left. left. apply own_is. auto.
          + left. left. apply own_is. auto.
          + destruct (members_dec both v) as [P | P]; [apply given, P |].
            left. left. apply own_is. right. right. apply stones_is. auto.
          + left. right. auto.
          + apply given, I. }
      apply linked_mono with (2 := joined). intros v. unfold X, with_stones, W. rewrite own_is. tauto. }
    destruct one as [one | one]; [apply (lose a b) | apply (lose b a)]; auto.
  - intros v [[C _] | P]; apply in_region; [left; exact C | right; apply in_both, P].
Qed.

Lemma fill_holds known n more pairs c : fill_claim g known n more pairs = Some c ->
  (forall n c, PM.find n known = Some c -> claim_holds c) -> claim_holds c.
Proof.
  unfold fill_claim. intros H known_hold. destruct (PM.find n known) as [d |] eqn:F; [| discriminate H].
  destruct (PS.subset _ _); [| discriminate H].
  assert (holds : claim_holds (with_more d (from_list more))) by (eapply with_more_holds, known_hold; eauto).
  revert H holds. generalize (with_more d (from_list more)). induction pairs as [| p rest IH]; simpl; intros e.
  - intro H. apply some_injective in H. subst e. auto.
  - destruct (take_back g e p) as [f |] eqn:T; [| discriminate].
    intros H holds. apply (IH f H). eapply take_back_holds; eauto.
Qed.

(** The lemma of each kind of node, in one place. *)
Lemma node_holds known n c : node_claim g known n = Some c ->
  (forall n c, PM.find n known = Some c -> claim_holds c) -> claim_holds c.
Proof.
  destruct n as [stones steps | moves | n more pairs]; simpl; intros H known_hold.
  - eapply connection_holds; eauto.
  - eapply answers_hold; eauto.
  - eapply fill_holds; eauto.
Qed.

Lemma claims_hold l : forall number known result, claims g l number known = Some result ->
  (forall n c, PM.find n known = Some c -> claim_holds c) ->
  forall n c, PM.find n result = Some c -> claim_holds c.
Proof.
  induction l as [| node rest IH]; intros number known result; simpl.
  - intro H. injection H as <-. auto.
  - destruct (node_claim g known node) as [claim |] eqn:N; [| discriminate].
    intros H known_hold. apply (IH _ _ _ H). intros n c F. destruct (Pos.eq_dec n number) as [-> | ne].
    + rewrite PM.gss in F. injection F as <-. eapply node_holds; eauto.
    + rewrite PM.gso in F by exact ne. eauto.
Qed.

End Claims.
