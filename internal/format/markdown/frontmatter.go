package markdown

import "strings"

// frontMatter returns the length of the front matter, or 0. It is metadata in
// YAML between lines "---", or in TOML between lines "+++". The second line
// must be an entry, because "---" is also a thematic break.
func frontMatter(text string) int {
	first, rest, _ := strings.Cut(text, "\n")
	fence := strings.TrimRight(first, " \t\r")
	if fence != "---" && fence != "+++" {
		return 0
	}
	n := len(first) + 1
	for i := 0; rest != ""; i++ {
		line, behind, _ := strings.Cut(rest, "\n")
		n, rest = min(n+len(line)+1, len(text)), behind
		line = strings.TrimRight(line, " \t\r")
		switch {
		case line == fence || fence == "---" && line == "...":
			return n
		case i == 0 && !isEntry(line, fence):
			return 0
		}
	}
	return 0
}

// isEntry reports whether a line of front matter begins with a key, or is a
// comment or the name of a TOML table.
func isEntry(line, fence string) bool {
	if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "[") && fence == "+++" {
		return true
	}
	end := strings.IndexAny(line, ":=")
	return end > 0 && !strings.ContainsAny(strings.TrimRight(line[:end], " "), " \t")
}
