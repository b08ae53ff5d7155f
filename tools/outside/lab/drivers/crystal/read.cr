# Reads texts with URI of Crystal.
#
# Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
require "uri"

def encode(value)
  value.nil? ? "-" : value.to_s.to_slice.hexstring
end

puts "= #{Crystal::VERSION}"
STDIN.each_line do |line|
  begin
    u = URI.parse(String.new(line.hexbytes))
    puts "1\t" + [u.scheme, u.host, u.port, u.path, u.user, u].map { |v| encode(v) }.join("\t")
  rescue e
    puts "0\t" + encode(e.message)
  end
end
