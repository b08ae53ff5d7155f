package gopher_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/views"
)

// infoFlood is an item of a directory, repeated.
const infoFlood = "flood: +INFO: 0A\\t/a\\tgopher.example\\t70\\t+\\r\\n+ABSTRACT:\\r\\n one\\r\\n\n"

// The suite for the additions of Gopher+: views with a length, attributes of a directory.
func TestPlusSuite(t *testing.T) {
	opentest.Run(t, gopher.Opener{}, opentest.Fixture{
		Edition:  earl.RFC1738,
		Document: "-- url --\ngopher://gopher.example/0/a%09%09+text/plain%20En_US\n-- wire --\nC: /a\\t+text/plain En_US\nS: +7\nS: one\nS-: tw\n",
		Listing: "-- url --\ngopher://gopher.example/1/m%09%09$\n-- wire --\nC: /m\\t$\nS: +-1\n" +
			"S: +INFO: 0A\\t/a\\tgopher.example\\t70\\t+\nS: +ABSTRACT:\nS:  one\nS: .\ndone\n",
		Endless:        "-- url --\ngopher://gopher.example/9/a%09%09+\n-- wire --\nC: /a\\t+\nS: +999999999999999999\nflood: x\n",
		EndlessListing: "-- url --\ngopher://gopher.example/1/m%09%09$\n-- wire --\nC: /m\\t$\nS: +-1\n" + infoFlood,
		Hostile: []opentest.Hostile{
			{URL: "gopher://gopher.example/0/a%09%09{}+"},
			{URL: "gopher://gopher.example/0/a%09%09+text/plain{}"},
			{URL: "gopher://gopher.example/0/a%09%09+text/plain%20En{}US"},
			{URL: "gopher://gopher.example/0/a%09%09!+ABS{}TRACT"},
			{URL: "gopher://gopher.example/1/a%09%09${}"},
			{URL: "gopher://gopher.example/0/a%09%09?{}"},
			{URL: "gopher://gopher.example/0/a%09%09+%091%0D%0A+-1%0D%0Aa{}b%0D%0A.%0D%0A"},
			{URL: "gopher://gopher.example/0/a{}b%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", Pass: "\t"},
		},
	})
}

// The suite again, for the attributes of an item, which have a length.
func TestAttributesSuite(t *testing.T) {
	opentest.Run(t, gopher.Opener{}, opentest.Fixture{
		Edition:  earl.RFC1738,
		Document: "-- url --\ngopher://gopher.example/0/a%09%09!\n-- wire --\nC: /a\\t!\nS: +34\nS: +INFO: 0A\\t/a\\tgopher.example\\t70\\t+\n",
		Endless:  "-- url --\ngopher://gopher.example/0/a%09%09!\n-- wire --\nC: /a\\t!\nS: +-1\n" + infoFlood,
	})
}

// form opens the form of an item that has one with these lines.
func form(t *testing.T, url string, lines ...string) *open.Form {
	t.Helper()
	u, err := edition.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	reply := "+-2\r\n+ASK:\r\n " + strings.Join(lines, "\r\n ") + "\r\n"
	res, err := open.New(pieces(100, reply), gopher.Opener{}).Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	return res.(*open.Form)
}

// rfc1738 3.4.9: the answers to each question, byte for byte. An answer that
// would end the form or a line early is refused and not quoted (F6).
func TestAnswers(t *testing.T) {
	const ask = "gopher://h.example/0/a%09%09?"
	filled := func(lines string) string {
		return "gopher://h.example/0/a%09%09+%091%0D%0A+-1%0D%0A" + lines + ".%0D%0A"
	}
	for _, test := range []struct {
		lines, answers []string
		want           string // "": refused
	}{
		{[]string{"Ask: a", "Ask: b"}, []string{"ask_item1_value", "ask_item2_value"}, filled("ask_item1_value%0D%0Aask_item2_value%0D%0A")},
		{[]string{"Ask: a\tx"}, []string{""}, filled("%0D%0A")},
		{[]string{"Ask: a"}, []string{"fox & h\u00f6n"}, filled("fox%20&%20h%C3%B6n%0D%0A")},
		{[]string{"Ask: a"}, []string{".."}, filled("..%0D%0A")},
		{[]string{"Ask: a"}, []string{"."}, ""},
		{[]string{"Ask: a"}, []string{"x\ny"}, ""},
		{[]string{"AskP: a"}, []string{"s3cr3t\r"}, ""},
		{[]string{"AskP: a"}, []string{"s3cr3t\x00"}, ""},
		{[]string{"Ask: a"}, []string{"s3cr3t\tx"}, ""},
		{[]string{"Ask: a"}, nil, ""},
		{[]string{"Ask: a"}, []string{"a", "b"}, ""},
		{[]string{"Note: a", "", "Ask: b"}, []string{"not looked at\r\n", "", "x"}, filled("x%0D%0A")},
		{[]string{"AskL: a"}, []string{""}, filled("0%0D%0A")},
		{[]string{"AskL: a"}, []string{"\n"}, filled("1%0D%0A%0D%0A")},
		{[]string{"AskL: a"}, []string{"one\r\ntwo\rthree\n\nfive"}, filled("5%0D%0Aone%0D%0Atwo%0D%0Athree%0D%0A%0D%0Afive%0D%0A")},
		{[]string{"AskL: a"}, []string{"one\n.\ntwo"}, ""},
		{[]string{"Select: a"}, []string{"1"}, filled("1%0D%0A")},
		{[]string{"Select: a:1"}, []string{"0"}, filled("0%0D%0A")},
		{[]string{"Select: a"}, []string{"yes"}, ""},
		{[]string{"Choose: a\tYes\tNot!"}, []string{"Not!"}, filled("Not!%0D%0A")},
		{[]string{"Choose: a\tYes\tNot!"}, []string{"s3cr3t"}, ""},
		{[]string{"ChooseF: a", "Ask: b"}, []string{"line\n..\n", "x"}, filled("x%0D%0Aline%0D%0A..%0D%0A")},
		{[]string{"ChooseF: a"}, []string{""}, filled("")},
		{[]string{"ChooseF: a"}, []string{"line\n.\n"}, ""},
		{[]string{"ChooseF: a", "ChooseF: b"}, []string{"", "x"}, filled("x%0D%0A")},
		{[]string{"ChooseF: a", "ChooseF: b"}, []string{"x", "y"}, ""},
	} {
		u, err := form(t, ask, test.lines...).Answer(test.answers)
		if (err != nil) != (test.want == "") || err == nil && u.String() != test.want {
			t.Errorf("the answers %q to %q: %s, %v, want %q", test.answers, test.lines, u, err, test.want)
		}
		if err != nil && strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("the answer is in the error %q", err)
		}
		if err == nil {
			answersPass(t, u)
		}
	}
}

// answersPass checks that a completed form passes the guard only with
// Policy.Ask (F6).
func answersPass(t *testing.T, u earl.URL) {
	t.Helper()
	_, err := open.New(open.Options{}, gopher.Opener{}).Open(t.Context(), u)
	var refusal *open.Refusal
	if !errors.As(err, &refusal) || refusal.Name != open.GuardCtlOctet {
		t.Errorf("%s without Policy.Ask: %v, want a refusal", u, err)
	}
	options := pieces(100, "+-1\r\n.\r\n")
	options.Policy.Ask = true
	if _, err := open.New(options, gopher.Opener{}).Open(t.Context(), u); err != nil {
		t.Errorf("%s with Policy.Ask: %v", u, err)
	}
}

// Every line of a form is traced except the answers, which may be secret (F3).
func TestAnswersAreNotTraced(t *testing.T) {
	u, _ := edition.Parse("gopher://h.example/0/a%09%09+%091%0D%0A+-1%0D%0As3cr3t%0D%0A%0D%0A.%0D%0A")
	var sent []string
	options := pieces(100, "+-1\r\n.\r\n")
	options.Policy.Ask = true
	options.Trace = func(e open.Event) {
		if e.Dir == 'C' {
			sent = append(sent, e.Line)
		}
	}
	if _, err := open.New(options, gopher.Opener{}).Open(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if want := []string{"/a%09+%091", "+-1", "xxxxx", "xxxxx", "."}; !slices.Equal(sent, want) {
		t.Errorf("traced %q, want %q", sent, want)
	}
}

// R10: in draft1994 the form may follow one %09; its answers are sent in the
// same way.
func TestFormOfDraft1994(t *testing.T) {
	for _, in := range []string{"gopher://h.example/0/a%09?", "gopher://h.example/0/a%09%09?"} {
		u, err := earl.Draft1994.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		res, err := open.New(pieces(100, "+-2\r\n+ASK:\r\n Ask: a\r\n"), gopher.Opener{}).Open(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		if u, err = res.(*open.Form).Answer([]string{"x"}); err != nil {
			t.Fatal(err)
		}
		answersPass(t, u)
	}
	u, err := earl.Draft1994.Parse("gopher://h.example/0/a%09+%091%0D%0A+-1%0D%0Ax%0D%0A.%0D%0A")
	if err != nil {
		t.Fatal(err)
	}
	answersPass(t, u)
}

// Gopher+ 1993, 2.4, 2.5: the contents of the blocks of an item.
func TestAttributes(t *testing.T) {
	all := gopher.ParseAttributes("+INFO: 0A\t/a\th\t70\t+\r\n+ADMIN:\r\n Admin: <a> Someone <a@h.example>\r\n" +
		" Mod-Date: <no> Fri Nov 20 <20261120111808>\r\n+VIEWS:\r\n Text/plain En_US: <.1k>\r\n text/html: <12b>\r\n\r\n" +
		"+ABSTRACT: 0Away\t/x\th\t70\n+INFO: 0B\t/b\th\t70\n+Admin\n Mod-Date: never\n+ABSTRACT:\n caf\xe9\n  two\n")
	if len(all) != 2 {
		t.Fatalf("%d items: %q", len(all), all)
	}
	if got, want := all[0].Changed(), time.Date(2026, 11, 20, 11, 18, 8, 0, time.UTC); !got.Equal(want) || !all[1].Changed().IsZero() {
		t.Errorf("changed %v and %v, want %v and no time", got, all[1].Changed(), want)
	}
	views := []gopher.View{{Type: "Text/plain", Language: "En_US", Size: -1}, {Type: "text/html", Size: 12}}
	if got := all[0].Views(); !slices.Equal(got, views) {
		t.Errorf("views %+v, want %+v", got, views)
	}
	if got := views[0].Plus() + views[1].Plus(); got != "+Text/plain En_US+text/html" {
		t.Errorf("Plus: %q", got)
	}
	for i, want := range []string{"0Away\t/x\th\t70", "caf\u00e9\n two"} {
		if b, ok := all[i].Block("+abstract"); !ok || b.Text() != want {
			t.Errorf("the abstract is %q, want %q", b.Text(), want)
		}
	}
	if b, ok := all[0].Block("ASK"); ok || b.Questions() == nil || len(b.Questions()) > 0 {
		t.Errorf("a form %q", b)
	}
}

// FuzzAttributes parses any text as attributes: written and parsed again they are the same, and
// every question has a position in the form's URL.
func FuzzAttributes(f *testing.F) {
	for _, s := range opentest.Transcripts(f) {
		f.Add(replies(s)[0])
	}
	f.Add("+INFO\n+\n+A\n+A: b\n c\n.\n++\n")
	f.Add("+ 0") // a block without a name is not a block
	f.Fuzz(func(t *testing.T, raw string) {
		var text strings.Builder
		all := gopher.ParseAttributes(raw)
		for _, a := range all {
			for _, b := range a {
				text.WriteString(b.String())
			}
			a.Changed()
			for _, v := range a.Views() {
				if v.Type == "" || v.Size < -1 || strings.ContainsAny(v.Plus(), "\t\r\n") {
					t.Errorf("a view %+v", v)
				}
			}
		}
		again := gopher.ParseAttributes(text.String())
		if len(again) != len(all) || !slices.EqualFunc(again, all, sameAttributes) {
			t.Errorf("%q\nis written %q\nand read %q", all, text.String(), again)
		}
	})
}

func sameAttributes(a, b gopher.Attributes) bool {
	return slices.EqualFunc(a, b, func(x, y gopher.Block) bool {
		return x.Name == y.Name && x.Value == y.Value && slices.Equal(x.Lines, y.Lines)
	})
}

// FuzzAsk answers any form with any text: the URL is refused, or it is sent as
// the lines of the answers and ends at the end of the form (F6).
func FuzzAsk(f *testing.F) {
	f.Add("Ask: a\nAskL: b\nChoose: c\tx\ty\nSelect: d:1\nChooseF: e\nNote: f", "one\ntwo")
	f.Add("AskP: a\tdefault", ".")
	f.Fuzz(func(t *testing.T, ask, answer string) {
		b := gopher.Block{Name: "ASK", Lines: strings.Split(ask, "\n")}
		fields := b.Questions()
		if len(fields) != len(b.Lines) {
			t.Fatalf("%d questions of %d lines", len(fields), len(b.Lines))
		}
		if strings.ContainsAny(ask, "\r") || len(ask) > 4<<10 {
			return
		}
		form := form(t, "gopher://h.example/0/a%09%09?", b.Lines...)
		var answers []string
		for _, q := range form.Fields {
			answers = append(answers, q.Default)
			if len(q.Choices) == 0 && q.Input != open.InputCheck {
				answers[len(answers)-1] = answer
			}
		}
		u, err := form.Answer(answers)
		if err != nil {
			return
		}
		v, err := views.ParseGopher(u)
		if err != nil {
			t.Fatal(err)
		}
		lines, ok := v.Answers()
		plan, err := open.New(open.Options{Policy: open.Policy{Ask: true}}, gopher.Opener{}).Plan(t.Context(), &open.Request{URL: u})
		if !ok || err != nil || len(plan.Steps) != len(lines)+3 {
			t.Errorf("%s is sent as %q, %v", u, plan.Steps, err)
		}
	})
}
