package gateway

import (
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// designFile returns a file of this directory.
func designFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// found returns the first group of each match, sorted and without duplicates.
func found(text, pattern string) []string {
	set := map[string]bool{}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		set[m[1]] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// section returns the text of DESIGN.md below a heading.
func section(t *testing.T, heading string) string {
	t.Helper()
	_, text, ok := strings.Cut(designFile(t, "DESIGN.md"), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("DESIGN.md has no section %s", heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// The style sheets use the sizes, spaces and icons of DESIGN.md, and no others.
func TestStyleFollowsDesign(t *testing.T) {
	t.Parallel()
	style := designFile(t, "static/style.css") + designFile(t, "static/manual.css") + designFile(t, "static/panel.css")
	fonts := strings.Join(found(style, `(font(?:-size)?:[^;}]*[;}])`), "\n")
	fonts = regexp.MustCompile(`[\d.]+rem \+ [\d.]+vw`).ReplaceAllString(fonts, "") // how a size grows
	spaces := strings.Join(found(style, `(?:^|[\s{;])((?:margin|padding|(?:row-)?gap)[a-z-]*:[^;}]*[;}])`), "\n")
	for _, tt := range []struct {
		what         string
		used, listed []string
	}{
		{"font sizes", found(fonts, `([\d.]+r?em)`), found(section(t, "Type"), "(?m)^\\| `([^`]+)`")},
		{"spaces", found(spaces, `([\d.]+)rem`), found(section(t, "Space"), `([\d.]*\d)(?:,|rem| or)`)},
		{"icons", found(style, `\.i-([a-z]+)`), found(section(t, "Icons"), "(?m)^\\| `([^`]+)`")},
	} {
		if len(tt.used) == 0 || !slices.Equal(tt.used, tt.listed) {
			t.Errorf("%s: the style sheets have %q, DESIGN.md %q", tt.what, tt.used, tt.listed)
		}
	}
	if n, want := strings.Count(designFile(t, "static/icons.svg"), "<g "), len(found(style, `\.i-([a-z]+)`)); n != want {
		t.Errorf("icons.svg has %d icons, style.css %d", n, want)
	}
}

// The colours of the style sheet are those of DESIGN.md and have the contrast in its table.
// CSS rules use them by name.
func TestColoursFollowDesign(t *testing.T) {
	t.Parallel()
	style := designFile(t, "static/style.css")
	roots := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(style, -1)
	if len(roots) != 2 {
		t.Fatalf("%d sets of colours", len(roots))
	}
	colours := func(text string) map[string]string {
		set := map[string]string{}
		for _, m := range regexp.MustCompile(`(--[a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(text, -1) {
			set[m[1]] = m[2]
		}
		return set
	}
	light := colours(roots[0][1])
	dark := maps.Clone(light)
	maps.Copy(dark, colours(roots[1][1]))
	rows := regexp.MustCompile("(?m)^\\| `(--[a-z-]+)` \\| `([^`]+)` \\| `([^`]+)` \\| [^|]+ \\| ([\\d.]*) ?\\| ([\\d.]*) ?\\|$").FindAllStringSubmatch(section(t, "Colour"), -1)
	if len(rows) != len(light) {
		t.Errorf("style.css has %d colours, DESIGN.md %d", len(light), len(rows))
	}
	for _, row := range rows {
		name := row[1]
		if light[name] != row[2] || dark[name] != row[3] {
			t.Errorf("%s: style.css has %s and %s, DESIGN.md %s and %s", name, light[name], dark[name], row[2], row[3])
			continue
		}
		if row[4] == "" {
			continue
		}
		for i, set := range []map[string]string{light, dark} {
			if got := contrast(t, set[name], set["--ground"]); fmt.Sprintf("%.1f", got) != row[4+i] {
				t.Errorf("%s: contrast %.1f, DESIGN.md has %s", name, got, row[4+i])
			}
		}
	}
	for _, set := range []map[string]string{light, dark} {
		for _, pair := range [][2]string{{"ink", "raised"}, {"ink", "hover"}, {"ink", "mark"}, {"ink", "note"}, {"soft", "ground"}, {"soft", "raised"}, {"soft", "hover"}, {"accent", "ground"}, {"accent", "raised"}, {"accent", "hover"}, {"visited", "hover"}, {"bad", "mark"}, {"accent-ink", "accent"}, {"screen-ink", "screen"}, {"soft", "screen"}} {
			if got := contrast(t, set["--"+pair[0]], set["--"+pair[1]]); got < 4.5 {
				t.Errorf("%s on %s: contrast %.1f", pair[0], pair[1], got)
			}
		}
	}
	_, rules, _ := strings.Cut(style, "*, ::before")
	if bare := found(rules+designFile(t, "static/manual.css")+designFile(t, "static/panel.css"), `(#[0-9a-fA-F]{3,8})\b[^{]*[;}]`); len(bare) != 0 {
		t.Errorf("rules have colours without a name: %q", bare)
	}
}

// contrast returns the contrast of two colours "#rrggbb". Source: WCAG 2.2, contrast ratio.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance returns the relative luminance of a colour. Source: WCAG 2.2.
func luminance(t *testing.T, colour string) (sum float64) {
	t.Helper()
	if len(colour) != len("#rrggbb") {
		t.Fatalf("colour %q", colour)
	}
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		part := float64(n) / 255
		if part <= 0.04045 {
			sum += weight * part / 12.92
		} else {
			sum += weight * math.Pow((part+0.055)/1.055, 2.4)
		}
	}
	return sum
}
