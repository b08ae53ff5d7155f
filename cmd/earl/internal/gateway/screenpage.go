package gateway

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/session"
	"github.com/earl-url/earl/open"
)

// screenBody is what the page of a service with screens shows: the screen as text, with its
// input fields in their places. It runs no script.
type screenBody struct {
	ID      string
	User    string // the user in the URL, which is advice, or ""
	Rows    []screenRow
	Sizes   []int // the different sizes of its input fields
	Row     int   // of the cursor, from 1
	Column  int
	Locked  bool
	Message string // why the last key had no effect, or ""
	Place   string // where the user continues: the id of an element
	Seen    int64  // the state of the session; a form of another state is not sent
	PF, PA  []screenButton
	session.State
}

// screenButton is a key that the page has as a button.
type screenButton struct{ Key, Label string }

// screenRow is a row of a screen.
type screenRow []screenPart

// screenPart is a piece of a row: text that is shown in one way, or an input field.
type screenPart struct {
	Text  string
	Class string // of the text; "" for the usual one

	Field   string // the name of the input field, or "" for text
	Label   string // of the field: the text before it
	Size    int    // the characters that the field has in this row
	Max     int    // the characters that it takes
	Hidden  bool
	Numeric bool
	Focus   bool
}

// showScreen shows the screen of a session, and a message.
func (g *Gateway) showScreen(w http.ResponseWriter, s *session.Terminal, message string) {
	state := s.State()
	view := s.Screen.Show()
	b := screenBody{ID: s.ID, User: sanitize.Line(s.User), Locked: view.Locked, Message: message, Seen: state.End, State: state,
		Row: view.Cursor/view.Columns + 1, Column: view.Cursor%view.Columns + 1}
	b.Place = screenPlace(view)
	b.Rows = screenRows(view, state.Ended == "" && !view.Locked)
	for _, row := range b.Rows {
		for _, part := range row {
			if part.Field != "" && !slices.Contains(b.Sizes, part.Size) {
				b.Sizes = append(b.Sizes, part.Size)
			}
		}
	}
	for i := range 24 {
		b.PF = append(b.PF, screenButton{"pf" + strconv.Itoa(i+1), "PF" + strconv.Itoa(i+1)})
	}
	for i := range 3 {
		b.PA = append(b.PA, screenButton{"pa" + strconv.Itoa(i+1), "PA" + strconv.Itoa(i+1)})
	}
	p := g.about(target{url: s.URL}, titleOf(s.URL))
	p.Body, p.Nonce = b, access.Random()
	g.render(w, "panel", p)
}

// screenRows returns the rows of a screen. Without fill, the input fields are text.
func screenRows(view open.ScreenView, fill bool) []screenRow {
	rows := make([]screenRow, view.Rows)
	fields := map[int]open.ScreenField{}
	if fill {
		for _, f := range view.Fields {
			fields[f.At] = f
		}
	}
	for y := range rows {
		row := view.Cells[y*view.Columns : (y+1)*view.Columns]
		for x := 0; x < len(row); {
			if f, ok := fields[y*view.Columns+x]; ok {
				part := fieldPart(view, f, row[:x], x)
				rows[y] = append(rows[y], part)
				x += part.Size
				continue
			}
			begin, class := x, cellClass(row[x])
			for x++; x < len(row) && cellClass(row[x]) == class; x++ {
				if _, ok := fields[y*view.Columns+x]; ok {
					break
				}
			}
			text := make([]rune, 0, x-begin)
			for _, c := range row[begin:x] {
				text = append(text, c.Char)
			}
			rows[y] = append(rows[y], screenPart{Text: string(text), Class: class})
		}
	}
	return rows
}

// fieldPart returns the input field that begins in column x of a row.
func fieldPart(view open.ScreenView, f open.ScreenField, before []open.ScreenCell, x int) screenPart {
	var text []rune
	for _, c := range before {
		if text = append(text, c.Char); c.Input { // of another field
			text = nil
		}
	}
	label := strings.Trim(string(text), " .:=>-_")
	if label == "" {
		label = fmt.Sprintf("Row %d, column %d", f.At/view.Columns+1, x+1)
	}
	return screenPart{Field: "f" + strconv.Itoa(f.At), Text: f.Text, Label: label, Size: min(f.Len, view.Columns-x), Max: f.Len,
		Hidden: f.Hidden, Numeric: f.Numeric, Focus: hasCursor(view, f)}
}

// cellClass returns the class of how a cell is shown.
func cellClass(c open.ScreenCell) string {
	var list []string
	if c.Bright {
		list = append(list, "bright")
	}
	if c.Reverse {
		list = append(list, "reverse")
	}
	if c.Underline {
		list = append(list, "under")
	}
	if c.Color != open.ColorDefault {
		list = append(list, "c"+strconv.Itoa(int(c.Color)))
	}
	return strings.Join(list, " ")
}

// screenKey fills the input fields of a screen with those of a form, puts the cursor if the
// user has asked for it, and presses a key.
func (g *Gateway) screenKey(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.Find(r.PostFormValue("id"))
	if s == nil {
		g.noSession(w)
		return
	}
	if s.Screen == nil {
		access.Refuse(w, http.StatusBadRequest, "This service has no screens.")
		return
	}
	end := s.State().End
	if r.PostFormValue("seen") != strconv.FormatInt(end, 10) {
		g.showScreen(w, s, "The service has changed the screen. Nothing was sent.")
		return
	}
	if err := pressKey(s.Screen, r); err != nil {
		g.showScreen(w, s, sanitize.Line(err.Error()))
		return
	}
	s.Settle(r.Context(), end)
	http.Redirect(w, r, "/session?id="+s.ID+"#"+screenPlace(s.Screen.Show()), http.StatusSeeOther)
}

// The ids of the places on the page of a screen that its fragment can name. A browser puts
// the keyboard at the place of the fragment, and then ignores autofocus.
const (
	fieldPlace   = "here"    // the input field with the cursor
	displayPlace = "display" // the whole screen
)

// screenPlace returns the place on the page of a screen where the user continues.
func screenPlace(view open.ScreenView) string {
	if view.Locked {
		return displayPlace
	}
	for _, f := range view.Fields {
		if hasCursor(view, f) {
			return fieldPlace
		}
	}
	return displayPlace
}

// hasCursor reports whether the cursor is in an input field, which may continue in the
// first row of the screen.
func hasCursor(view open.ScreenView, f open.ScreenField) bool {
	return (view.Cursor-f.At+len(view.Cells))%len(view.Cells) < f.Len
}

// errButton is the error of a form whose button is not a key that is sent.
var errButton = errors.New("no such key")

// pressKey does what a form says.
func pressKey(screen open.Screen, r *http.Request) error {
	key := r.PostFormValue("key")
	if key != "enter" && key != "clear" && !strings.HasPrefix(key, "pf") && !strings.HasPrefix(key, "pa") {
		return errButton
	}
	for _, f := range screen.Show().Fields {
		values, sent := r.PostForm["f"+strconv.Itoa(f.At)]
		if !sent || values[0] == f.Text || f.Hidden && values[0] == "" {
			continue
		}
		if err := screen.Fill(f.At, values[0]); err != nil {
			return err
		}
	}
	row, rerr := strconv.Atoi(r.PostFormValue("row"))
	column, cerr := strconv.Atoi(r.PostFormValue("column"))
	if view := screen.Show(); rerr == nil && cerr == nil && row >= 1 && row <= view.Rows && column >= 1 && column <= view.Columns {
		if err := screen.Move((row-1)*view.Columns + column - 1); err != nil {
			return err
		}
	}
	return screen.Press(key)
}
