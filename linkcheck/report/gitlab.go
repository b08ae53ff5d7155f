package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// gitlab writes a code quality report, which GitLab shows in a merge request and at its
// lines: problems are major, warnings are minor. The report is a JSON array.
type gitlab struct {
	w         io.Writer
	workspace string
	begun     bool
	seen      map[string]int // how often a link is in a file
}

// A gitlabIssue is one element of the array: a position of a link.
type gitlabIssue struct {
	Description string `json:"description"`
	Check       string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int64 `json:"begin"`
		} `json:"lines"`
	} `json:"location"`
}

func newGitLab(w io.Writer, o Options) Writer {
	return &gitlab{w: w, workspace: o.Workspace, seen: map[string]int{}}
}

// qualities are GitLab's words for the severities.
var qualities = [...]string{linkcheck.SeverityOK: "info", linkcheck.SeverityWarning: "minor", linkcheck.SeverityFault: "major"}

// Result implements Writer.
func (g *gitlab) Result(r linkcheck.Result) error {
	if !told(&r) {
		return nil
	}
	for _, p := range places(&r) {
		b, err := json.Marshal(g.issue(&r, &p))
		if err != nil {
			return err
		}
		before := "[\n"
		if g.begun {
			before = ",\n"
		}
		g.begun = true
		if _, err := g.w.Write(append([]byte(before), jsonstring.Escape(b)...)); err != nil {
			return err
		}
	}
	return nil
}

// issue returns the element for one position. GitLab needs a path and a line for each, and
// a fingerprint that no other element has and that does not change when lines move.
func (g *gitlab) issue(r *linkcheck.Result, p *linkcheck.Place) gitlabIssue {
	i := gitlabIssue{Description: term.Safe(named(r, p) + ": " + why(r)), Check: r.Status.String(), Severity: qualities[r.Severity]}
	path := p.File
	switch {
	case isPath(path):
		path = relative(g.workspace, path)
	case path == "": // the link is on the command line
		path = full(r)
	}
	i.Location.Path = term.Safe(path)
	i.Location.Lines.Begin = max(p.Line, 1)
	key := i.Location.Path + "\x00" + written(r, p) + "\x00" + i.Check
	g.seen[key]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, g.seen[key]))
	i.Fingerprint = hex.EncodeToString(sum[:16])
	return i
}

// Close implements Writer.
func (g *gitlab) Close(linkcheck.Summary) error {
	end := "\n]\n"
	if !g.begun {
		end = "[]\n"
	}
	_, err := io.WriteString(g.w, end)
	return err
}
