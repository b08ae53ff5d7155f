package mcpserver

import (
	"context"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

const searchDescription = `Search a gopher server (a URL of item type 7, such as gopher://gopher.example/7/v2/vs) or a WAIS database (such as wais://wais.example/database). The result is a Markdown list of links: fetch one of them for its content.
The tool does not search the World Wide Web. The same URLs are refused as by fetch.`

type searchInput struct {
	URL    string `json:"url" jsonschema:"The URL of the search: a gopher URL of item type 7, or a WAIS database."`
	Words  string `json:"words" jsonschema:"The words to search for, in one line."`
	Offset int    `json:"offset,omitempty" jsonschema:"Skip this many characters of the content: the nextOffset of an earlier result. Default 0."`
	Max    int    `json:"max,omitempty" jsonschema:"Return at most this many characters of the content. Default and limit: what the user set (100000)."`
}

// search is the tool search.
func (s *Server) search(ctx context.Context, in searchInput) *Fetched {
	u, err := s.read(in.URL)
	if err == nil {
		u, err = s.found(ctx, u, in.Words)
	}
	if err != nil {
		return &Fetched{URL: line(earl.Redact(in.URL), maxURL), Size: -1, Error: problemOf(ctx, err)}
	}
	return s.page(ctx, u, in.Offset, in.Max)
}

// found returns the URL of a search for words.
func (s *Server) found(ctx context.Context, u earl.URL, words string) (earl.URL, error) {
	switch {
	case words == "":
		return earl.URL{}, fmt.Errorf("%w: words is empty", errInput)
	case len(words) > maxURL:
		return earl.URL{}, fmt.Errorf("%w: words has more than %d bytes", errInput, maxURL)
	case u.Scheme() != "gopher" && u.Scheme() != "gophers" && u.Scheme() != "wais":
		return earl.URL{}, fmt.Errorf("%w: only gopher and wais URLs are searches; use fetch for this URL", errInput)
	}
	res, err := s.follow(ctx, u)
	if err != nil {
		return earl.URL{}, err
	}
	f, ok := res.(*open.Form)
	if !ok {
		closeResource(res)
		return earl.URL{}, fmt.Errorf("%w: the URL is not a search, or it has words already; use fetch for this URL", errInput)
	}
	if !isSearch(f) {
		return earl.URL{}, fmt.Errorf("%w: the form of this URL has other questions than the words of a search", errInput)
	}
	return f.Answer([]string{words})
}

// closeResource closes a resource that is not read.
func closeResource(res open.Resource) {
	switch res := res.(type) {
	case *open.Document:
		res.Body.Close()
	case *open.Listing:
		res.Close()
	case *open.Session:
		res.Conn.Close()
	}
}
