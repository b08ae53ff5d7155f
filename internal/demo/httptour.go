package demo

import (
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
)

// card is an example on the page of the tour. The URL is one of the demo's own.
type card struct {
	Example
	Link template.URL
}

// tour shows a link to each scheme.
func (h *httpd) tour(w http.ResponseWriter) {
	v := view{Title: "Ten schemes in ten short visits", Up: "./",
		Text: "RFC 1738 gave ten ways to find a thing one common form. Here is a door for each, and for the schemes that came later. Your browser knows two or three of them; earl knows them all."}
	for _, d := range h.examples {
		v.Doors = append(v.Doors, card{d, template.URL(d.URL)})
	}
	h.render(w, http.StatusOK, v)
}

// messagesPath is the directory of the messages, which only http shows.
const messagesPath = "/letters/"

// messages lists the messages.
func (h *httpd) messages(w http.ResponseWriter) {
	v := view{Title: "The mailbox", Up: "/"}
	first, messages := h.box.all()
	for i, text := range messages {
		v.Rows = append(v.Rows, row{fmt.Sprintf("%s%d.eml", messagesPath, first+i), messageTitle(text), strconv.Itoa(len(text)), ""})
	}
	if len(v.Rows) == 0 {
		v.Text = "There are no messages."
	}
	h.render(w, http.StatusOK, v)
}

// messageTitle returns the subject of a message.
func messageTitle(text string) string {
	subject := decoded(field(strings.ReplaceAll(text, "\r\n", "\n"), "Subject"))
	if subject = printable(subject); subject == "" {
		return "A letter"
	}
	return subject
}

// message shows a message unchanged as text, whatever its type is.
func (h *httpd) message(w http.ResponseWriter, name string) {
	digits, _ := strings.CutSuffix(name, ".eml")
	n, err := strconv.Atoi(digits)
	first, messages := h.box.all()
	if err != nil || n < first || n >= first+len(messages) {
		h.fault(w, http.StatusNotFound, "There is no such message.")
		return
	}
	w.Header().Set("Content-Security-Policy", filePolicy)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte(messages[n-first]))
}
