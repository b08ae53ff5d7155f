package nntp

import (
	"net/mail"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/open/nntp/article"
)

// overview is what is known of an article without retrieving it: the fields that
// every overview has. Source: rfc3977 8.3.
type overview struct {
	number  string
	subject string // as the header has it; of what is no article the whole line
	from    string
	date    string
	id      string // with its angle brackets; "": it is no article
	refs    string
	size    int64 // octets; -1: not known
	cost    int   // octets that it takes while it is held
}

// overviewCost is what an overview takes beside its text, threaded.
const overviewCost = 256

// parseOverview reads a line of the reply to OVER or XOVER: number, Subject,
// From, Date, Message-ID, References, octets, lines. A line that is none is kept
// whole. Source: rfc3977 8.3.2.
func parseOverview(line string) overview {
	f := strings.Split(line, "\t")
	if len(f) < 6 || !isNumber(f[0]) {
		return overview{subject: line, size: -1, cost: len(line) + overviewCost}
	}
	o := overview{number: f[0], subject: f[1], from: f[2], date: f[3], id: f[4], refs: f[5], size: -1, cost: len(line) + overviewCost}
	if len(f) > 6 {
		o.size = parseSize(f[6])
	}
	return o
}

// headOverview makes the overview of an article of its header. Bytes is a field
// that some servers add.
func headOverview(number string, h article.Header) overview {
	o := overview{
		number: number, subject: h.Get("Subject"), from: h.Get("From"), date: h.Get("Date"),
		id: h.Get("Message-ID"), refs: h.Get("References"), size: parseSize(h.Get("Bytes")),
	}
	o.cost = len(o.subject) + len(o.from) + len(o.date) + len(o.id) + len(o.refs) + overviewCost
	return o
}

// parseSize reads a number of octets, -1 for none.
func parseSize(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// isNumber reports whether text is an article number. Source: rfc3977 9.8.
func isNumber(text string) bool {
	return text != "" && len(text) <= 16 && strings.Trim(text, "0123456789") == ""
}

// time returns the date, the zero time for none that can be read.
func (o *overview) time() time.Time {
	t, _ := mail.ParseDate(o.date)
	return t
}

// references returns the message-ids that an article answers, oldest first, with
// their angle brackets.
func (o *overview) references() []string {
	var ids []string
	for rest := o.refs; ; {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			return ids
		}
		n := strings.IndexByte(rest[i:], '>')
		if n < 0 {
			return ids
		}
		ids = append(ids, rest[i:i+n+1])
		rest = rest[i+n+1:]
	}
}
