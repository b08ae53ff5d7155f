# Reads texts with std/uri of Nim.
#
# Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
import std/[strutils, uri]

proc encode(value: string): string = value.toHex.toLowerAscii

proc answer(text: string): string =
  try:
    let u = parseUri(text)
    [ "1", encode(u.scheme), encode(u.hostname), (if u.port == "": "-" else: encode(u.port)),
      encode(u.path), encode(u.username) ].join("\t")
  except CatchableError as e:
    "0\t" & encode(e.msg)

echo "= ", NimVersion
for line in stdin.lines:
  echo answer(parseHexStr(line))
