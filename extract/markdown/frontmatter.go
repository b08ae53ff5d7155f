package markdown

import "strings"

// frontMatter returns the length of what stands before the document proper and
// says things of it, in YAML between lines "---" or in TOML between lines "+++";
// 0 if there is none. What follows the first line must be such a thing: "---" is
// also how a line across the page is written.
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

// isEntry reports whether a line between such fences begins with a key, or is a
// comment or the name of a table of TOML.
func isEntry(line, fence string) bool {
	if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "[") && fence == "+++" {
		return true
	}
	end := strings.IndexAny(line, ":=")
	return end > 0 && !strings.ContainsAny(strings.TrimRight(line[:end], " "), " \t")
}
