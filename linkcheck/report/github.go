package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// github writes workflow commands of GitHub Actions, which shows them as annotations of
// lines of a pull request: errors for problems, warnings for warnings. The totals follow
// as text.
type github struct {
	w         io.Writer
	workspace string
}

func newGitHub(w io.Writer, o Options) Writer { return github{w, o.Workspace} }

// annotations are the commands of the severities.
var annotations = [...]string{linkcheck.SeverityOK: "notice", linkcheck.SeverityWarning: "warning", linkcheck.SeverityFault: "error"}

// Result implements Writer.
func (g github) Result(r linkcheck.Result) error {
	if !told(&r) {
		return nil
	}
	var b []byte
	for _, p := range places(&r) {
		b = append(append(b, "::"...), annotations[r.Severity]...)
		text := named(&r, &p) + ": " + why(&r)
		if p.Line > 0 && isPath(p.File) {
			b = fmt.Appendf(b, " file=%s,line=%d,col=%d,title=%s", commandProperty.Replace(term.Safe(relative(g.workspace, p.File))), p.Line, p.Column, r.Status)
		} else {
			b = fmt.Appendf(b, " title=%s", r.Status)
			text = strings.TrimPrefix(where(&p)+": "+text, ": ")
		}
		b = fmt.Appendf(b, "::%s\n", commandData.Replace(term.Safe(text)))
	}
	_, err := g.w.Write(b)
	return err
}

// relative returns the name of a file relative to the workspace, with slashes.
func relative(workspace, name string) string {
	if workspace != "" {
		full, err := filepath.Abs(name)
		if err == nil {
			if short, err := filepath.Rel(workspace, full); err == nil && filepath.IsLocal(short) {
				name = short
			}
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}

// isPath reports whether the name of a place is the name of a file, not the URL of a page
// or stdin.
func isPath(name string) bool { return name != "" && name != "-" && !hasScheme(name) }

// Close implements Writer.
func (g github) Close(s linkcheck.Summary) error {
	b := fmt.Appendf(nil, "%s\n%s\n", totals(&s), bySeverity(&s))
	for _, d := range s.Capped {
		b = fmt.Appendln(b, commandData.Replace(term.Safe(d.String())))
	}
	_, err := g.w.Write(b)
	return err
}

// commandData and commandProperty escape characters that would end a workflow command, or
// one of its properties.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
