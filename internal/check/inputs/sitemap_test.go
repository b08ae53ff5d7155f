package inputs

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

// packed returns a text compressed with gzip.
func packed(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// client returns a client for http, and the policy of the command.
func client(t *testing.T) Options {
	c := open.New(open.Options{}, new(openhttp.Opener))
	t.Cleanup(func() { c.Close() })
	return Options{Client: c}
}

const head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

// urlset returns a sitemap of some URLs.
func urlset(urls ...string) string {
	text := head + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
	for _, u := range urls {
		text += "\n<url><loc>" + u + "</loc></url>"
	}
	return text + "</urlset>"
}

// A sitemap in a file is recognised by its content. It gives its URLs, and not the URL of its
// namespace.
func TestSitemapFile(t *testing.T) {
	write(t, map[string]string{
		"d/map.xml":   head + "<urlset xmlns='http://ns.example/'><url><loc>\n  http://h.example/?a=1&amp;b=2 </loc><lastmod>2026</lastmod></url></urlset>",
		"d/other.xml": "text <http://h.example/text>",
		"d/m.xml.gz":  string(packed(urlset("http://h.example/packed"))),
		"d/no.gz":     string(packed("<http://h.example/text>")),
		"d/index.xml": head + "<sitemapindex><sitemap><loc>http://127.0.0.1:1/never.xml</loc></sitemap></sitemapindex>",
	})
	same(t, collect(t, client(t), "d/map.xml", "d/m.xml.gz", "d/other.xml", "d/no.gz"),
		"d/map.xml:3:3+87 http://h.example/?a=1&b=2", "d/m.xml.gz:3:11+110 http://h.example/packed",
		"d/other.xml:1:7+6 http://h.example/text", "d/no.gz:1:2+1 http://h.example/text")
	// An index in a directory is only a file with URLs.
	same(t, collect(t, client(t), "d"), "d/index.xml:2:29+67 http://127.0.0.1:1/never.xml", "d/m.xml.gz:3:11+110 http://h.example/packed", "d/map.xml:3:3+87 http://h.example/?a=1&b=2", "d/no.gz:1:2+1 http://h.example/text", "d/other.xml:1:7+6 http://h.example/text")
}

// toySite serves robots.txt, an index of two sitemaps, one of them compressed, and an index
// that contains itself.
func toySite(t *testing.T) (url string, asked func() string) {
	var log strings.Builder
	s := httptest.NewServer(nil)
	t.Cleanup(s.Close)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(&log, "%s ", r.URL.Path)
		index := func(names ...string) {
			io.WriteString(w, head+"<sitemapindex>")
			for _, name := range names {
				fmt.Fprintf(w, "<sitemap><loc>%s/%s</loc></sitemap>", s.URL, name)
			}
			io.WriteString(w, "</sitemapindex>")
		}
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprintf(w, "User-agent: *\r\nSitemap: %s/index.xml # all\r\nSITEMAP:%s/gone.xml\n", s.URL, s.URL)
		case "/index.xml":
			index("a.xml", "b.xml.gz", "index.xml")
		case "/a.xml":
			io.WriteString(w, urlset(s.URL+"/page"))
		case "/b.xml.gz":
			w.Write(packed(urlset(s.URL + "/other")))
		case "/page.xml":
			io.WriteString(w, "<page>no sitemap</page>")
		case "/deep1.xml", "/deep2.xml", "/deep3.xml", "/deep4.xml", "/deep5.xml":
			index(fmt.Sprintf("deep%d.xml", r.URL.Path[5]-'0'+1))
		default:
			http.NotFound(w, r)
		}
	})
	return s.URL, log.String
}

// Issue 12, section 3: robots.txt, an index and gzip, each read once.
func TestSitemapURL(t *testing.T) {
	site, asked := toySite(t)
	got := collect(t, client(t), site+"/robots.txt", site+"/page.xml", site+"/missing.xml", site+"/page")
	for i, line := range got {
		got[i] = line[strings.LastIndex(line, site)+len(site):]
	}
	same(t, got, "/robots.txt", "/index.xml", "/a.xml", "/page", "/b.xml.gz", "/other", "/index.xml", "/gone.xml", "/page.xml", "/missing.xml", "/page")
	if got := asked(); got != "/robots.txt /index.xml /a.xml /b.xml.gz /gone.xml /page.xml /missing.xml " {
		t.Errorf("requested %q", got)
	}
}

// The links of the extensions of sitemaps are checked too.
func TestSitemapExtensions(t *testing.T) {
	doc := head + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="i" xmlns:video="v">
<url><loc>http://h.example/</loc><xhtml:link rel="alternate" hreflang="de"
 href="http://h.example/?a&amp;b"/><xhtml:link rel="alternate" href='http://h.example/2'/>
<image:image><image:loc>http://h.example/3</image:loc></image:image>
<video:video><video:thumbnail_loc>http://h.example/4</video:thumbnail_loc><video:title>http://h.example/no</video:title><video:player_loc>http://h.example/5</video:player_loc></video:video></url></urlset>`
	write(t, map[string]string{"e.xml": doc})
	in, err := New([]string{"e.xml"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for l, err := range in.Links(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		p := l.Place
		if line := doc[:p.Offset][strings.LastIndexByte(doc[:p.Offset], '\n')+1:]; !strings.HasPrefix(doc[p.Offset:], p.Text) || int(p.Column) != len(line)+1 || int(p.Line) != strings.Count(doc[:p.Offset], "\n")+1 {
			t.Errorf("%+v is not there", p)
		}
		got = append(got, strings.TrimPrefix(l.URL, "http://h.example/"))
	}
	if want := []string{"", "?a&b", "2", "3", "4", "5"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// An index in an index is followed up to a depth.
func TestSitemapDepth(t *testing.T) {
	site, asked := toySite(t)
	collect(t, client(t), site+"/deep1.xml")
	if got := asked(); got != "/deep1.xml /deep2.xml /deep3.xml /deep4.xml " {
		t.Errorf("requested %q", got)
	}
}

// The sitemaps of an index are retrieved from a private address only if the user
// named its host and port.
func TestSitemapIndexCannotReachPrivateHosts(t *testing.T) {
	other, asked := toySite(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s<sitemapindex><sitemap><loc>%s/a.xml</loc></sitemap></sitemapindex>", head, other)
	}))
	defer s.Close()
	got := collect(t, client(t), s.URL+"/sitemap.xml")
	if len(got) != 2 || asked() != "" {
		t.Errorf("links %q, requested %q of the other host", got, asked())
	}
}

// A sitemap that is too large or broken is an error with its position, after the links before
// it.
func TestSitemapLimits(t *testing.T) {
	many := urlset("http://h.example/1", "http://h.example/2", "http://h.example/3")
	large := strings.Replace(urlset("http://h.example/1"), "</urlset>", strings.Repeat(" ", 4096)+"</urlset>", 1)
	write(t, map[string]string{"many.xml": many, "large.xml.gz": string(packed(large)), "broken.xml": head + "<urlset><url>\n<loc>http://h.example/</loc>"})
	for name, want := range map[string]struct {
		links int
		err   string
	}{
		"many.xml":     {2, "it has more URLs than the limit"},
		"large.xml.gz": {1, "it has more than 1024 bytes"},
		"broken.xml":   {1, "unexpected EOF"},
	} {
		in, err := New([]string{name}, Options{SitemapURLs: 2, SitemapSize: 1024})
		if err != nil {
			t.Fatal(err)
		}
		links, last := 0, error(nil)
		for _, err := range in.Links(t.Context()) {
			if err != nil {
				last = err
			} else {
				links++
			}
		}
		var e *Error
		if links != want.links || !errors.Is(last, ErrSitemap) || !strings.Contains(last.Error(), want.err) || !errors.As(last, &e) || e.Line < 2 {
			t.Errorf("%s: %d links, then %v; want %d, then %s", name, links, last, want.links, want.err)
		}
	}
}

// A run retrieves a limited number of sitemaps.
func TestSitemapsLimit(t *testing.T) {
	site, asked := toySite(t)
	o := client(t)
	o.Sitemaps = 2
	got := collect(t, o, site+"/deep1.xml")
	if last := got[len(got)-1]; !strings.HasSuffix(last, "more than 2 sitemaps") || asked() != "/deep1.xml /deep2.xml " {
		t.Errorf("links %q, requested %q", got, asked())
	}
}

// A search whose caller stops retrieves nothing more.
func TestSitemapStops(t *testing.T) {
	site, asked := toySite(t)
	in, err := New([]string{site + "/index.xml"}, client(t))
	if err != nil {
		t.Fatal(err)
	}
	for range in.Links(t.Context()) {
		break
	}
	if asked() != "" {
		t.Errorf("requested %q", asked())
	}
}

// What is not understood in a sitemap is an error, not an absent URL. STYLE P21.
func TestWhatIsNotUnderstoodInSitemaps(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/index.xml":
			io.WriteString(w, head+"<sitemapindex><sitemap><loc>http://"+r.Host+"/page.xml</loc></sitemap></sitemapindex>")
		case "/robots.txt":
			io.WriteString(w, "Sitemap: http://"+r.Host+"/bad.gz\n")
		case "/bad.gz":
			w.Write([]byte{0x1f, 0x8b, 8, 0xff})
		case "/long/robots.txt":
			io.WriteString(w, strings.Repeat("#\n", maxRobots))
		default:
			io.WriteString(w, "<html>sign in</html>")
		}
	}))
	t.Cleanup(s.Close)
	write(t, map[string]string{
		"m.xml":  head + "<urlset><url><loc><!-- c -->http://h.example/a<!-- d -->b</loc><loc>http://h.example/<b/></loc></url></urlset>",
		"cd.xml": head + "<urlset><url><loc><![CDATA[http://h.example/c]]></loc></url></urlset>",
	})
	for arg, want := range map[string]string{
		s.URL + "/index.xml": "it is not a sitemap", s.URL + "/robots.txt": ErrSitemap.Error(), s.URL + "/long/robots.txt": "the rest is not read",
		"m.xml": "another element", "cd.xml": "",
	} {
		in, err := New([]string{arg}, client(t))
		if err != nil {
			t.Fatal(err)
		}
		got, urls := "", ""
		for l, err := range in.Links(t.Context()) {
			if err != nil {
				got += err.Error()
			} else {
				urls += l.URL + " "
			}
		}
		if (want == "") != (got == "") || !strings.Contains(got, want) || arg == "m.xml" && urls != "http://h.example/ab " || arg == "cd.xml" && urls != "http://h.example/c " {
			t.Errorf("%s: %q, and %q, want %q", arg, urls, got, want)
		}
	}
}
