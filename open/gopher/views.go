package gopher

import (
	"strings"
	"time"

	"strconv"
)

// View is one representation of an item: a line of its VIEWS.
// Source: Gopher+ 1993, 2.5; rfc1738 3.4.8.
type View struct {
	Type     string // media type, as the server sends it
	Language string // such as "En_US"; "" if not known
	Size     int64  // in bytes; -1 if not known, or known only in larger units
}

// Plus returns the Gopher+ string that requests the view. Source: rfc1738
// 3.4.8.
func (v View) Plus() string {
	if v.Language == "" {
		return "+" + v.Type
	}
	return "+" + v.Type + " " + v.Language
}

// Views returns the item's views, in the server's order of preference.
func (a Attributes) Views() []View {
	block, _ := a.Block("VIEWS")
	var all []View
	for _, line := range block.Lines {
		if v, ok := parseView(line); ok {
			all = append(all, v)
		}
	}
	return all
}

// parseView reads "type language: <size>". Only the type is required.
func parseView(line string) (View, bool) {
	name, size, _ := strings.Cut(line, ":")
	words := strings.Fields(name)
	if len(words) == 0 {
		return View{}, false
	}
	v := View{Type: words[0], Size: -1}
	if len(words) > 1 {
		v.Language = words[1]
	}
	// "<4k>" is a rounded number, so it is not the size of an object.
	if digits, ok := strings.CutSuffix(angled(size), "b"); ok {
		if n, err := strconv.ParseUint(digits, 10, 63); err == nil {
			v.Size = int64(n)
		}
	}
	return v, true
}

// angled returns the text in the last "<...>" of a line, or "".
func angled(line string) string {
	from, to := strings.LastIndexByte(line, '<'), strings.LastIndexByte(line, '>')
	if from < 0 || to < from {
		return ""
	}
	return line[from+1 : to]
}

// Changed returns when the item was last changed, or the zero Time. The
// server's time zone is not known; UTC is used. Source: Gopher+ 1993, 2.4,
// Mod-Date.
func (a Attributes) Changed() time.Time {
	block, _ := a.Block("ADMIN")
	for _, line := range block.Lines {
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Mod-Date") {
			t, err := time.Parse("20060102150405", angled(value))
			if err == nil {
				return t
			}
		}
	}
	return time.Time{}
}
