package open

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// F3: a login is requested only for the URL's own origin.
func TestLoginIsBoundToItsOrigin(t *testing.T) {
	tests := []struct {
		src   string
		asked Login
		want  string
	}{
		{"F3", Login{}, ""},
		{"F3", Login{Scheme: "ftp", Host: "PUBLIC.test:2121"}, ""},
		{"F3", Login{Scheme: "ftp", Host: "public.test:21"}, GuardCrossCredentials},
		{"F3", Login{Scheme: "http", Host: "public.test:2121"}, GuardCrossCredentials},
		{"F3", Login{Scheme: "ftp", Host: "other.test:2121"}, GuardCrossCredentials},
	}
	for _, tt := range tests {
		var asked []string
		o := newNetwork().options(Options{Login: func(_ context.Context, l Login) (Login, error) {
			asked = append(asked, l.Scheme+"://"+strings.ToLower(l.Host))
			return Login{Host: "elsewhere", Password: earl.NewSecret("geheim")}, nil
		}})
		c := New(o, &fake{schemes: everything, login: &tt.asked})
		_, err := c.Open(t.Context(), parse(t, "ftp://public.test:2121/"))
		if refusalOf(err) != tt.want {
			t.Errorf("%s: %+v: %v, want refusal %q", tt.src, tt.asked, err, tt.want)
		}
		if got := strings.Join(asked, " "); tt.want == "" && got != "ftp://public.test:2121" || tt.want != "" && got != "" {
			t.Errorf("%s: %+v: asked %q", tt.src, tt.asked, got)
		}
	}
}

// F3: a password that a server repeats is hidden in errors, traces and notes.
func TestSecretsAreHidden(t *testing.T) {
	const url = "ftp://me:gehe%69m@public.test/"
	say := "530 geheim is not the password of me, gehe%69m neither, answered is not either"
	var trace []string
	o := newNetwork().options(Options{
		Trace: func(e Event) { trace = append(trace, e.Line) },
		Login: func(context.Context, Login) (Login, error) {
			return Login{Account: earl.NewSecret("answered")}, nil
		},
	})
	fail := true
	f := &fake{schemes: everything, login: &Login{}, answer: map[string]func(*Call) (Resource, error){url: func(r *Call) (Resource, error) {
		r.Trace(Event{'S', say})
		if fail {
			return nil, fmt.Errorf("%w: %s", ErrLogin, say)
		}
		d := document(r, "", 0)
		d.Note = []string{say}
		return d, nil
	}}}
	c := New(o, f)
	_, err := c.Open(t.Context(), parse(t, url))
	const want = "530 xxxxx is not the password of me, xxxxx neither, xxxxx is not either"
	if !errors.Is(err, ErrLogin) || !strings.HasSuffix(err.Error(), want) || errors.Unwrap(err) != nil {
		t.Errorf("error %v, want ErrLogin: %s", err, want)
	}
	var refusal *Refusal
	if errors.As(err, &refusal) {
		t.Error("a Refusal was found in another error")
	}
	fail = false
	res, err := c.Open(t.Context(), parse(t, url))
	if err != nil {
		t.Fatal(err)
	}
	if n := res.Info().Note[0]; n != want {
		t.Errorf("note %q, want %q", n, want)
	}
	for _, line := range trace {
		if line != want {
			t.Errorf("trace %q, want %q", line, want)
		}
	}
}

// F3: a password that a server repeats in a redirect or a form is hidden too.
func TestSecretsAreHiddenInReferrals(t *testing.T) {
	const url, say = "ftp://me:geheim@public.test/", "see geheim there"
	refers := func(r *Call) (Resource, error) {
		return &Referral{Meta: Meta{URL: r.URL}, Reason: say, Targets: []earl.URL{parse(t, "ftp://other.test/")}}, nil
	}
	ask := func(r *Call) (Resource, error) {
		return &Form{Meta: Meta{URL: r.URL}, Title: say, Fields: []Question{{Prompt: say}}}, nil
	}
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){url: refers}}
	var trace []string
	c := New(newNetwork().options(Options{Trace: func(e Event) { trace = append(trace, e.Line) }}), f)
	res, err := c.Follow(t.Context(), parse(t, url))
	if err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(append(trace, res.Info().Note...), "\n"); strings.Contains(all, "geheim") || !strings.Contains(all, "see xxxxx there") {
		t.Errorf("trace and notes: %q", all)
	}
	f.answer[url] = ask
	if res, err = c.Open(t.Context(), parse(t, url)); err != nil {
		t.Fatal(err)
	}
	if form := res.(*Form); form.Title != "see xxxxx there" || form.Fields[0].Prompt != "see xxxxx there" {
		t.Errorf("form %+v", form)
	}
}
