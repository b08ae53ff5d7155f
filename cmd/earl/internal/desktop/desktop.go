// Package desktop makes a program the default program of a desktop for URLs of some
// schemes, on systems that follow freedesktop.org.
//
//	h := desktop.Handler{DataHome: data, ConfigHome: config, Command: []string{"/usr/bin/earl", "handler", "open"}}
//	for _, c := range h.Install([]string{"gopher", "ftp"}) {
//		if err := c.Write(); err != nil {
//			return err
//		}
//	}
//
// Install writes an application file and puts it first in the user's list of default
// programs for each scheme. Programs that were in the list stay there, after it, so
// Remove leaves the list as it was.
//
// It follows the Desktop Entry Specification 1.5 and the Association between MIME types
// and applications 1.0.1. It starts no program.
package desktop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/earl-url/earl/internal/outfile"
)

// EntryName is the name of the application file.
const EntryName = "earl-handler.desktop"

// A Handler is the association of a program with schemes, in the directories of a user.
type Handler struct {
	DataHome   string // $XDG_DATA_HOME
	ConfigHome string // $XDG_CONFIG_HOME
	// Command is the program, by its absolute path, and its first arguments. The URL
	// follows them.
	Command []string
}

// A Change is a file with its new content.
type Change struct {
	Path   string
	Text   string
	Remove bool // the file is removed
}

// EntryPath returns the path of the application file.
func (h *Handler) EntryPath() string {
	return filepath.Join(h.DataHome, "applications", EntryName)
}

// ListPath returns the path of the user's list of default programs.
func (h *Handler) ListPath() string { return filepath.Join(h.ConfigHome, "mimeapps.list") }

// Install returns the changes that make the program the default for schemes, in addition
// to the schemes of an earlier Install. It returns no change for a file that is already
// right.
func (h *Handler) Install(schemes []string) ([]Change, error) {
	command, err := execLine(h.Command)
	if err != nil {
		return nil, err
	}
	earlier, err := h.Schemes()
	if err != nil {
		return nil, err
	}
	schemes = slices.Concat(earlier, schemes)
	slices.Sort(schemes)
	schemes = slices.Compact(schemes)
	entry := entryText(command, schemes)
	list, err := h.list()
	if err != nil {
		return nil, err
	}
	edited := removeEntry(list)
	for _, s := range schemes {
		edited = addEntry(edited, mimeType(s))
	}
	return h.changes(entry, list, edited)
}

// Remove returns the changes that undo Install.
func (h *Handler) Remove() ([]Change, error) {
	list, err := h.list()
	if err != nil {
		return nil, err
	}
	return h.changes("", list, removeEntry(list))
}

// changes returns the changes to the two files. An empty text removes a file.
func (h *Handler) changes(entry, list, edited string) (all []Change, err error) {
	old, err := readFile(h.EntryPath())
	if err != nil {
		return nil, err
	}
	if old != entry {
		all = append(all, Change{h.EntryPath(), entry, entry == ""})
	}
	if list != edited {
		all = append(all, Change{h.ListPath(), edited, edited == ""})
	}
	return all, nil
}

// list returns the user's list of default programs, or "".
func (h *Handler) list() (string, error) { return readFile(h.ListPath()) }

// readFile returns the content of a file, or "" if the file does not exist.
func readFile(path string) (string, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(b), err
}

// Write makes the change. A file is replaced in one step; a symbolic link to it stays.
func (c *Change) Write() error {
	path := c.Path
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if c.Remove {
		return os.Remove(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := outfile.Create(path, outfile.Options{Mode: 0o644})
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err = f.WriteString(c.Text); err != nil {
		return err
	}
	return f.Commit()
}

// Default returns the application file of the default program for a scheme in the user's
// list, or "". Then the default of the desktop applies.
func (h *Handler) Default(scheme string) (string, error) {
	list, err := h.list()
	if err != nil {
		return "", err
	}
	for _, l := range defaults(list) {
		if l.key == mimeType(scheme) && len(l.values) > 0 {
			return l.values[0], nil
		}
	}
	return "", nil
}

// Installed returns the command line of the application file, or "".
func (h *Handler) Installed() (string, error) {
	entry, err := readFile(h.EntryPath())
	for line := range strings.Lines(entry) {
		if command, ok := strings.CutPrefix(line, "Exec="); ok {
			return strings.TrimSuffix(command, "\n"), nil
		}
	}
	return "", err
}

// Schemes returns the schemes of the application file.
func (h *Handler) Schemes() (all []string, err error) {
	entry, err := readFile(h.EntryPath())
	for line := range strings.Lines(entry) {
		types, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "MimeType=")
		for t := range strings.SplitSeq(types, ";") {
			if scheme, is := strings.CutPrefix(t, mimeType("")); ok && is {
				all = append(all, scheme)
			}
		}
	}
	return all, err
}

// mimeType returns the MIME type for a scheme in lists.
func mimeType(scheme string) string { return "x-scheme-handler/" + scheme }

// entryText returns the application file.
func entryText(command string, schemes []string) string {
	var types strings.Builder
	for _, s := range schemes {
		types.WriteString(mimeType(s) + ";")
	}
	return "[Desktop Entry]\nType=Application\nName=earl\nGenericName=URL gateway\n" +
		"Comment=Open gopher, ftp, news and other URLs in the browser\n" +
		"Exec=" + command + " %u\nTerminal=false\nNoDisplay=true\nStartupNotify=false\nMimeType=" + types.String() + "\n"
}

// execLine returns a command as the value of Exec: each argument in quotes, with the
// escapes of arguments and of strings. Source: Desktop Entry Specification 1.5, 4, 7.
func execLine(command []string) (string, error) {
	if len(command) == 0 || !filepath.IsAbs(command[0]) {
		return "", errors.New("the program has no absolute path")
	}
	quote := strings.NewReplacer(`\`, `\\\\`, `"`, `\\"`, "`", "\\\\`", "$", `\\$`, "%", "%%")
	var words []string
	for _, w := range command {
		if strings.ContainsFunc(w, func(r rune) bool { return r < ' ' || r == 0x7F }) {
			return "", fmt.Errorf("%q: a path in an application file cannot contain control characters", w)
		}
		if !isPlain(w) {
			w = `"` + quote.Replace(w) + `"`
		}
		words = append(words, w)
	}
	return strings.Join(words, " "), nil
}

// isPlain reports whether an argument needs no quotes.
func isPlain(w string) bool {
	return w != "" && !strings.ContainsFunc(w, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@,", r))
	})
}

// defaultGroup is the group of a list that has the default programs.
const defaultGroup = "[Default Applications]"

// A setting is a line of the group of the default programs.
type setting struct {
	line   int // in the file, from 0
	key    string
	values []string
}

// defaults returns the settings of the group of the default programs.
func defaults(list string) (all []setting) {
	inside := false
	n := 0
	for line := range strings.Lines(list) {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "[") {
			inside = text == defaultGroup
		}
		if key, value, ok := strings.Cut(text, "="); inside && ok && !strings.HasPrefix(text, "#") {
			s := setting{line: n, key: strings.TrimSpace(key)}
			for v := range strings.SplitSeq(value, ";") {
				if v = strings.TrimSpace(v); v != "" {
					s.values = append(s.values, v)
				}
			}
			all = append(all, s)
		}
		n++
	}
	return all
}

// addEntry returns a list in which the program is the first for a type.
func addEntry(list, key string) string {
	lines := slices.Collect(strings.Lines(list))
	for _, s := range defaults(list) {
		if s.key == key {
			name, value, _ := strings.Cut(lines[s.line], "=")
			lines[s.line] = name + "=" + blanks(value) + EntryName + ";" + value[len(blanks(value)):]
			return strings.Join(lines, "")
		}
	}
	line := key + "=" + EntryName + "\n"
	for i, l := range lines {
		if strings.TrimSpace(l) == defaultGroup {
			if !strings.HasSuffix(l, "\n") {
				lines[i] += "\n"
			}
			return strings.Join(slices.Insert(lines, i+1, line), "")
		}
	}
	if list != "" && !strings.HasSuffix(list, "\n") {
		list += "\n"
	}
	return list + defaultGroup + "\n" + line
}

// blanks returns the blanks that a text begins with.
func blanks(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " \t"))] }

// removeEntry returns a list without the program. A group that has nothing else is
// removed with it.
func removeEntry(list string) string {
	lines := slices.Collect(strings.Lines(list))
	removed := false
	for _, s := range slices.Backward(defaults(list)) {
		if !slices.Contains(s.values, EntryName) {
			continue
		}
		removed = true
		name, value, _ := strings.Cut(lines[s.line], "=")
		var rest []string
		for v := range strings.SplitSeq(strings.TrimRight(value, "\r\n"), ";") {
			if strings.TrimSpace(v) != EntryName {
				rest = append(rest, v)
			}
		}
		if strings.Trim(strings.Join(rest, ""), " \t") == "" {
			lines = slices.Delete(lines, s.line, s.line+1)
			continue
		}
		lead := blanks(value)
		lines[s.line] = name + "=" + lead + strings.TrimPrefix(strings.Join(rest, ";"), lead) + value[len(strings.TrimRight(value, "\r\n")):]
	}
	if removed {
		lines = withoutEmptyGroup(lines)
	}
	return strings.Join(lines, "")
}

// withoutEmptyGroup removes the header of the group of the default programs if nothing
// follows it.
func withoutEmptyGroup(lines []string) []string {
	i := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == defaultGroup })
	if i < 0 || i+1 < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i+1]), "[") {
		return lines
	}
	return slices.Delete(lines, i, i+1)
}
