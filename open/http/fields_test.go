package http_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// Fields have curl's form. An error quotes no value.
func TestParseFields(t *testing.T) {
	t.Parallel()
	got, err := http.ParseFields([]string{"accept: text/html", "X-Two: a:b ", "x-two:\tc", "X-Empty;", "User-Agent:"})
	want := nethttp.Header{"Accept": {"text/html"}, "X-Two": {"a:b", "c"}, "X-Empty": {""}, "User-Agent": nil}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("ParseFields = %q, %v, want %q", got, err, want)
	}
	for _, line := range []string{"", "no colon s3cret", ": s3cret", "a b: s3cret", "X-Y: s3cret\r\nX-Z: s3cret", "X-Y: s3cret\x00"} {
		if got, err := http.ParseFields([]string{line}); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("ParseFields(%q) = %q, %v", line, got, err)
		}
	}
}

func TestIsSecret(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Authorization": true, "Proxy-Authorization": true, "Cookie": true, "Set-Cookie": true, "X-Api-Key": true, "PRIVATE-TOKEN": true,
		"X-Auth-Token": true, "X-Session": true, "X-Amz-Signature": true, "X-Plain": true,
		"Accept": false, "user-agent": false, "If-None-Match": false, "Content-Type": false, "DNT": false,
	} {
		if got := http.IsSecret(name); got != want {
			t.Errorf("IsSecret(%q) = %v, want %v", name, got, want)
		}
	}
}

// recorder is a server that records the fields of its requests.
type recorder struct {
	mu   sync.Mutex
	seen []string
	next func(w nethttp.ResponseWriter, r *nethttp.Request)
}

func (x *recorder) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	x.mu.Lock()
	h := r.Header
	x.seen = append(x.seen, fmt.Sprintf("%s accept=%s agent=%s auth=%s key=%s plain=%s host=%s",
		r.URL.Path, h.Get("Accept"), h.Get("User-Agent"), h.Get("Authorization"), h.Get("X-Api-Key"), h.Get("X-Plain"), h.Get("X-For-Host")))
	x.mu.Unlock()
	if x.next != nil {
		x.next(w, r)
	}
}

// Fields replace those of the opener. Credentials stay with the server that was
// requested first, also after a redirect back to it; fields for a host go to that
// host. No trace and no plan shows a secret. Source: rfc9110 15.4.
func TestFieldsAndRedirects(t *testing.T) {
	t.Parallel()
	first, other := new(recorder), new(recorder)
	a := httptest.NewServer(first)
	defer a.Close()
	b := httptest.NewServer(other)
	defer b.Close()
	first.next = func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("X-Echo", r.Header.Get("X-Api-Key"))
		if r.URL.Path == "/start" {
			nethttp.Redirect(w, r, b.URL+"/there", nethttp.StatusFound)
		}
	}
	other.next = func(w nethttp.ResponseWriter, r *nethttp.Request) {
		nethttp.Redirect(w, r, a.URL+"/back", nethttp.StatusFound)
	}
	fields, err := http.ParseFields([]string{"Authorization: Bearer t0ken77", "X-Api-Key: k3yk3y", "X-Plain: pla1nly", "Accept: text/html", "User-Agent:", "Host: made.up"})
	if err != nil {
		t.Fatal(err)
	}
	opener := &http.Opener{Options: http.Options{Fields: fields, HostFields: func(address string) nethttp.Header {
		return nethttp.Header{"X-For-Host": {address}}
	}}}
	var trace strings.Builder
	client := open.New(open.Options{Trace: func(e open.Event) { fmt.Fprintln(&trace, e.Line) }}, opener)
	defer client.Close()
	u := earl.RFC3986.MustParse(a.URL + "/start")
	plan, err := client.Plan(t.Context(), &open.Request{URL: u})
	if err != nil {
		t.Fatal(err)
	}
	shown := ""
	for _, step := range plan.Steps {
		shown += step.Line + "\n"
	}
	res, err := client.Follow(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	res.(*open.Document).Body.Close()
	host := func(url string) string { return strings.TrimPrefix(url, "http://") }
	want := []string{
		"/start accept=text/html agent= auth=Bearer t0ken77 key=k3yk3y plain=pla1nly host=" + host(a.URL),
		"/back accept=text/html agent= auth=Bearer t0ken77 key=k3yk3y plain=pla1nly host=" + host(a.URL),
	}
	if strings.Join(first.seen, "\n") != strings.Join(want, "\n") {
		t.Errorf("the first server saw:\n%s\nwant:\n%s", strings.Join(first.seen, "\n"), strings.Join(want, "\n"))
	}
	if got, want := strings.Join(other.seen, "\n"), "/there accept=text/html agent= auth= key= plain= host="+host(b.URL); got != want {
		t.Errorf("the other server saw:\n%s\nwant:\n%s", got, want)
	}
	for name, text := range map[string]string{"trace": trace.String(), "plan": shown} {
		if strings.Contains(text, "t0ken77") || strings.Contains(text, "k3yk3y") || strings.Contains(text, "pla1nly") || !strings.Contains(text, "Authorization: Bearer xxxxx") || !strings.Contains(text, "X-Api-Key: xxxxx") {
			t.Errorf("the %s shows secrets, or has no fields:\n%s", name, text)
		}
	}
	if !strings.Contains(shown, "Host: made.up\n") {
		t.Errorf("the plan has another Host:\n%s", shown)
	}
}

// Another server receives only the scheme and the host as Referer. A server without TLS
// receives no Referer of a page with TLS. Source: rfc9110 10.1.3, 17.9.
func TestRefererAndRedirects(t *testing.T) {
	t.Parallel()
	var got [2]string // at the first server, at the other
	other := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) { got[1] = r.Header.Get("Referer") }))
	defer other.Close()
	handler := nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		got[0] = r.Header.Get("Referer")
		nethttp.Redirect(w, r, other.URL, nethttp.StatusFound)
	})
	plain, secure := httptest.NewServer(handler), httptest.NewTLSServer(handler)
	defer plain.Close()
	defer secure.Close()
	for _, c := range []struct{ start, referer, want string }{
		{plain.URL, "http://a.example/p/q?secret=1", "http://a.example/"},
		{plain.URL, "https://a.example/p", ""},
		{secure.URL, "http://a.example/p", ""},
		{plain.URL, "/p", ""},
	} {
		opener := &http.Opener{Options: http.Options{Fields: nethttp.Header{"Referer": {c.referer}}, TLS: secure.Client().Transport.(*nethttp.Transport).TLSClientConfig}}
		client := open.New(open.Options{}, opener)
		res, err := client.Follow(t.Context(), earl.RFC3986.MustParse(c.start))
		if err != nil {
			t.Fatal(err)
		}
		res.(*open.Document).Body.Close()
		client.Close()
		if got != [2]string{c.referer, c.want} {
			t.Errorf("%s, Referer %s: sent %q, want %q to the other server", c.start, c.referer, got, c.want)
		}
	}
}

// A login that was sent and refused is reported as refused, although no one can be asked for
// another.
func TestRefusedLogin(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		w.WriteHeader(nethttp.StatusUnauthorized)
	}))
	defer s.Close()
	login := func(context.Context, open.Login) (open.Login, error) {
		return open.Login{}, errors.New("there is no terminal")
	}
	client := open.New(open.Options{Login: login}, new(http.Opener))
	defer client.Close()
	for userinfo, want := range map[string]string{"": "there is no terminal", "joe:p4ssw0rd@": `the login was refused in "x"`} {
		_, err := client.Open(t.Context(), earl.RFC3986.MustParse(strings.Replace(s.URL, "://", "://"+userinfo, 1)+"/x"))
		if !errors.Is(err, open.ErrLogin) || !strings.Contains(err.Error(), want) || userinfo != "" && strings.Contains(err.Error(), "terminal") {
			t.Errorf("%q: %v, want %q", userinfo, err, want)
		}
	}
}

// A field Authorization takes precedence over the login of the URL, and no one is
// asked for another.
func TestAuthorizationField(t *testing.T) {
	t.Parallel()
	server := &recorder{next: func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		w.WriteHeader(nethttp.StatusUnauthorized)
		io.WriteString(w, "no")
	}}
	s := httptest.NewServer(server)
	defer s.Close()
	asked := 0
	login := func(_ context.Context, l open.Login) (open.Login, error) { asked++; return l, nil }
	client := open.New(open.Options{Login: login}, &http.Opener{Options: http.Options{Fields: nethttp.Header{"Authorization": {"Bearer t0ken77"}}}})
	defer client.Close()
	_, err := client.Open(t.Context(), earl.RFC3986.MustParse(strings.Replace(s.URL, "://", "://joe:p4ssw0rd@", 1)+"/x"))
	if !errors.Is(err, open.ErrLogin) || asked > 0 || len(server.seen) != 1 || !strings.Contains(server.seen[0], "auth=Bearer t0ken77") {
		t.Errorf("%v, asked %d times, %q", err, asked, server.seen)
	}
}
