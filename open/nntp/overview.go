package nntp

import (
	"net/mail"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/protocol/article"
)

// overview is what a server reports of an article without retrieving it: the
// fields of every overview. Source: rfc3977 8.3.
type overview struct {
	number  string
	subject string // as in the header; the whole line if it is not an article
	from    string
	date    string
	id      string // with its angle brackets; "" if it is not an article
	refs    string
	size    int64 // in bytes; -1 if not known
	cost    int   // bytes of memory while it is kept
	line    int   // its number in the reply, or 0
}

// overviewCost is the memory of a threaded overview in addition to its text.
const overviewCost = 256

// parseOverview reads a line of the reply to OVER or XOVER: number, Subject,
// From, Date, Message-ID, References, bytes, lines. Any other line is kept
// whole.
// Source: rfc3977 8.3.2.
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

// headOverview returns the overview of an article with a header. Some servers
// add the field Bytes.
func headOverview(number string, h article.Header) overview {
	o := overview{
		number: number, subject: h.Get("Subject"), from: h.Get("From"), date: h.Get("Date"),
		id: h.Get("Message-ID"), refs: h.Get("References"), size: parseSize(h.Get("Bytes")),
	}
	o.cost = len(o.subject) + len(o.from) + len(o.date) + len(o.id) + len(o.refs) + overviewCost
	return o
}

// parseSize reads a number of bytes, or returns -1.
func parseSize(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// isNumber reports whether text is an article number. Source: rfc3977 9.8.
func isNumber(text string) bool { return len(text) <= 16 && ascii.IsNumber(text) }

// time returns the date, or the zero Time if it cannot be read.
func (o *overview) time() time.Time {
	t, _ := mail.ParseDate(o.date)
	return t
}

// references returns the message-ids to which an article replies, oldest first,
// with their angle brackets.
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
