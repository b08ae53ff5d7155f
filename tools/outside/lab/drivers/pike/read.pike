// Reads texts with Standards.URI of Pike.
//
// Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
string encode(mixed value) {
	if (zero_type(value) || value == 0 || value == "")
		return value == "" ? "" : "-";
	return String.string2hex(string_to_utf8((string)value));
}

string answer(string text) {
	mixed err = catch {
		Standards.URI u = Standards.URI(text);
		return ({"1", encode(u->scheme), encode(u->host), encode(u->port), encode(u->path), encode(u->user), encode((string)u)}) * "\t";
	};
	return "0\t" + encode(String.trim_all_whites(describe_error(err)));
}

int main() {
	string line;
	write("= %s\n", version());
	while (line = Stdio.stdin->gets())
		write("%s\n", answer(utf8_to_string(String.hex2string(line))));
}
