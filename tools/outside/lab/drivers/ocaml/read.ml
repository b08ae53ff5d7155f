(* Reads texts with the library uri.

   Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md. *)

let decode line =
  String.init (String.length line / 2) (fun i -> Char.chr (int_of_string ("0x" ^ String.sub line (2 * i) 2)))

let encode s = String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq s)))
let field = function None -> "-" | Some s -> encode s

let answer text =
  let u = Uri.of_string text in
  String.concat "\t"
    [ "1"; field (Uri.scheme u); field (Uri.host u); field (Option.map string_of_int (Uri.port u));
      encode (Uri.path u); field (Uri.user u); encode (Uri.to_string u) ]

let () =
  print_endline ("= with OCaml " ^ Sys.ocaml_version);
  try
    while true do
      let line = String.trim (input_line stdin) in
      print_endline (try answer (decode line) with e -> "0\t" ^ encode (Printexc.to_string e))
    done
  with End_of_file -> ()
