package explain

import "github.com/earl-url/earl"

// Piece is a part of a drawn text.
type Piece struct {
	Text  string
	Name  string // the name of a component, "fault" for a violation, or ""
	After string // the text between a component and the next one
}

// Pieces splits the text of a URL into its components. The text between two components
// belongs to the first one, so that the name of a short component has room below both.
func Pieces(u earl.URL) []Piece {
	var all []Piece
	text, at := u.String(), 0
	between := func(to int) {
		if len(all) > 0 {
			all[len(all)-1].After += text[at:to]
		} else if to > at {
			all = append(all, Piece{Text: text[at:to]})
		}
	}
	for _, c := range Components {
		off, n, ok := u.Span(c.At)
		if !ok || off < at {
			continue
		}
		between(off)
		if at = off + n; n > 0 {
			all = append(all, Piece{Text: text[off:at], Name: c.Name})
		}
	}
	between(len(text))
	return all
}

// FaultPieces splits a text at its violations. A piece without a text is at a position
// where something is missing.
func FaultPieces(text string, violations []earl.Violation) []Piece {
	var all []Piece
	at := 0
	for _, v := range violations {
		from, to := min(max(v.Off, at), len(text)), min(max(v.Off+v.Len, at), len(text))
		if from > at {
			all = append(all, Piece{Text: text[at:from]})
		}
		if v.Len == 0 || to > from {
			all = append(all, Piece{Text: text[from:to], Name: "fault"})
		}
		at = to
	}
	if at < len(text) {
		all = append(all, Piece{Text: text[at:]})
	}
	return all
}
