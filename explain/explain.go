// Package explain computes what a text means as a URL: how each edition of the
// standard and how real programs read it, where they differ, the parts that its scheme defines, what
// opening it would send, and warnings. It prints nothing and uses no network:
// programs print an [Explanation].
//
//	client := open.New(open.Options{}, all.Openers()...)
//	x := explain.Explain(ctx, "ftp://me@host.dom/%2Fetc/motd;type=a", explain.Options{Client: client})
//	fmt.Println(x.Opening()) // "Opening it sends to host.dom, port 21
//
// It follows rfc1738 sections 2, 3 and 6. To open a URL use package open.
package explain

import (
	"context"
	"errors"
	"iter"
	"net"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/unwrap"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/readers"
	"github.com/earl-url/earl/views"
)

// Options are the settings of [Explain]. With the zero Options, Explain uses
// all editions and makes no plan.
type Options struct {
	Editions   []*earl.Edition   // empty: all of them
	Client     Client            // makes the plan and checks its policy; nil: no plan
	Policy     *open.Policy      // nil: the policy of the client
	Violations int               // the most violations of each edition; 0: all
	Readers    []*readers.Reader // the programs to compare; empty: none
}

// Client makes plans, as [open.Client] does. A program without one links no code that uses a
// network.
type Client interface {
	Plan(ctx context.Context, r *open.Request) (open.Plan, error)
}

// Explanation is the result of [Explain] for one text. No field contains the
// password. The strings can contain any character of the text: a program must
// make them safe for its terminal or page. Do not change an Explanation while
// several goroutines use it.
type Explanation struct {
	Text        string // the text, with its password hidden
	Readings    []Reading
	Main        *Reading // the reading that the fields below are about; its edition may refuse the text
	Differences []Difference
	Cautions    []Caution
	Layers      []Layer // what other services added to the URL, the outermost first; empty: nothing known

	masked   string            // the text that the readers read
	split    bool              // programs would contact different servers
	Programs []Program         // what each reader of the Options reads
	Contacts []readers.Contact // the servers that they would contact; more than one is a danger
	Remarks  []readers.Remark  // the programs that find no host or port, which is no danger
	Paths    []Path            // the paths that they read

	View      earl.View       // nil if no view reads the URL
	ViewFault *earl.Violation // why there is no view; nil if there is one
	Plan      open.Plan       // what opening would do; if it is not known, only a Note, which says why, or nothing
	Planned   bool            // Plan has a meaning
	Refusal   *open.Refusal   // the guard that refuses to open it, or nil
	PlanError error           // why there is no plan, or nil; for example open.ErrNoOpener
}

// Layer is what a service added to a URL that it rewrote, such as a filter of mail or
// an archive. It is found without a network.
type Layer struct {
	Service string // its name, for people
	Kind    string // "redirect", "copy" or "proxy"
	Target  string // the URL inside, with its password hidden
}

// Reading is the result of one edition for the text.
type Reading struct {
	Edition    *earl.Edition
	Valid      bool
	URL        earl.URL         // as [earl.URL.Masked] returns it, for showing it: do not open it; the zero URL if the text is not valid
	Violations []earl.Violation // offsets count bytes of the original text
	More       bool             // there are more violations than the Options allow
	Rewritten  bool             // the edition rewrote the URL, so that its text differs from the original
}

// Explain explains a text.
func Explain(ctx context.Context, text string, o Options) *Explanation {
	x := &Explanation{Text: earl.HidePassword(text), masked: earl.MaskPassword(text)}
	var whole earl.URL // the URL of Main, with its password
	main := 0
	for e := range o.editions() {
		r, u := x.read(e, text, o.Violations)
		x.Readings = append(x.Readings, r)
		m := &x.Readings[main]
		if len(x.Readings) == 1 || r.Valid && !(m.Valid && isASCII(m.URL)) || r.Valid == m.Valid && e == earl.RFC3986 {
			main, whole = len(x.Readings)-1, u
		}
	}
	x.Main = &x.Readings[main]
	for _, l := range unwrap.Layers(text) {
		x.Layers = append(x.Layers, Layer{l.Service, l.Kind.String(), earl.HidePassword(l.Target)})
	}
	x.Differences = differences(x.Valid())
	x.Programs = programs(x.masked, o.Readers)
	x.compare()
	x.Paths = paths(x.Programs)
	if hint := guess.Git(text); hint != "" {
		x.Cautions = append(x.Cautions, Caution{CautionGit, hint})
	}
	if !x.Main.Valid {
		return x
	}
	x.Cautions = append(x.Cautions, Cautions(x.Main.URL)...)
	view, err := views.Parse(x.Main.URL)
	if x.ViewFault = faultOf(err); err == nil {
		x.View = view
	}
	x.plan(ctx, whole, o)
	return x
}

// isASCII reports whether u has only bytes that can be sent. Those of rfc3987 can have
// others, and whatwg escapes them.
func isASCII(u earl.URL) bool { return u.Mapped() == u }

// editions returns the editions that o selects.
func (o Options) editions() iter.Seq[*earl.Edition] {
	if len(o.Editions) == 0 {
		return editions.All()
	}
	return slices.Values(o.Editions)
}

// read returns the reading of a text in an edition, and the URL to plan: with its
// password, which a plan hides, but without anything else that is secret.
func (x *Explanation) read(e *earl.Edition, text string, limit int) (Reading, earl.URL) {
	r := Reading{Edition: e}
	u, err := e.Parse(text)
	r.Valid = err == nil
	for v := range e.Check(text) {
		if limit > 0 && len(r.Violations) == limit {
			r.More = true
			break
		}
		r.Violations = append(r.Violations, v)
	}
	r.URL, r.Rewritten = u.Masked(), r.Valid && u.String() != text
	if v, err := e.Parse(x.masked); x.masked != text && r.URL == u && err == nil {
		r.URL = v // the edition moved what is secret, and nothing shows where it was
	}
	if password, _ := r.URL.Password(); password == earl.Hidden {
		return r, u
	}
	return r, r.URL
}

// faultOf returns the violation of an error, or nil.
func faultOf(err error) *earl.Violation {
	var fault *earl.ParseError
	if errors.As(err, &fault) {
		return &fault.Violation
	}
	return nil
}

// Section returns the section that defines the scheme of the URL, or "".
func (x *Explanation) Section() string {
	s, _ := x.Main.Edition.Scheme(x.Main.URL.Scheme())
	return s.Section
}

// Valid returns the readings of the editions that accept the text.
func (x *Explanation) Valid() []Reading {
	return slices.DeleteFunc(slices.Clone(x.Readings), func(r Reading) bool { return !r.Valid })
}

// Rewritten reports whether the edition of Main rewrote the URL, so that its
// text differs from the original.
func (x *Explanation) Rewritten() bool { return x.Main.Rewritten }

// HasViewFault reports whether the URL violates the syntax of its own scheme. A
// URL whose scheme has no syntax of its own has no such violation. Source:
// rfc1738 3, 5.
func (x *Explanation) HasViewFault() bool {
	return x.ViewFault != nil && x.ViewFault.Rule.Name() != "no-view"
}

// plan computes what opening u would do.
func (x *Explanation) plan(ctx context.Context, u earl.URL, o Options) {
	if o.Client == nil {
		return
	}
	plan, err := o.Client.Plan(ctx, &open.Request{URL: u, Policy: o.Policy})
	errors.As(err, &x.Refusal)
	switch {
	case err == nil, x.Refusal != nil && plan.Effect != open.EffectUnknown:
		x.Plan, x.Planned = plan, true
	case x.Refusal == nil:
		x.PlanError = err
		if why := x.Unopened(); why != "" {
			x.Plan.Note = why + "."
		}
	}
}

// Opening returns a phrase, without a full stop, about what opening the URL
// would do, or "" if that is not known.
func (x *Explanation) Opening() string {
	p, server := x.Plan, serverName(x.Plan.Server)
	switch {
	case x.Refusal != nil:
		return "Opening it is refused"
	case !x.Planned && x.Plan.Note != "":
		return "Opening it is not possible"
	case !x.Planned:
		return ""
	case p.Effect == open.EffectSends && server == "":
		return "Opening it sends to the server that the settings name"
	case p.Effect == open.EffectSends:
		return "Opening it sends to " + server
	case p.Effect == open.EffectConnects:
		return "Opening it connects to " + server + " and sends only what you type"
	case p.Effect == open.EffectReads:
		return "Opening it reads a file of this machine"
	case p.Effect == open.EffectAsks:
		return "Opening it asks a question first"
	case p.Effect == open.EffectUnknown:
		return "What opening it would send is not known"
	}
	return "Opening it sends nothing"
}

// serverName returns "host, port n" for "host:n".
func serverName(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return ""
	}
	return host + ", port " + port
}
