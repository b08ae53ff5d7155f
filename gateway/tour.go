package gateway

import (
	"net/http"
	"strings"

	"github.com/earl-url/earl"
)

// Tour is a page for who begins here: URLs to open, and what there is to see.
type Tour struct {
	Title, Text string
	Parts       []TourPart
}

// TourPart is a part of a Tour, under a title of its own.
type TourPart struct {
	Title string
	Stops []Stop
}

// Stop is one URL of a Tour. What is no URL leads to its explanation.
type Stop struct{ URL, Title, Text string }

// tourStop is a stop as its page shows it.
type tourStop struct {
	Stop
	Scheme string
	Link   string
	Guide  string // the page about its scheme; "": there is none
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
			p.Stops = append(p.Stops, g.tourStop(s))
		}
		parts = append(parts, p)
	}
	g.render(w, "tour", page{Title: t.Title, Body: struct {
		Text  string
		Parts []tourPart
	}{t.Text, parts}})
}

// tourStop returns a stop with its links.
func (g *Gateway) tourStop(s Stop) tourStop {
	u, err := earl.RFC3986.Parse(s.URL)
	if err != nil || !g.opens(u) {
		scheme, _, _ := strings.Cut(s.URL, ":")
		return tourStop{Stop: s, Scheme: scheme, Link: "/explain?" + g.queryText(s.URL)}
	}
	u = u.WithoutPassword()
	s.URL = u.String()
	return tourStop{Stop: s, Scheme: u.Scheme(), Link: g.link("/open", u), Guide: guideOf(u.Scheme())}
}

// begin is where the start link leads to.
func (g *Gateway) begin() string {
	if g.options.Tour != nil {
		return "/tour"
	}
	return "/"
}
