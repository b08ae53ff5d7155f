package console

import (
	"bufio"
	"io"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/format/gemtext"
	"github.com/earl-url/earl/internal/term"
)

// gemtextLine is the number of bytes of a line that are shown at once: more than a heading or a
// link has. A longer paragraph is shown in pieces.
const gemtextLine = 64 << 10

// Gemtext writes a page of gemini to a terminal as it arrives: its lines with their marks, with
// headings in bold, and with the absolute URL of each link after its text. base is the URL of the
// page. It returns how many bytes it read.
func Gemtext(w io.Writer, page io.Reader, base earl.URL, paint term.Painter) (n int64, err error) {
	r := bufio.NewReaderSize(page, gemtextLine)
	var lines gemtext.Lines
	for {
		piece, err := r.ReadSlice('\n')
		n += int64(len(piece))
		end := "\n"
		if err == bufio.ErrBufferFull {
			end, err = "", nil
		}
		if len(piece) > 0 {
			if _, err := io.WriteString(w, gemtextText(lines.Next(string(piece)), base, paint)+end); err != nil {
				return n, Local(err)
			}
		}
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// gemtextText returns a line, safe for a terminal.
func gemtextText(l gemtext.Line, base earl.URL, paint term.Painter) string {
	text := term.Safe(l.Text)
	switch l.Kind {
	case gemtext.Heading:
		return paint.Paint(term.Bold, "###"[:l.Level]+" "+text)
	case gemtext.Item:
		return "* " + text
	case gemtext.Quote:
		return paint.Paint(term.Dim, "> "+text)
	case gemtext.Fence:
		return paint.Paint(term.Dim, "```"+text)
	case gemtext.Link:
		to := l.URL
		if u, err := earl.RFC3986.Resolve(base, l.URL); err == nil {
			to = u.Redacted()
		}
		link := paint.Paint(term.Cyan, term.Safe(earl.Redact(to)))
		if text == "" {
			return "=> " + link
		}
		return "=> " + paint.Paint(term.Bold, text) + "  " + link
	}
	return text
}
