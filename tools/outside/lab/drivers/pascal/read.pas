{ Reads texts with URIParser of Free Pascal.

  Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md. }
{$mode objfpc}{$H+}
program Reader;

uses SysUtils, URIParser;

function Decode(const Line: string): string;
var i: Integer;
begin
  SetLength(Result, Length(Line) div 2);
  for i := 1 to Length(Result) do
    Result[i] := Chr(StrToInt('$' + Copy(Line, 2 * i - 1, 2)));
end;

function Encode(const Value: string): string;
var i: Integer;
begin
  Result := '';
  for i := 1 to Length(Value) do
    Result := Result + LowerCase(IntToHex(Ord(Value[i]), 2));
end;

function Port(Number: Word): string;
begin
  if Number = 0 then Result := '-' else Result := Encode(IntToStr(Number));
end;

function Answer(const Text: string): string;
var u: TURI;
begin
  try
    u := ParseURI(Text, False);
    Result := '1' + #9 + Encode(u.Protocol) + #9 + Encode(u.Host) + #9 + Port(u.Port) + #9 +
      Encode(u.Path + u.Document) + #9 + Encode(u.Username);
  except
    on E: Exception do Result := '0' + #9 + Encode(E.Message);
  end;
end;

var Line: string;
begin
  WriteLn('= ', {$I %FPCVERSION%});
  while not EOF do
  begin
    ReadLn(Line);
    WriteLn(Answer(Decode(Trim(Line))));
  end;
end.
