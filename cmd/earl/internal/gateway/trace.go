package gateway

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/internal/traceline"
)

// traceBody is what the page "What was sent" shows about a visit.
type traceBody struct {
	Facts []fact
	Lines []traceLine
	More  string // why lines are missing, or ""
	Back  string // the link to the page of the visit
}

// fact is a name and its value.
type fact struct{ Name, Value string }

// traceLine is a line of a protocol: its time, and a sign for its sender followed by the
// line.
type traceLine struct{ When, Text string }

// trace shows what the visit of a page sent and received.
func (g *Gateway) trace(w http.ResponseWriter, r *http.Request) {
	v := g.visits.Find(r.FormValue("visit"))
	if v == nil {
		g.render(w, "errorpage", page{Title: "This is no longer kept", Status: http.StatusGone, Body: errorPage{
			What:  "What was sent for this page is no longer kept.",
			Teach: "It is kept in memory for the last " + strconv.Itoa(visit.MaxVisits) + " pages. Open the URL again to see what is sent then.",
		}})
		return
	}
	t := target{url: v.Target.URL, ask: v.Target.Ask, visit: v.ID, secret: v.Target.Secret, from: v.Target.From}
	x := v.Log().Exchange()
	b := traceBody{Facts: factsOf(v, x), Back: "/open?" + g.linker.query(t)}
	for _, l := range x.Lines {
		b.Lines = append(b.Lines, traceLine{seconds(l.After), sanitize.Line(g.linker.hideTokens(traceline.Text(l.Event)))})
	}
	switch {
	case x.More > 0 && t.secret:
		b.More = "The lines are not shown because they contain the answers to a form."
	case x.More > 0:
		b.More = fmt.Sprintf("%d more lines are not kept.", x.More)
	}
	p := g.about(t, "What was sent")
	p.Kind, p.Body = "trace", b
	g.render(w, "trace", p)
}

// factsOf returns the times, the servers and the amounts of the exchange of a visit.
func factsOf(v *visit.Visit, x visit.Exchange) []fact {
	facts := []fact{{"Started", x.Begun.UTC().Format("2006-01-02 15:04:05.000 UTC")}}
	switch opened, err := v.Opened(); {
	case !opened:
		facts = append(facts, fact{"Opened", "not yet"})
	case err != nil:
		facts = append(facts, fact{"Failed after", seconds(x.Took)})
	default:
		facts = append(facts, fact{"Opened after", seconds(x.Took)})
	}
	for _, at := range x.Servers {
		facts = append(facts, fact{"Server", at.String()})
	}
	for _, s := range x.TLS {
		facts = append(facts, fact{"Protection", s.Version}, fact{"Certificate", sanitize.Line(s.Subject)})
	}
	facts = append(facts, fact{"Sent", trafficText(x.Sent)}, fact{"Received", trafficText(x.Received)})
	if opened, err := v.Opened(); opened && err == nil {
		if entries, size := v.Arrived(); entries > 0 || size > 0 {
			facts = append(facts, fact{"Content", arrived(v)})
		}
	}
	return facts
}

// trafficText returns the number and size of the lines in one direction, without content.
func trafficText(n visit.Traffic) string {
	if n.Lines == 1 {
		return "1 line, " + fetch.SizeText(n.Bytes)
	}
	return fmt.Sprintf("%d lines, %s", n.Lines, fetch.SizeText(n.Bytes))
}

// seconds returns a duration as text.
func seconds(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
