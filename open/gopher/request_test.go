package gopher

import (
	"errors"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// The request, byte for byte: as in R5, and the literal form of 3.4.3. The examples of rfc1738
// 3.4.2-3.4.9 are among the rows, unchanged.
func TestRequest(t *testing.T) {
	for _, row := range []struct {
		src, in       string
		want, literal string
	}{
		{"3.4.1 B24", "gopher://h", "\r\n", "\r\n"},
		{"3.4.1 B24", "gopher://h/", "\r\n", "\r\n"},
		{"3.4.1 B24", "gopher://h/1", "\r\n", "\r\n"},
		{"3.4.1 B6", "gopher://h/00/a", "0/a\r\n", "0/a\r\n"},
		{"3.4.1 A3", "gopher://h/0%FF%25", "\xFF%\r\n", "\xFF%\r\n"},
		{"3.4.2 B7", "gopher://h/7s%09a%20b", "s\ta b\r\n", "s\ta b\r\n"},
		{"3.4.2", "gopher://h/7s%09", "s\t\r\n", "s\t\r\n"},
		{"3.4.2 R5", "gopher://h/0s%09", "s\r\n", "s\t\r\n"},
		{"3.4.2", "gopher://h/0s%09w", "s\tw\r\n", "s\tw\r\n"},
		{"3.4.3 R5", "gopher://h/0s%09%09", "s\r\n", "s\t\t\r\n"},
		{"3.4.3 R5", "gopher://h/0s%09w%09", "s\tw\r\n", "s\tw\t\r\n"},
		{"3.4.3 3.4.4 B7 R5", "gopher://h/0s%09%09+", "s\t+\r\n", "s\t\t+\r\n"},
		{"3.4.3 B7 R5", "gopher://h/7s%09%09+", "s\t\t+\r\n", "s\t\t+\r\n"},
		{"3.4.3 B7", "gopher://h/7s%09w%09+", "s\tw\t+\r\n", "s\tw\t+\r\n"},
		{"3.4.3 B7", "gopher://h/0s%09w%09+", "s\tw\t+\r\n", "s\tw\t+\r\n"},
		{"3.4.4 3.4.5 B8", "gopher://h/0s%09%09?", "s\t!\r\n", "s\t\t?\r\n"},
		{"3.4.6 B26", "gopher://h/0s%09%09!", "s\t!\r\n", "s\t\t!\r\n"},
		{"3.4.6 B26", "gopher://h/7s%09%09!", "s\t\t!\r\n", "s\t\t!\r\n"},
		{"3.4.6 B26", "gopher://h/1s%09%09$", "s\t$\r\n", "s\t\t$\r\n"},
		{"3.4.7 B26", "gopher://h/0s%09%09!+ABSTRACT", "s\t!+ABSTRACT\r\n", "s\t\t!+ABSTRACT\r\n"},
		{"3.4.7 B26", "gopher://h/0s%09%09!+ABSTRACT%20+SMELL", "s\t!+ABSTRACT+SMELL\r\n", "s\t\t!+ABSTRACT +SMELL\r\n"},
		{"3.4.7 B26", "gopher://h/1s%09%09$ABSTRACT%20SMELL", "s\t$+ABSTRACT+SMELL\r\n", "s\t\t$ABSTRACT SMELL\r\n"},
		{"3.4.8 B8", "gopher://h/0s%09%09+application/postscript%20Es_ES", "s\t+application/postscript Es_ES\r\n", "s\t\t+application/postscript Es_ES\r\n"},
		{"3.4.9 B8 F6", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0Ab%0D%0A.%0D%0A", "s\t+\t1\r\n+-1\r\na\r\nb\r\n.\r\n", "s\t+\t1\r\n+-1\r\na\r\nb\r\n.\r\n"},
		{"3.4.8 3.4.9", "gopher://h/0s%09%09+Text/plain%20En_US%091%0D%0A+-1%0D%0A.%0D%0A", "s\t+Text/plain En_US\t1\r\n+-1\r\n.\r\n", "s\t+Text/plain En_US\t1\r\n+-1\r\n.\r\n"},
		{"3.4.9", "gopher://h/7s%09w%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", "s\tw\t+\t1\r\n+-1\r\na\r\n.\r\n", "s\tw\t+\t1\r\n+-1\r\na\r\n.\r\n"},
		{"F6", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A", "", ""},
		{"F6", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0Ab%0D%0A.%0D%0A", "", ""},
		{"F6", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0Ab", "", ""},
		{"F6", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0Ab%0D%0A.%0D%0A", "", ""},
		{"F6", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa.%0D%0A", "", ""},
		{"F6", "gopher://h/0s%09%09+%090", "", ""},
		{"F6", "gopher://h/0s%09%09+%091%0D%0A+-2%0D%0Aa%0D%0A", "", ""},
		{"F6", "gopher://h/0s%09%09+%091%0D%0A+1%0D%0Aa", "", ""},
		{"F6", "gopher://h/0s%09%09!%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", "", ""},
		{"F6", "gopher://h/0s%09%09+a%0Db%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", "", ""},
		{"F6", "gopher://h/0s%00%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", "", ""},
		{"R6 3.4.9 F6", "gopher://h/1a_gopher_selector%09%09+%091%0D%0A+-1%0D%0Aask_item%0D%0A.%0D%0A", "a_gopher_selector\t+\t1\r\n+-1\r\nask_item\r\n.\r\n", "a_gopher_selector\t+\t1\r\n+-1\r\nask_item\r\n.\r\n"},
		{"R6 F6", "gopher://h/1s%09%09+%091%0D%0A+-1%0D%0Aask_item%0D%0A.%0D%0ADELETE%0D%0A", "", ""},
		{"R6 F6", "gopher://h/1s%09%09+%0D%0A", "", ""},
		{"R6 F6", "gopher://h/1s%09%09+%092%0D%0A+-1%0D%0Aask_item%0D%0A.%0D%0A", "", ""},
		{"F2", "gopher://h/0s%00", "", ""},
		{"F2", "gopher://h/0s%7F", "", ""},
		{"F2", "gopher://h/7s%09w%1B", "", ""},
	} {
		checkRequest(t, earl.RFC1738, Options{}, row.src, row.in, row.want)
		checkRequest(t, earl.RFC1738, Options{Literal: true}, row.src, row.in, row.literal)
	}
}

// checkRequest compares the request for a URL; "" means that it has a control byte.
func checkRequest(t *testing.T, e *earl.Edition, o Options, src, in, want string) {
	t.Helper()
	v, err := views.ParseGopher(e.MustParse(in))
	if err != nil {
		t.Fatal(err)
	}
	got, err := o.request(v)
	if got != want || errors.Is(err, earl.ErrControl) != (want == "") {
		t.Errorf("%s: request of %q, %+v = %q, %v, want %q", src, in, o, got, err, want)
	}
}

// draft1994 3.4.3: a gopher+ string is sent without a search if the URL has none; draft1993 has
// no such string.
func TestLiteralRequestOfTheDrafts(t *testing.T) {
	for _, row := range []struct {
		e        *earl.Edition
		in, want string
	}{
		{earl.Draft1994, "gopher://h/0s%09+", "s\t+\r\n"},
		{earl.Draft1994, "gopher://h/0s%09%09+", "s\t\t+\r\n"},
		{earl.Draft1994, "gopher://h/0s%09w%09+", "s\tw\t+\r\n"},
		{earl.Draft1994, "gopher://h/0s%09w", "s\tw\r\n"},
		{earl.Draft1994, "gopher://h/0s%09?", "s\t?\r\n"},
		{earl.Draft1994, "gopher://h/0s%09!+ABSTRACT%20+SMELL", "s\t!+ABSTRACT +SMELL\r\n"},
		{earl.Draft1994, "gopher://h/7s%09%09+", "s\t\t+\r\n"},
		{earl.Draft1994, "gopher://h/7s%09w%09$", "s\tw\t$\r\n"},
		{earl.Draft1994, "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", "s\t+\t1\r\n+-1\r\na\r\n.\r\n"},
		{earl.Draft1994, "gopher://h/0s%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", "s\t+\t1\r\n+-1\r\na\r\n.\r\n"},
		{earl.Draft1993, "gopher://h/7s?a+b", "s\ta b\r\n"},
	} {
		checkRequest(t, row.e, Options{Literal: true}, row.e.Name()+" 3.4.3", row.in, row.want)
	}
}

// B7: how Gopher+ servers read URLs of the drafts: selector TAB string, selector TAB words.
func TestRequestOfTheDrafts(t *testing.T) {
	checkRequest(t, earl.Draft1994, Options{}, "B7", "gopher://h/0s%09+", "s\t+\r\n")
	checkRequest(t, earl.Draft1994, Options{}, "B7", "gopher://h/7s%09+", "s\t+\r\n")
	checkRequest(t, earl.Draft1993, Options{}, "B7", "gopher://h/7s?a+b", "s\ta b\r\n")
}
