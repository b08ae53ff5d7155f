package convert

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Summary is what Check found in a directory of parts.
type Summary struct {
	Parts     int
	Rows      int64
	Temporary int // files that were left by interrupted runs
}

// Check checks that a directory has all parts of a run, made with the same
// options and with the same columns, and adds up their rows.
func Check(dir string) (s Summary, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return s, inputf("%w", err)
	}
	var first map[string]string
	found := map[int]string{}
	for _, e := range entries {
		switch name := e.Name(); {
		case isTemporary(name):
			s.Temporary++
		case strings.HasPrefix(name, "part-"):
			m, err := partMetadata(filepath.Join(dir, name))
			if err != nil {
				return s, inputf("%s: %w", name, err)
			}
			if first == nil {
				first = m
			}
			if err := addPart(&s, found, name, m, first); err != nil {
				return s, err
			}
		}
	}
	if first == nil {
		return s, inputf("%s has no parts", dir)
	}
	return s, missingParts(found, first[metaParts])
}

// addPart adds a part to the summary, if it belongs to the same run as the first.
func addPart(s *Summary, found map[int]string, name string, m, first map[string]string) error {
	for _, key := range []string{metaParts, metaColumns, metaSelect, metaEdition, metaOptions, metaVersion, metaList} {
		if m[key] != first[key] {
			return inputf("%s: its %s is %q, and that of the first part %q", name, key, m[key], first[key])
		}
	}
	number, err := strconv.Atoi(m[metaPart])
	if err != nil {
		return inputf("%s: it is not a part that earl-rows made", name)
	}
	if other, ok := found[number]; ok {
		return inputf("%s and %s are the same part", other, name)
	}
	n, err := strconv.ParseInt(m[metaRows], 10, 64)
	if err != nil {
		return inputf("%s: its number of rows is missing", name)
	}
	found[number] = name
	s.Parts++
	s.Rows += n
	return nil
}

// missingParts returns a fault that names parts that are missing.
func missingParts(found map[int]string, parts string) error {
	n, err := strconv.Atoi(parts)
	if err != nil {
		return inputf("the number of parts is missing")
	}
	var missing []string
	for k := range n {
		if _, ok := found[k]; !ok {
			missing = append(missing, strconv.Itoa(k))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	some := missing[:min(len(missing), 10)]
	more := ""
	if len(missing) > len(some) {
		more = ", ..."
	}
	return inputf("%d of %d parts are missing: %s%s", len(missing), n, strings.Join(some, ", "), more)
}

// String describes a directory whose parts are all there.
func (s Summary) String() string {
	text := fmt.Sprintf("%d parts, %d rows", s.Parts, s.Rows)
	if s.Temporary > 0 {
		text += fmt.Sprintf("; %d temporary files of interrupted runs can be removed", s.Temporary)
	}
	return text
}
