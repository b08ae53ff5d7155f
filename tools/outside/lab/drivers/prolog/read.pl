% Reads texts with uri_components of SWI-Prolog.
%
% Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
:- use_module(library(uri)).
:- initialization(main, main).

main(_) :-
    current_prolog_flag(version, V), format("= ~w~n", [V]),
    set_stream(user_input, encoding(octet)), loop.

loop :-
    read_line_to_string(user_input, Line),
    ( Line == end_of_file -> true ; answer(Line), loop ).

answer(Line) :-
    hex_bytes(Line, Bytes),
    catch(( phrase(utf8_codes(Codes), Bytes), atom_codes(Text, Codes), fields(Text, Fields) ), E, true),
    ( var(E) -> atomic_list_concat(['1'|Fields], '\t', Out)
    ; message_to_codes(E, Reason), atomic_list_concat(['0', Reason], '\t', Out) ),
    writeln(Out).

message_to_codes(E, Hex) :- term_to_atom(E, A), encode(A, Hex).

fields(Text, [S, H, P, Path, U]) :-
    uri_components(Text, C),
    uri_data(scheme, C, S0), field(S0, S),
    uri_data(path, C, P0), field(P0, Path),
    uri_data(authority, C, A),
    ( var(A) -> H = '-', P = '-', U = '-'
    ; uri_authority_components(A, D),
      uri_authority_data(host, D, H0), field(H0, H),
      uri_authority_data(port, D, N), field(N, P),
      uri_authority_data(user, D, U0), field(U0, U) ).

field(V, '-') :- var(V), !.
field(V, Hex) :- encode(V, Hex).

encode(V, Hex) :-
    atom_codes(V, Codes), phrase(utf8_codes(Codes), Bytes),
    maplist([B, A]>>format(atom(A), '~|~`0t~16r~2+', [B]), Bytes, List),
    atomic_list_concat(List, Hex).

hex_bytes(Line, Bytes) :- string_codes(Line, Codes), pairs(Codes, Bytes).
pairs([A, B|T], [V|R]) :- !, code_type(A, xdigit(X)), code_type(B, xdigit(Y)), V is X * 16 + Y, pairs(T, R).
pairs(_, []).

:- use_module(library(utf8)).
:- use_module(library(readutil)).
:- use_module(library(yall)).
