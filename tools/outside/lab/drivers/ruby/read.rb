# Reads texts with Ruby: "uri", "rfc2396" or "addressable".
#
# Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
require 'uri'

def encode(value)
  value.nil? ? '-' : value.to_s.unpack1('H*')
end

def fields(u)
  path = u.path
  path = u.opaque if path.nil? && u.respond_to?(:opaque)
  [u.scheme, u.host, u.port, path, u.userinfo, u]
end

name = ARGV[0]
case name
when 'uri'
  version = "#{RUBY_VERSION}, uri #{URI::VERSION}"
  parse = URI::DEFAULT_PARSER.is_a?(URI::RFC2396_Parser) ? URI::RFC3986_Parser.new.method(:parse) : URI.method(:parse)
when 'rfc2396'
  version = RUBY_VERSION
  parse = URI::RFC2396_Parser.new.method(:parse)
when 'addressable'
  require 'addressable/uri'
  version = Addressable::VERSION::STRING
  parse = Addressable::URI.method(:parse)
end

puts "= #{version}"
STDIN.each_line do |line|
  begin
    text = [line.chomp].pack('H*').force_encoding('UTF-8')
    puts "1\t#{fields(parse.call(text)).map { |v| encode(v) }.join("\t")}"
  rescue StandardError => e
    puts "0\t#{encode("#{e.class}: #{e.message}")}"
  end
end
