package ftp

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// captures is the directory of complete recordings with vsftpd, ProFTPD,
// Pure-FTPd and pyftpdlib. Its index describes the tree that they served.
const captures = "../../../shared/captures/ftp"

// A conversation is a section of a recording: one server, line by line.
type conversation struct {
	file, server string
	lines        []string // "S: ...", "C: ...", "D: ..."
}

// conversations reads the recordings, or skips.
func conversations(t *testing.T) (all []conversation) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(captures, "*.txt"))
	if len(paths) == 0 {
		t.Skip("the recordings are not here: " + captures)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, section := range strings.Split(string(b), "\n== ") {
			if i > 0 {
				lines := strings.Split(section, "\n")
				all = append(all, conversation{filepath.Base(path), lines[0], lines[1:]})
			}
		}
	}
	return all
}

// rfc959 4.2: every recorded reply is read with its code, and no line of a
// multi-line reply is taken for another reply.
func TestRecordedReplies(t *testing.T) {
	t.Parallel()
	oneLine := regexp.MustCompile(`^([1-5]\d\d)(?: |$)`)
	total := 0
	for _, c := range conversations(t) {
		var said strings.Builder
		var want []string
		inside := "" // the code of a multi-line reply
		for _, line := range c.lines {
			text, ok := strings.CutPrefix(line, "S: ")
			if !ok {
				continue
			}
			said.WriteString(unquote(text) + "\r\n")
			m := oneLine.FindStringSubmatch(text)
			switch {
			case m != nil && (inside == "" || inside == m[1]):
				want, inside = append(want, m[1]), ""
			case inside == "" && len(text) > 3 && text[3] == '-':
				inside = text[:3]
			}
		}
		if got := replies(t, said.String()); !slices.Equal(got, want) || inside != "" {
			t.Errorf("%s, %s: replies %v, want %v", c.file, c.server, got, want)
		}
		total += len(want)
	}
	if total < 1000 {
		t.Errorf("%d replies, want 1000 or more", total)
	}
}

// replies returns the codes of the replies that a server sent.
func replies(t *testing.T, said string) (codes []string) {
	t.Helper()
	here, there := net.Pipe()
	go func() {
		io.WriteString(there, said)
		there.Close()
	}()
	s := &session{Lines: dialogue.Lines{Multiline: true, Req: &open.Call{Request: open.Request{Policy: new(open.Policy).Effective()}}, Conn: wire.New(t.Context(), here, time.Minute)}}
	defer s.Conn.Close()
	for {
		r, err := s.Reply()
		if err == io.EOF {
			return codes
		}
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, fmt.Sprint(r.Code))
	}
}

// rfc2428 3, rfc959 4.1.2: the port of every recorded 229 and 227.
func TestRecordedPorts(t *testing.T) {
	t.Parallel()
	extended, passive := regexp.MustCompile(`^S: 229 .*\(\|\|\|(\d+)\|\)`), regexp.MustCompile(`^S: 227 .*\(127,0,0,1,(\d+),(\d+)\)`)
	seen := 0
	for _, c := range conversations(t) {
		for _, line := range c.lines {
			var want, got int
			var ok bool
			if m := extended.FindStringSubmatch(line); m != nil {
				fmt.Sscan(m[1], &want)
				got, ok = extendedPort(line[len("S: 229 "):])
			} else if m := passive.FindStringSubmatch(line); m != nil {
				var high, low int
				fmt.Sscan(m[1], &high)
				fmt.Sscan(m[2], &low)
				want = high*256 + low
				got, ok = passivePort(line[len("S: 227 "):])
			} else {
				continue
			}
			seen++
			if got != want || !ok {
				t.Errorf("%s, %s: %s: port %d, %v", c.file, c.server, line, got, ok)
			}
		}
	}
	if seen < 200 {
		t.Errorf("%d ports, want 200 or more", seen)
	}
}

// B2, A27: LIST and MLSD of the tree of the index, from four servers: each name
// with its kind, size and time.
func TestRecordedListings(t *testing.T) {
	t.Parallel()
	sizes := map[string]int64{"readme.txt": 37, "crlf.txt": 20, "zero.bin": 0, "big1g.bin": 1 << 30, "big200.bin": 200 << 20, "-dash.txt": 2, "star*.txt": 3,
		"hash#q?.txt": 2, "blob.bin": 256 << 10, "latin-\xe9.txt": 2, "latin-?.txt": 2, "ff-\xff.txt": 3, "ff-?.txt": 3, "naïve-名.txt": 2}
	directories := []string{"empty", "many", "noread", "with space", "semi;colon", "per%cent"}
	links := map[string]string{"link.txt": "readme.txt", "linkdir": "../etc"}
	seen := 0
	for _, c := range conversations(t) {
		if c.file != "16-list.txt" {
			continue
		}
		parse := func(line string) (item, bool) { return parseList(line, now) }
		for _, line := range c.lines {
			if line == "C: MLSD" {
				parse = parseMLSD
			}
			_, data, ok := strings.Cut(line, " bytes: ")
			if !ok || !strings.HasPrefix(line, "D: ") || strings.Count(data, `\r\n`) < 10 {
				continue
			}
			for text := range strings.SplitSeq(strings.TrimSuffix(data, `\r\n`), `\r\n`) {
				if strings.HasSuffix(text, "...") {
					continue // where the recording was cut
				}
				it, ok := parse(unquote(text))
				if it.name == "." || it.name == ".." {
					continue
				}
				size, file := sizes[it.name]
				target, link := links[it.name]
				switch {
				case !ok || it.time.Format("2006-01-02 15") != "2026-11-20 11":
					t.Errorf("%s: %q is %+v, %v", c.server, text, it, ok)
				case file && (it.kind != open.KindDocument || it.size != size),
					slices.Contains(directories, it.name) && (it.kind != open.KindListing || it.size != -1),
					link && it.link != "" && it.link != target,
					!file && !link && !slices.Contains(directories, it.name):
					t.Errorf("%s: %q is %+v", c.server, text, it)
				}
				seen++
			}
		}
	}
	if seen < 4*20+2*20 {
		t.Errorf("%d lines, want all of four servers", seen)
	}
}
