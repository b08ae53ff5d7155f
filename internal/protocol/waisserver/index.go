package waisserver

import (
	"fmt"
	"slices"
	"strings"
)

// Database is a set of documents with a name.
type Database struct {
	Name        string
	Description string
	Documents   []Document
	// Scores returns the scores of the documents that words find, by their IDs.
	// Each is from 1 to 1000. Several goroutines may call it. With a nil Scores
	// any of the words, or of their beginnings, finds a document.
	Scores func(words string) map[string]int
}

// Document is one document of a database.
type Document struct {
	ID       string // any bytes; it identifies the document in its database
	Type     string // such as "TEXT"
	Headline string
	Date     string // yyyymmdd; "": not known
	Body     []byte
}

// search returns the hits for words, the best first.
func (d *Database) search(words string) []Hit {
	scores := d.Scores
	if scores == nil {
		scores = d.scores
	}
	var hits []Hit
	found := scores(words)
	for _, doc := range d.Documents {
		if score := found[doc.ID]; score > 0 {
			hits = append(hits, doc.hit(d, score))
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return b.Score - a.Score })
	return hits
}

// scores finds documents that contain one of the words. A word "x*" matches all
// that begin with x.
func (d *Database) scores(words string) map[string]int {
	scores, best := map[string]int{}, 0
	terms := strings.Fields(strings.ToLower(words))
	for _, doc := range d.Documents {
		for _, word := range strings.FieldsFunc(strings.ToLower(doc.Headline+" "+string(doc.Body)), isNoLetter) {
			if slices.ContainsFunc(terms, func(term string) bool { return matches(word, term) }) {
				scores[doc.ID]++
				best = max(best, scores[doc.ID])
			}
		}
	}
	for id := range scores {
		scores[id] = max(1, scores[id]*1000/best)
	}
	return scores
}

// matches reports whether a word matches a term.
func matches(word, term string) bool {
	if prefix, ok := strings.CutSuffix(term, "*"); ok && prefix != "" {
		return strings.HasPrefix(word, prefix)
	}
	return word == term
}

func isNoLetter(r rune) bool {
	return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80)
}

// hit returns the hit for a document.
func (doc *Document) hit(d *Database, score int) Hit {
	date := doc.Date
	if date == "" {
		date = "0"
	}
	return Hit{ID: doc.ID, Score: score, Length: len(doc.Body), Lines: strings.Count(string(doc.Body), "\n"),
		Types: []string{doc.Type}, Source: d.Name, Date: date, Headline: doc.Headline}
}

// The document-ids of a database's description and of the list of its
// documents.
const (
	sourceID    = "\x03\x06source"
	catalogueID = "\x03\x09catalogue"
)

// about returns the documents that describe d.
func (d *Database) about(port int) []Document {
	source := fmt.Sprintf("(:source\n   :version 3\n   :tcp-port %d\n   :database-name %s\n   :description %s\n)\n", port, lisp(d.Name), lisp(d.Description))
	var catalogue strings.Builder
	for _, doc := range d.Documents {
		fmt.Fprintf(&catalogue, "Headline: %s\nType: %s\n\n", doc.Headline, doc.Type)
	}
	return []Document{
		{ID: sourceID, Type: "WSRC", Headline: "Information on database: " + d.Name, Body: []byte(source)},
		{ID: catalogueID, Type: "TEXT", Headline: "Catalog for database: " + d.Name, Body: []byte(catalogue.String())},
	}
}

// lisp returns a string in the form of a source description.
func lisp(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
