# Reads texts with Elixir: "parse" (URI.parse) or "new" (URI.new).
#
# Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
encode = fn
  nil -> "-"
  value -> Base.encode16(to_string(value), case: :lower)
end

read =
  case System.argv() do
    ["parse"] -> fn text -> URI.parse(text) end
    ["new"] -> fn text -> URI.new!(text) end
  end

IO.puts("= " <> System.version())

for line <- IO.stream(:stdio, :line) do
  try do
    u = read.(Base.decode16!(String.trim(line), case: :mixed))
    user = u.userinfo && hd(String.split(u.userinfo, ":", parts: 2))
    fields = [u.scheme, u.host, u.port, u.path, user, u]
    IO.puts(Enum.join(["1" | Enum.map(fields, encode)], "\t"))
  rescue
    e -> IO.puts("0\t" <> encode.(Exception.message(e)))
  end
end
