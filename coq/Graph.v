(** Paths in a finite graph, and how the checker finds out what hangs together.

    The vertices are the cells of the board and the winner's two edges. [nb] lists the neighbours of a vertex.
    [linked X u v] says that a path from [u] to [v] stays within [X]. *)

From Coq Require Import PArith List Bool MSetPositive.
From Hexwright Require Import Game.
Import ListNotations.

Module PS := MSetPositive.PositiveSet.

(** A computed set, as a property. *)
Definition members (s : PS.t) : vset := fun v => PS.mem v s = true.

Lemma members_dec (s : PS.t) : decidable (members s).
Proof.
  intro v. unfold members. destruct (PS.mem v s); auto.
Qed.

Lemma members_add (v w : vertex) (s : PS.t) : members (PS.add v s) w <-> w = v \/ members s w.
Proof.
  apply PS.add_spec.
Qed.

Section Graph.

Variable nb : vertex -> list vertex.
Hypothesis nb_sym : forall u v, In v (nb u) -> In u (nb v).

Inductive linked (X : vset) (u : vertex) : vertex -> Prop :=
| linked_start : X u -> linked X u u
| linked_step v w : linked X u v -> In w (nb v) -> X w -> linked X u w.

Lemma linked_end X u v : linked X u v -> X v.
Proof.
  destruct 1; auto.
Qed.

Lemma linked_mono (X Y : vset) u v : sub X Y -> linked X u v -> linked Y u v.
Proof.
  intros XY path. induction path.
  - apply linked_start. auto.
  - eapply linked_step; eauto.
Qed.

Lemma linked_trans X u v w : linked X u v -> linked X v w -> linked X u w.
Proof.
  intros first second. induction second; [auto |]. eapply linked_step; eauto.
Qed.

Lemma linked_sym X u v : linked X u v -> linked X v u.
Proof.
  intro path. induction path as [start | v w path IH step inside].
  - apply linked_start, start.
  - apply linked_trans with v; [| exact IH].
    apply linked_step with w; [apply linked_start, inside | apply nb_sym, step | apply linked_end in path; exact path].
Qed.

(** A vertex can be taken out of a set if those of its neighbours that remain are all linked to one vertex
    without it. *)
Lemma linked_without (X : vset) c b : 
  (forall w, X w -> In w (nb c) -> linked X b w) ->
  forall u v, X u -> X v -> linked (fun w => X w \/ w = c) u v -> linked X u v.
Proof.
  intros round u v Xu Xv path.
  assert (either : linked X u v \/ v = c /\ exists w, linked X u w /\ In w (nb c)).
  { clear Xv. induction path as [| v w path IH step inside]; [left; apply linked_start; exact Xu |].
    destruct IH as [before | (-> & w' & before & beside)].
    - destruct inside as [Xw | ->]; [left; apply linked_step with v; auto |].
      right. split; [reflexivity |]. exists v. split; [exact before | apply nb_sym, step].
    - destruct inside as [Xw | ->]; [left | right; eauto].
      apply linked_trans with w'; [exact before |].
      apply linked_trans with b; [apply linked_sym |]; apply round; auto.
      apply linked_end in before. exact before. }
  destruct either as [done | (-> & w & before & beside)]; [exact done |].
  apply linked_step with w; auto.
Qed.

(** A vertex is not missed if those of its neighbours that remain are linked to each other without it. *)
Lemma linked_around (X : vset) c :
  (forall u w, X u -> X w -> In u (nb c) -> In w (nb c) -> linked X u w) ->
  forall u v, X u -> X v -> linked (fun w => X w \/ w = c) u v -> linked X u v.
Proof.
  intros round u v Xu Xv path.
  assert (either : linked X u v \/ v = c /\ exists w, linked X u w /\ In w (nb c)).
  { clear Xv. induction path as [| v w path IH step inside]; [left; apply linked_start; exact Xu |].
    destruct IH as [before | (-> & w' & before & beside)].
    - destruct inside as [Xw | ->]; [left; apply linked_step with v; auto |].
      right. split; [reflexivity |]. exists v. split; [exact before | apply nb_sym, step].
    - destruct inside as [Xw | ->]; [left | right; eauto].
      apply linked_trans with w'; [exact before |]. apply round; auto. apply linked_end in before. exact before. }
  destruct either as [done | (-> & w & before & beside)]; [exact done |].
  apply linked_trans with w; [exact before |]. apply linked_end in before as Xw.
  (* Here the path ends at the vertex itself, which remains then. *)
  apply linked_step with w; [apply linked_start, Xw | apply nb_sym, beside | exact Xv].
Qed.

(** What hangs together with the vertices [todo] within [allowed]; [seen] is known already. The result is sound
    for any [fuel]. *)
Fixpoint flood (allowed : PS.t) (fuel : nat) (todo : list vertex) (seen : PS.t) : PS.t :=
  match fuel, todo with
  | S fuel, v :: rest =>
      if PS.mem v seen then flood allowed fuel rest seen
      else if PS.mem v allowed then flood allowed fuel (nb v ++ rest) (PS.add v seen)
      else flood allowed fuel rest seen
  | _, _ => seen
  end.

Lemma flood_sound allowed u fuel : forall todo seen,
  (forall v, In v todo -> members allowed v -> linked (members allowed) u v) ->
  (forall v, members seen v -> linked (members allowed) u v) ->
  forall v, members (flood allowed fuel todo seen) v -> linked (members allowed) u v.
Proof.
  induction fuel as [| fuel IH]; intros todo seen todo_ok seen_ok; [exact seen_ok |].
  destruct todo as [| t rest]; [exact seen_ok |]. simpl.
  assert (rest_ok : forall v, In v rest -> members allowed v -> linked (members allowed) u v).
  { intros v later. apply todo_ok. right. exact later. }
  destruct (PS.mem t seen); [apply IH; auto |].
  destruct (PS.mem t allowed) eqn:own; [| apply IH; auto].
  assert (reached : linked (members allowed) u t) by (apply todo_ok; [left; reflexivity | exact own]).
  apply IH.
  - intros v later inside. apply in_app_or in later as [beside | later]; [| apply rest_ok; auto].
    apply linked_step with t; auto.
  - intros v known. apply members_add in known as [-> | known]; auto.
Qed.

(** The chain of a vertex within a set. *)
Definition chain (fuel : nat) (allowed : PS.t) (u : vertex) : PS.t := flood allowed fuel [u] PS.empty.

Lemma chain_sound fuel allowed u v : members (chain fuel allowed u) v -> linked (members allowed) u v.
Proof.
  apply flood_sound.
  - intros w [-> | none] inside; [apply linked_start; exact inside | destruct none].
  - intros w none. discriminate none.
Qed.

End Graph.
