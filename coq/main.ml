(* Reads strategy files as docs/reference/strategy-format.md says, and asks the proved checker (core.ml, extracted from
   Coq).

   The theorem is about the header's position, so its first six lines are all that must be read rightly to
   believe an answer. The nodes are evidence: no way to misread them makes the checker accept a false claim. *)

exception Refused of string

type cursor = { text : string; mutable at : int; mutable columns : int; mutable rows : int }

let refuse expected = raise (Refused ("expected " ^ expected))
let peek c = if c.at < String.length c.text then c.text.[c.at] else '\000'
let skip c = c.at <- c.at + 1

let looking_at c word =
  let n = String.length word in
  c.at + n <= String.length c.text && String.sub c.text c.at n = word

let accept c word =
  let found = looking_at c word in
  if found then c.at <- c.at + String.length word;
  found

let expect c word = if not (accept c word) then refuse (Printf.sprintf "%S" word)
let is_digit ch = ch >= '0' && ch <= '9'

(* Up to nine digits, no leading zero. *)
let number c =
  let start = c.at in
  let value = ref 0 in
  while c.at - start < 10 && is_digit (peek c) do
    value := (10 * !value) + Char.code (peek c) - Char.code '0';
    skip c
  done;
  let digits = c.at - start in
  if digits = 0 || digits > 9 || (digits > 1 && c.text.[start] = '0') then refuse "a number";
  !value

(* Column and row, from 0. *)
let cell c =
  let column = Char.code (peek c) - Char.code 'a' in
  if column < 0 || column >= c.columns then refuse "a cell of the board";
  skip c;
  let row = number c in
  if row < 1 || row > c.rows then refuse "a cell of the board";
  (column, row - 1)

let rec positive n =
  if n = 1 then Core.XH else if n land 1 = 0 then Core.XO (positive (n / 2)) else Core.XI (positive (n / 2))

let natural n = if n = 0 then Core.N0 else Core.Npos (positive n)

(* The numbers of Board.v: the edges are 1 and 2, the cells follow row by row. Small ones are made once. *)
let small = Array.init 512 (fun n -> positive (n + 1))
let numbered n = if n < 512 then small.(n) else positive (n + 1)
let vertex c (column, row) = small.(2 + column + (row * c.columns))
let cell_vertex c = vertex c (cell c)

let end_vertex c = if accept c "<" then small.(0) else if accept c ">" then small.(1) else cell_vertex c

(* Cells, each after a space, none twice. *)
let cells c =
  let seen = Array.make (c.columns * c.rows) false in
  let rec next found =
    let before = c.at in
    if accept c " " && peek c <> ':' then begin
      let (column, row) = cell c in
      let index = column + (row * c.columns) in
      if seen.(index) then refuse "each cell once";
      seen.(index) <- true;
      next ((column, row) :: found)
    end
    else begin
      c.at <- before;
      List.rev found
    end
  in
  next []

let color c = if accept c "black" then Core.Black else if accept c "white" then Core.White else refuse "a color"

let many c mark item =
  let rec next found = if accept c mark then next (item c :: found) else List.rev found in
  next []

let captured c =
  let by_end = end_vertex c in
  expect c ":";
  let spare_cell = cell_vertex c in
  let partner = if accept c ":" then Some (cell_vertex c) else None in
  { Core.by_end; spare_cell; partner }

let step c =
  if peek c = '|' then begin
    let parts = many c "|" (fun c -> numbered (number c)) in
    let spare = many c "!" captured in
    Core.Or (parts, spare)
  end
  else if is_digit (peek c) then begin
    let left = numbered (number c) in
    expect c "&";
    let right = numbered (number c) in
    let spare = many c "!" captured in
    Core.And (left, right, spare)
  end
  else begin
    let x = end_vertex c in
    expect c "-";
    Core.Neighbours (x, end_vertex c)
  end

let answer c =
  let move = cell_vertex c in
  expect c ":";
  (move, numbered (number c))

let pair c =
  let first = cell_vertex c in
  expect c ":";
  (first, cell_vertex c)

let node c =
  if accept c "f " then begin
    let filled = numbered (number c) in
    let more = List.map (vertex c) (cells c) in
    expect c " :";
    let pairs = many c " " pair in
    expect c "\n";
    Core.Fill (filled, more, pairs)
  end
  else if accept c "c" then begin
    let stones = List.map (vertex c) (cells c) in
    expect c " :";
    let steps = many c " " step in
    expect c "\n";
    Core.Connection (stones, steps)
  end
  else begin
    expect c "a";
    let answers = many c " " answer in
    if answers = [] then refuse "an answer";
    expect c "\n";
    Core.Answers answers
  end

let rec nodes c kinds found =
  if List.exists (looking_at c) kinds then nodes c kinds (node c :: found) else List.rev found

(* FNV-1a, 64 bits, of the bytes before a place. *)
let hash text length =
  let value = ref 0xcbf29ce484222325L in
  for i = 0 to length - 1 do
    value := Int64.mul (Int64.logxor !value (Int64.of_int (Char.code (String.unsafe_get text i)))) 0x100000001b3L
  done;
  Printf.sprintf "%016Lx" !value

let field c name value =
  expect c name;
  let found = value c in
  expect c "\n";
  found

let natural_cell (column, row) = (natural column, natural row)

let file c =
  expect c "hexwright strategy ";
  let kinds = if accept c "1" then [ "c"; "a" ] else (expect c "2"; [ "c"; "a"; "f" ]) in
  expect c "\n";
  expect c "board ";
  let side () =
    let n = number c in
    if n < 1 || n > 19 then refuse "1 to 19 columns and rows";
    n
  in
  c.columns <- side ();
  expect c "x";
  c.rows <- side ();
  expect c "\n";
  let black = List.map natural_cell (field c "black" cells) in
  let white = List.map natural_cell (field c "white" cells) in
  let to_move = field c "to-move " color in
  let winner = field c "winner " color in
  let nodes = nodes c kinds [] in
  expect c "root ";
  let first = if is_digit (peek c) then None else Some (cell_vertex c) in
  if first <> None then expect c ":";
  let root = numbered (number c) in
  expect c "\n";
  let sum = hash c.text c.at in
  expect c "check ";
  if not (accept c (sum ^ "\n")) then refuse ("the check sum " ^ sum);
  if c.at <> String.length c.text then refuse "the end of the file";
  { Core.columns = natural c.columns; rows = natural c.rows; black; white; to_move; winner; nodes; first; root }

let line_of c =
  let line = ref 1 in
  String.iteri (fun i ch -> if i < c.at && ch = '\n' then incr line) c.text;
  !line

(* One line for a file, and whether it is accepted. *)
let judge text =
  let c = { text; at = 0; columns = 0; rows = 0 } in
  match file c with
  | exception Refused why -> (Printf.sprintf "refused: line %d: %s" (line_of c) why, false)
  | exception Stack_overflow -> ("refused: a line is too long", false)
  | file -> (
      let name = function Core.Black -> "black" | Core.White -> "white" in
      match Core.check file with
      | true -> (Printf.sprintf "holds: %s wins, %s to move" (name file.winner) (name file.to_move), true)
      | false -> ("refused: a claim does not hold", false)
      | exception Stack_overflow -> ("refused: a line is too long", false))

let read name =
  let channel = open_in_bin name in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] | [ "--help" ] ->
      print_endline "usage: checker FILE...\nSays of each strategy file whether it holds. Exit code 0: all hold; 1: one is refused; 2: one cannot be read.";
      exit (if Array.length Sys.argv > 1 then 0 else 2)
  | names ->
      let code = ref 0 in
      let check_file name =
        match read name with
        | exception (Sys_error _ | End_of_file | Invalid_argument _) ->
            Printf.printf "unreadable: %s\n%!" name;
            code := 2
        | text ->
            let line, holds = judge text in
            print_endline line;
            if not holds then code := max !code 1
      in
      List.iter check_file names;
      exit !code
