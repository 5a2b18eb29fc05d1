(** Says on what the theorem rests, and writes the checker as an OCaml program. Only the plain data types of the library
    are mapped to those of OCaml: numbers stay binary numbers of Coq. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Hexwright Require Import Strategy Example.

Print Assumptions check_sound.
Print Assumptions b2_wins.

(* Coq remarks that functions of its own library are defined by proofs that it looks into. *)
Set Warnings "-extraction-opaque-accessed".
Extraction Language OCaml.
Extraction "core.ml" check.
