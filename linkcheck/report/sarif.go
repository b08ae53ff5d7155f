package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/views"
)

// The objects of SARIF 2.1.0 that are written, with the section of each.
type (
	sarifTool struct { // 3.18
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct { // 3.19
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct { // 3.49
		ID            string       `json:"id"`
		Name          string       `json:"name"`
		Short         sarifMessage `json:"shortDescription"`
		Full          sarifMessage `json:"fullDescription"`
		Help          sarifMessage `json:"help"`
		Configuration struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
	}
	sarifMessage struct { // 3.11, 3.12
		Text string `json:"text"`
	}
	sarifResult struct { // 3.27
		Rule         string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		// Suppressions are in all results or in none.
		Suppressions []sarifSuppression `json:"suppressions,omitzero"`
	}
	sarifSuppression struct { // 3.35
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifLocation struct { // 3.28
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct { // 3.29
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct { // 3.30
		Line   int64 `json:"startLine"`
		Column int64 `json:"startColumn"`
		Offset int64 `json:"byteOffset"`
		Length int64 `json:"byteLength"`
	}
	sarifInvocation struct { // 3.20
		Successful bool                `json:"executionSuccessful"`
		Start      string              `json:"startTimeUtc,omitempty"`
		End        string              `json:"endTimeUtc,omitempty"`
		Notes      []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct { // 3.58
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
)

// sarif writes SARIF. Its columns count bytes, as in all reports, although the standard
// counts characters. In a line of ASCII both are the same. The offset is always exact.
type sarif struct {
	w       io.Writer
	version string
	known   bool // results say whether a baseline suppresses them
	begun   bool
	any     bool
}

func newSARIF(w io.Writer, o Options) Writer {
	return &sarif{w: w, version: o.Version, known: o.Baseline}
}

// levels are the levels of the severities. Source: sarif 3.27.10.
var levels = [...]string{linkcheck.SeverityOK: "note", linkcheck.SeverityWarning: "warning", linkcheck.SeverityFault: "error"}

// begin writes everything before the results.
func (s *sarif) begin() error {
	if s.begun {
		return nil
	}
	s.begun = true
	driver := sarifDriver{Name: "earl", Version: s.version}
	for status, m := range meanings {
		id := linkcheck.Status(status)
		r := sarifRule{ID: id.String(), Name: ruleName(id.String()), Short: sarifMessage{m.what}, Full: sarifMessage{m.what}, Help: sarifMessage{m.help}}
		r.Configuration.Level = levels[id.Severity()]
		driver.Rules = append(driver.Rules, r)
	}
	const head = "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":"
	return s.write(head, sarifTool{driver}, ",\n\"results\":[")
}

// ruleName returns the name of a rule, such as NotFound. Source: sarif 3.49.7.
func ruleName(word string) string {
	name := ""
	for part := range strings.SplitSeq(word, "-") {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

// write writes an object with text before and after it.
func (s *sarif) write(before string, v any, after string) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = s.w.Write(append(append([]byte(before), jsonstring.Escape(b)...), after...))
	return err
}

// Result implements Writer.
func (s *sarif) Result(r linkcheck.Result) error {
	if err := s.begin(); err != nil || r.Severity == linkcheck.SeverityOK {
		return err
	}
	for _, p := range places(&r) {
		before := ",\n"
		if !s.any {
			before = "\n"
		}
		s.any = true
		o := sarifOf(&r, &p)
		if s.known {
			o.Suppressions = suppressions(&r)
		}
		if err := s.write(before, o, ""); err != nil {
			return err
		}
	}
	return nil
}

// suppressions returns why a result does not count, or an empty list if it counts.
// Source: sarif 3.27.23.
func suppressions(r *linkcheck.Result) []sarifSuppression {
	if r.Known {
		return []sarifSuppression{{"external", "known in the baseline"}}
	}
	return []sarifSuppression{}
}

// sarifOf returns the result for one place.
func sarifOf(r *linkcheck.Result, p *linkcheck.Place) sarifResult {
	name := target(r, p)
	if isLocal(r.URL) {
		name = written(r, p) // the same in every directory
	}
	print := sha256.Sum256([]byte(p.File + "\x00" + name + "\x00" + r.Status.String()))
	o := sarifResult{
		Rule: r.Status.String(), RuleIndex: int(r.Status), Level: levels[r.Severity],
		Message:      sarifMessage{sarifText(named(r, p) + ": " + why(r))},
		Fingerprints: map[string]string{"link/v2": hex.EncodeToString(print[:16])},
	}
	if p.File != "" {
		var l sarifLocation
		l.Physical.Artifact.URI = artifact(p.File)
		if p.Line > 0 {
			l.Physical.Region = &sarifRegion{p.Line, p.Column, p.Offset, int64(len(p.Text))}
		}
		o.Locations = []sarifLocation{l}
	}
	return o
}

// sarifText returns a text in which nothing is a placeholder or a link. Source:
// sarif 3.11.5, 3.11.6.
func sarifText(text string) string {
	text = strings.NewReplacer("{", "{{", "}", "}}").Replace(term.Safe(text))
	if strings.Contains(text, "](") {
		text = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)
	}
	return text
}

// artifact returns the URL of a file or a page. For a file name relative to the working
// directory it returns a relative reference. Source: sarif 3.4.3.
func artifact(file string) string {
	if u, err := earl.RFC3986.Parse(file); err == nil && len(u.Scheme()) > 1 { // not a drive
		return file
	}
	if filepath.IsAbs(file) {
		if v, err := views.FileFromNative(runtime.GOOS, file); err == nil {
			if u, err := v.URL(earl.RFC3986); err == nil {
				return u.String()
			}
		}
	}
	return (&url.URL{Path: filepath.ToSlash(file)}).String()
}

// Close implements Writer.
func (s *sarif) Close(sum linkcheck.Summary) error {
	if err := s.begin(); err != nil {
		return err
	}
	i := sarifInvocation{Successful: !sum.Interrupted}
	if !sum.Began.IsZero() {
		i.Start = sum.Began.UTC().Format(time.RFC3339Nano)
		i.End = sum.Began.Add(sum.Took).UTC().Format(time.RFC3339Nano)
	}
	if sum.Interrupted {
		i.Notes = append(i.Notes, sarifNotification{"error", sarifMessage{"The check was interrupted."}})
	}
	for _, d := range sum.Capped {
		i.Notes = append(i.Notes, sarifNotification{"note", sarifMessage{sarifText(d.String())}})
	}
	return s.write("\n],\n\"invocations\":[", i, "]}]}\n")
}
