package demo

import (
	"net"
	"strings"
	"testing"
)

// TestGopherAnswers compares the server's responses byte for byte.
func TestGopherAnswers(t *testing.T) {
	t.Parallel()
	s := started(t)
	host, port, _ := net.SplitHostPort(s.Gopher)
	here := "\t" + host + "\t" + port + "\t+\r\n"
	nobody := "\terror.host\t1\r\n.\r\n"
	f := strings.ReplaceAll(s.library.files.at("a", "b/c", "f").data, "\n", "\r\n") + ".\r\n"
	for request, want := range map[string]string{
		"/a\r\n":                         "1b/c\t/a/b/c" + here + ".\r\n",
		"a\n":                            "1b/c\t/a/b/c" + here + ".\r\n", // a bare LF is accepted
		"/a/b/c\r\n":                     "0You took three steps and no more: into a, into b/c, and to f.\t/a/b/c/f" + here + ".\r\n",
		"/a/b/c/f\r\n":                   f,
		"/octets.bin\r\n":                everyByte(),
		"/names/two words.txt\r\n":       "You found the file with a space in its name. Its URL says two%20words.\r\n.\r\n",
		"/nowhere\r\n":                   "3'/nowhere' is not in this library.\t" + nobody,
		"/../../etc/passwd\r\n":          "3'/../../etc/passwd' is not in this library.\t" + nobody,
		"/etc/motd\r\n":                  "3'/etc/motd' is not in this library.\t" + nobody, // served only by ftp
		"/home/reader/notes.txt\r\n":     "3'/home/reader/notes.txt' is not in this library.\t" + nobody,
		"/search\r\n":                    "3Search for what? Send words after a TAB.\t" + nobody,
		"/search\tzebra\r\n":             "iNo text here contains: zebra\t\tnull.host\t1\r\n.\r\n",
		"/search\tLETTER postage\r\n":    "iNo text here contains: LETTER postage\t\tnull.host\t1\r\n.\r\n",
		"/search\tsemicolon HIDDEN\r\n":  "0Three characters for one octet\t/articles/three-characters-for-one-octet.txt" + here + "0http, or one scheme in a row of ten\t/history/http.txt" + here + ".\r\n",
		"URL:javascript:alert(1)\r\n":    "3That link is not an http or https URL.\t" + nobody,
		strings.Repeat("x", 100*maxLine): "3That selector is too long.\t" + nobody,
	} {
		if got := ask(t, s.Gopher, request); got != want {
			t.Errorf("%.40q: %q, want %q", request, got, want)
		}
	}
}

func TestGopherRootMenu(t *testing.T) {
	t.Parallel()
	s := started(t)
	menu := ask(t, s.Gopher, "\r\n")
	host, port, _ := net.SplitHostPort(s.Gopher)
	for _, want := range []string{
		"0Ten schemes in ten short visits\t/tour.txt\t",
		"1Six things that a URL can teach you\t/articles\t",
		"9Every byte there is, once\t/octets.bin\t",
		"7Search the texts\t/search\t",
		"1What each of the ten was, and is\t/history\t",
		"0Have a URL written (a form)\t/forms/write\t",
		"hA web page (http)\tURL:http://" + s.HTTP + "/tour\t",
		"hA newsgroup (news)\tURL:news:library.doors\t",
	} {
		if !strings.Contains(menu, "\r\n"+want+host) {
			t.Errorf("no %q in\n%s", want, menu)
		}
	}
	for line := range strings.Lines(menu) {
		fields := strings.Split(strings.TrimSuffix(line, "\r\n"), "\t")
		if (len(fields) < 4 || len(fields) > 5) && line != ".\r\n" || len(fields[0]) > 1+67 {
			t.Errorf("a bad line: %q", line)
		}
		if len(fields) > 3 && fields[2] == host && fields[3] != port && line[0] != '8' {
			t.Errorf("another port: %q", line)
		}
	}
	for _, selector := range []string{"caps.txt", "/caps.txt"} {
		if caps := ask(t, s.Gopher, selector+"\r\n"); !strings.HasPrefix(caps, "CAPS\r\n") || !strings.HasSuffix(caps, "\r\n.\r\n") {
			t.Errorf("%s: %q", selector, caps)
		}
	}
	pictures := ask(t, s.Gopher, "/pictures\r\n")
	if !strings.Contains(pictures, "\r\ngA house with three floors\t/pictures/house.gif\t") || !strings.Contains(pictures, "\r\nIThe parts of a URL, drawn\t") {
		t.Errorf("%q", pictures)
	}
	if page := ask(t, s.Gopher, "URL:http://h/?a=\"><b>\r\n"); strings.Contains(page, "<b>") || !strings.Contains(page, `href="http://h/?a=&#34;&gt;&lt;b&gt;"`) {
		t.Errorf("%q", page)
	}
}

// TestGopherDots: each line that begins with a dot has a second dot; without it
// the text is unchanged. Source: RFC 1436 3.1.
func TestGopherDots(t *testing.T) {
	t.Parallel()
	s := started(t)
	text := s.library.files.at("articles", "a-dot-alone.txt").data
	if !strings.Contains(text, "\n.\n") || !strings.Contains(text, "\n..") {
		t.Fatal("the article on dots has lost its dots")
	}
	got := ask(t, s.Gopher, "/articles/a-dot-alone.txt\r\n")
	body, ok := strings.CutSuffix(got, "\r\n.\r\n")
	if !ok || strings.Contains(body, "\r\n.\r\n") {
		t.Fatalf("%q", got)
	}
	var b strings.Builder
	for line := range strings.SplitSeq(body, "\r\n") {
		b.WriteString(strings.TrimPrefix(line, ".") + "\n")
	}
	if b.String() != text {
		t.Errorf("%q, want %q", b.String(), text)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	x := newLibrary(strings.NewReplacer()).index
	for query, want := range map[string]int{"": 0, "...": 0, "corridor lines": 1, "café": 2, "semicolon hidden": 2, "prospero philosopher": 2} {
		if got := len(x.search(query)); got != want {
			t.Errorf("search(%q): %d hits, want %d", query, got, want)
		}
	}
	if hits := x.search("percent"); len(hits) == 0 || hits[0].node.name != "three-characters-for-one-octet.txt" {
		t.Errorf("the best for percent: %v", hits)
	}
}
