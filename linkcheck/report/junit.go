package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// The elements of JUnit XML, in the order and with the attributes that the schemas of
// Apache Ant and of Jenkins require, which are the strictest in use.
type (
	junitSuites struct {
		XMLName xml.Name      `xml:"testsuites"` // without attributes
		Suites  []*junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Package    string      `xml:"package,attr"`
		ID         int         `xml:"id,attr"`
		Name       string      `xml:"name,attr"`
		Timestamp  string      `xml:"timestamp,attr"` // without a zone
		Hostname   string      `xml:"hostname,attr"`
		Tests      int         `xml:"tests,attr"`
		Failures   int         `xml:"failures,attr"`
		Errors     int         `xml:"errors,attr"`
		Skipped    int         `xml:"skipped,attr,omitempty"` // Ant's older schema does not have it
		Time       string      `xml:"time,attr"`
		Properties junitProps  `xml:"properties"`
		Cases      []junitCase `xml:"testcase"`
		Out        string      `xml:"system-out"`
		Err        string      `xml:"system-err"`

		took     time.Duration
		warnings int
	}
	junitProps struct {
		List []junitProp `xml:"property"`
	}
	junitProp struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Skipped *struct{}     `xml:"skipped"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// junit keeps the tests by file, because a suite begins with their number.
type junit struct {
	w      io.Writer
	suites map[string]*junitSuite
}

func newJUnit(w io.Writer, _ Options) Writer { return &junit{w, map[string]*junitSuite{}} }

// Result implements Writer. A problem is a failure, unless a baseline has it. A warning
// is a test that passes, and a line of its suite's output.
func (j *junit) Result(r linkcheck.Result) error {
	for _, p := range places(&r) {
		name := term.Safe(p.File)
		if name == "" {
			name = "command line"
		}
		s := j.suites[name]
		if s == nil {
			s = &junitSuite{Package: "earl", Name: name, Hostname: "localhost"}
			j.suites[name] = s
		}
		s.Cases = append(s.Cases, s.test(&r, &p))
	}
	return nil
}

// test returns the test of one place, and counts it.
func (s *junitSuite) test(r *linkcheck.Result, p *linkcheck.Place) junitCase {
	name, at := term.Safe(named(r, p)), where(p)
	c := junitCase{Name: strings.TrimSpace(at + " " + name), Class: s.Name, Time: seconds(r.Took)}
	s.Tests++
	s.took += r.Took
	line := strings.TrimPrefix(fmt.Sprintf("%s: %s: %s: %s", at, name, r.Status, term.Safe(why(r))), ": ")
	switch {
	case r.Status == linkcheck.Skipped, r.Known:
		s.Skipped++
		c.Skipped = new(struct{})
	case r.Severity == linkcheck.SeverityFault:
		s.Failures++
		c.Failure = &junitFailure{term.Safe(why(r)), r.Status.String(), line}
	case r.Severity == linkcheck.SeverityWarning:
		s.warnings++
		s.Out += line + "\n"
	}
	return c
}

// Close implements Writer.
func (j *junit) Close(s linkcheck.Summary) error {
	var all junitSuites
	if s.Interrupted && len(j.suites) == 0 {
		j.suites["interrupted"] = &junitSuite{Package: "earl", Name: "interrupted", Hostname: "localhost"}
	}
	for i, name := range slices.Sorted(maps.Keys(j.suites)) {
		suite := j.suites[name]
		suite.ID, suite.Timestamp, suite.Time = i, s.Began.UTC().Format("2006-01-02T15:04:05"), seconds(suite.took)
		suite.Properties.List = []junitProp{{"warnings", strconv.Itoa(suite.warnings)}} // Jenkins' schema requires at least one
		if s.Interrupted {
			suite.Properties.List = append(suite.Properties.List, junitProp{"interrupted", "true"})
			suite.Err = "interrupted\n"
		}
		if i == 0 {
			for _, d := range s.Capped {
				suite.Out += term.Safe(d.String()) + "\n"
			}
		}
		all.Suites = append(all.Suites, suite)
	}
	if _, err := io.WriteString(j.w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(j.w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(j.w, "\n")
	return err
}

// seconds returns a duration in the form of JUnit.
func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
