package gateway

import (
	"net/http"
	"strings"

	"github.com/earl-url/earl"
)

// Tour is a page for new users. It lists URLs to open, each with a description.
type Tour struct {
	Title, Text string
	Parts       []TourPart
}

// TourPart is a section of a Tour with a title.
type TourPart struct {
	Title string
	Stops []Stop
}

// Stop is one URL of a Tour. If the gateway cannot open URL, the tour links to its
// explanation.
type Stop struct{ URL, Title, Text string }

// tourStop is a stop as its page shows it.
type tourStop struct {
	Stop
	Scheme string
	Link   string
	Guide  string // the name of the page about its scheme, or ""
}

// tourPart is a part as the page shows it.
type tourPart struct {
	Title string
	Stops []tourStop
}

// tour shows the tour.
func (g *Gateway) tour(w http.ResponseWriter, _ *http.Request) {
	t := g.options.Tour
	if t == nil {
		g.noPage(w)
		return
	}
	var parts []tourPart
	for _, part := range t.Parts {
		p := tourPart{Title: part.Title}
		for _, s := range part.Stops {
			p.Stops = append(p.Stops, g.linker.tourStop(s))
		}
		parts = append(parts, p)
	}
	g.render(w, "tour", page{Title: t.Title, Body: struct {
		Text  string
		Parts []tourPart
	}{t.Text, parts}})
}

// tourStop returns a stop with its links.
func (lk *linker) tourStop(s Stop) tourStop {
	u, err := earl.RFC3986.Parse(s.URL)
	if err != nil || !lk.opens(u) {
		scheme, _, _ := strings.Cut(s.URL, ":")
		return tourStop{Stop: s, Scheme: scheme, Link: "/explain?" + queryText(s.URL)}
	}
	u = u.WithoutPassword()
	s.URL = u.String()
	return tourStop{Stop: s, Scheme: u.Scheme(), Link: lk.link("/open", u), Guide: guideOf(u.Scheme())}
}

// begin returns the path that the start link opens.
func (g *Gateway) begin() string {
	if g.options.Tour != nil {
		return "/tour"
	}
	return "/"
}
