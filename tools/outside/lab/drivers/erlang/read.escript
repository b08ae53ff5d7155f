#!/usr/bin/env escript
%% Reads texts with uri_string:parse of Erlang.
%%
%% Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
-mode(compile).

encode(Value) when is_integer(Value) -> encode(integer_to_binary(Value));
encode(Value) -> binary:encode_hex(Value).

field(Key, Parts) ->
    case maps:find(Key, Parts) of
        {ok, undefined} -> "-";
        {ok, Value} -> encode(Value);
        error -> "-"
    end.

answer(Text) ->
    case uri_string:parse(Text) of
        {error, Reason, Term} ->
            ["0\t", encode(iolist_to_binary(io_lib:format("~p: ~p", [Reason, Term])))];
        Parts ->
            lists:join("\t", ["1" | [field(K, Parts) || K <- [scheme, host, port, path, userinfo]]])
    end.

loop() ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            file:write(standard_io, [answer(binary:decode_hex(string:trim(Line))), "\n"]),
            loop()
    end.

main(_) ->
    io:setopts(standard_io, [binary]),
    io:format("= OTP ~s~n", [erlang:system_info(otp_release)]),
    loop().
