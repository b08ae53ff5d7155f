package linkcheck

import (
	"fmt"
	"strings"
)

// A problem is what is wrong with a URL at some of its places only. The zero problem
// means that nothing is.
type problem struct {
	fragment string // the missing fragment
	lines    int    // of the file, if the fragment points at a line after them
	text     bool   // the page does not contain the text of the fragment
	repair   string // what a browser repairs in the text at the place
	official bool   // it is not a link there, but the URL that the page wants to have
	example  bool   // it is an example there more often than a link
}

// apply returns the result of a place with the problem. x is that of the URL.
func (p *problem) apply(x Result, o *Options) Result {
	switch {
	case p.text:
		x.Status, x.Section, x.Fragment = NoFragment, "wicg scroll-to-text-fragment 3.5", p.fragment
		x.Message = "the page exists, but does not contain the text of #" + p.fragment
		x.Severity = SeverityFault
	case p.lines > 0:
		x.Status, x.Section, x.Fragment = NoFragment, "", p.fragment
		x.Message = fmt.Sprintf("the file exists, but has only %d lines", p.lines)
		if p.lines == 1 {
			x.Message = "the file exists, but has only 1 line"
		}
		x.Severity = SeverityFault
	case p.fragment != "":
		x.Status, x.Section, x.Fragment = NoFragment, "draft1996 2", p.fragment
		x.Message = fmt.Sprintf("the page exists, but has no %q", p.fragment)
		x.Severity = SeverityFault
	case p.official:
		x.Message = strings.TrimSuffix("the page names this as its own URL: "+x.Message, ": ")
		x.Severity = o.strict(SeverityWarning)
	case p.example:
		x.Severity = o.strict(SeverityWarning)
	case p.repair != "":
		x.Status, x.Section, x.Message = Repaired, "", p.repair
		x.Severity = o.strict(SeverityWarning)
	}
	return x
}
