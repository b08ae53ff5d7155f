package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
)

// runIn runs a command line in its own directory and returns its output.
func runIn(t *testing.T, dir string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	file := func(name string) *os.File {
		f, err := os.CreateTemp(t.TempDir(), name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	t.Chdir(dir)
	t.Setenv("XDG_STATE_HOME", dir+"-state")
	s := &streams{in: file("in"), out: file("out"), err: file("err")}
	status = run(s, args)
	text := func(f *os.File) string {
		b, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	return text(s.out), text(s.err), status
}

// echo is a server that sends the request back, and other responses for some paths.
func echo(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := "GET " + r.URL.Path + "\n"
		for _, name := range []string{"Accept-Encoding", "Authorization", "Cookie", "Referer", "User-Agent", "X-One"} {
			for _, v := range r.Header[name] {
				body += name + ": " + v + "\n"
			}
		}
		h := w.Header()
		switch r.URL.Path {
		case "/gzip":
			h.Set("Content-Encoding", "gzip")
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			io.WriteString(z, body)
			z.Close()
			body = b.String()
		case "/cut", "/tail":
			h.Set("Content-Encoding", "gzip")
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			for i := range uint64(20_000) {
				fmt.Fprintf(z, "%x\n", i*i*2654435761)
			}
			z.Close()
			if body = b.String() + "\n"; r.URL.Path == "/cut" {
				body = body[:len(body)/2]
			}
		case "/bidi":
			h.Set("Content-Disposition", "attachment; filename*=UTF-8''-a%E2%80%AEfdp.exe")
		case "/long":
			h.Set("Content-Disposition", "attachment; filename="+strings.Repeat("n", 300)+".txt")
		case "/range":
			if body = "hello world"; r.Header.Get("Range") != "" {
				w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
				return
			}
		case "/named":
			h.Set("Content-Disposition", `attachment; filename="../../etc/the name.txt"`)
		case "/hidden":
			h.Set("Content-Disposition", `attachment; filename=".bashrc"`)
		case "/cookie":
			h.Set("Set-Cookie", "id=secret99; Path=/")
		case "/moved":
			h.Set("Location", "/found")
			w.WriteHeader(http.StatusFound)
		case "/away":
			h.Set("Location", strings.Replace("http://"+r.Host, "127.0.0.1", "localhost", 1)+"/found")
			w.WriteHeader(http.StatusFound)
		case "/old":
			h.Set("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
		case "/bomb":
			h.Set("Content-Encoding", "gzip")
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write(make([]byte, 1<<20))
			z.Close()
			body = b.String()
		case "/missing":
			w.WriteHeader(http.StatusNotFound)
		}
		h.Set("Content-Length", fmt.Sprint(len(body)))
		if r.Method != http.MethodHead {
			io.WriteString(w, body)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// curl's flags for requests and responses do what they do in curl.
func TestGetCurlFlags(t *testing.T) {
	s := echo(t)
	tests := []struct {
		args        string // after get -q; URL is the server
		out, errs   string // texts that stdout and stderr contain; "!x": they do not contain x
		status      int
		file, whole string // a file and what it contains
	}{
		{args: "URL/gzip", out: "GET /gzip|Accept-Encoding: identity", errs: "!Coding"},
		{args: "--raw URL/gzip", out: "\x1f\x8b", errs: "Content-Encoding"},
		{args: "--compressed -o t URL/tail", errs: "the bytes after the end of the compressed content were ignored|!cut short", file: "t", whole: "0\n9e3779b1\n"},
		{args: "--compressed -o t URL/cut", errs: "the compressed content is truncated|of the decompressed content; it cannot be continued|!-C -|!--raw", status: statusProtocol},
		{args: "--compressed -C - -o part URL/cut", errs: "get it again without -C|!--raw", status: statusNotFound},
		{args: "--raw -C - -o part URL/cut", errs: "may contain decompressed bytes", status: statusNotFound},
		{args: "-o self ./self", errs: "is the file of the URL itself", status: statusUsage, file: "self", whole: "mine"},
		{args: "-o link ./self", errs: "is the file of the URL itself", status: statusUsage, file: "self", whole: "mine"},
		{args: "-O -J URL/bidi", errs: "saved as _a_fdp.exe", file: "_a_fdp.exe", whole: "GET /bidi"},
		{args: "-O -J URL/long", file: strings.Repeat("n", 251) + ".txt", whole: "GET /long"},
		{args: "--retry-delay 0 URL/x", out: "GET /x"},
		{args: "--retry-delay -1 URL/x", errs: "must be a number of seconds", status: statusUsage},
		{args: "-A a\x01b URL/x", errs: "control characters", status: statusUsage},
		{args: "-b jar77 URL/x", out: "Cookie: k=v", errs: "jar77: line 1: it has 1|the line is skipped"},
		{args: "-o #1 URL/[9-1]", errs: "the range ends before it begins", status: statusUsage},
		{args: "-o #1 URL/[1-2000000]", errs: "means more than 1000000 URLs", status: statusUsage},
		{args: "-C - -o whole URL/range", errs: "whole is already complete", file: "whole", whole: "hello world"},
		{args: "-C - -o fields URL/range", errs: "416", status: statusProtocol},
		{args: "-r 99999999- URL/range", errs: "416", status: statusProtocol},
		{args: "--trace trace77 URL/x", file: "trace77", whole: "GET /x HTTP/1.1"},
		{args: "--compressed URL/x", out: "Accept-Encoding: gzip, deflate, br, zstd"},
		{args: "--compressed -o z URL/gzip", file: "z", whole: "GET /gzip"},
		{args: "--max-size 1000 URL/bomb", errs: "--max-size", status: statusRefused},
		{args: "-A me -H X-One:1 -H X-One:2 --referer http://r/ URL/x", out: "User-Agent: me|X-One: 1|X-One: 2|Referer: http://r/"},
		{args: "-4 LOCAL/x", out: "GET /x"},
		{args: "-6 LOCAL/x", errs: "no connection|!127.0.0.1", status: statusConnect}, // the server has no IPv6 address
		{args: "-4 -6 URL/x", errs: "cannot be used together", status: statusUsage},
		{args: "-H @fields URL/x", out: "X-One: from file"},
		{args: "-H @nofile URL/x", errs: "nofile", status: statusUsage},
		{args: "-u me:secret77 URL/x -v", out: "Authorization: Basic bWU6c2VjcmV0Nzc=", errs: "!secret77"},
		{args: "-u me:secret77 URL/away", out: "!Authorization"},
		{args: "-H Authorization:secret77 -v URL/away", out: "!secret77", errs: "!secret77"},
		{args: "-H Authorization:secret77 URL/moved", out: "Authorization: secret77"},
		{args: "-b a=secret77;b=2 -v URL/x", out: "Cookie: a=secret77; b=2", errs: "!secret77"},
		{args: "-b a=secret77 URL/away", out: "!Cookie"},
		{args: "-c jar -v URL/cookie", errs: "!secret99", file: "jar", whole: "127.0.0.1\tFALSE\t/\tFALSE\t0\tid\tsecret99\n"},
		{args: "-b none URL/cookie URL/x", out: "Cookie: id=secret99"},
		{args: "-b none URL/x", out: "!Cookie"},
		{args: "-I URL/moved", out: "HTTP/1.1 302 Found|Location: /found|HTTP/1.1 200 OK|!GET /"},
		{args: "-I ./fields", out: "Content-Length: 30\r\n|Last-Modified: |!X-One"},
		{args: "-I -f URL/missing", errs: "404", status: statusNotFound},
		{args: "-D head -o body URL/moved", file: "head", whole: "Location: /found\r\n"},
		{args: "-O -J URL/named", file: "the name.txt", whole: "GET /named"},
		{args: "-O -J URL/hidden", file: "hidden", whole: "GET /hidden"},
		{args: "-O -J URL/", errs: "neither the URL nor the server", status: statusUsage},
		{args: "-O URL/{a,b}[1-2]", file: "b2", whole: "GET /b2"},
		{args: "-o #2-#1.txt URL/{a,b}[08-09]", file: "09-b.txt", whole: "GET /b09"},
		{args: "-o one URL/{a,b}", errs: "write #1", status: statusUsage},
		{args: "-e rfc3986 -g URL/a[1-2]", errs: "earl", status: statusNo},
		{args: "-e whatwg -g URL/a{1,2}", out: "GET /a{1,2}"},
		{args: "-o no/dir/x URL/x", errs: `the directory "no/dir" does not exist; --create-dirs creates it`, status: statusLocal},
		{args: "--output-dir none -O URL/x", errs: `"none" does not exist; --create-dirs`, status: statusLocal},
		{args: "--create-dirs -o no/dir/x URL/x", file: "no/dir/x", whole: "GET /x"},
		{args: "--create-dirs --output-dir none -O URL/x", file: "none/x", whole: "GET /x"},
		{args: "-d secret77 URL/x", errs: "--data: earl get only retrieves|!secret77", status: statusUsage},
		{args: "-F a=b URL/x", errs: "does not upload, post", status: statusUsage},
		{args: "-T file URL/x", errs: "--upload-file", status: statusUsage},
		{args: "-X POST URL/x", errs: "it sends GET", status: statusUsage},
		{args: "-X GET URL/x", out: "GET /x"},
		{args: "-w %{http_code}|%{num_redirects}|%{remote_ip}|%header{location}|%{size_download}|%{url_effective}\\n -o w URL/moved", out: "200|1|127.0.0.1||54|URL/found\n"},
		{args: "-w %{stderr}%{exitcode}%{filename_effective} -O URL/x", errs: "0x"},
		{args: "-s -w %{exitcode}:%{errormsg} http://127.0.0.1:1/", status: statusRefused, out: "4:refused"},
		{args: "-w %{nope} URL/x", errs: "unknown variable nope"},
		{args: "--no-check-certificate --level 3 --basic --no-parent --no-progress-meter URL/x", out: "GET /x"},
		{args: "--remote-name-all --directory-prefix sub --create-dirs URL/x", file: "sub/x", whole: "GET /x"},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "fields"), []byte("# a comment\n\nX-One: from file\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"self": "mine", "part": "plain bytes", "whole": "hello world", "jar77": "not a cookie\n" + strings.TrimPrefix(s.URL[:len("http://127.0.0.1")], "http://") + "\tFALSE\t/\tFALSE\t0\tk\tv\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink("self", filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"get", "-q"}, strings.Fields(strings.NewReplacer("URL", s.URL, "LOCAL", strings.Replace(s.URL, "127.0.0.1", "localhost", 1)).Replace(tt.args))...)
		out, errs, status := runIn(t, dir, args...)
		if status != tt.status {
			t.Errorf("%s: status %d, want %d\n%s", tt.args, status, tt.status, errs)
		}
		contains(t, tt.args+": stdout", out, strings.ReplaceAll(tt.out, "URL", s.URL))
		contains(t, tt.args+": stderr", errs, tt.errs)
		if tt.file != "" {
			b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(tt.file)))
			if err != nil {
				t.Errorf("%s: %v", tt.args, err)
			}
			contains(t, tt.args+": "+tt.file, string(b), tt.whole)
			if info, err := os.Stat(filepath.Join(dir, "trace77")); err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
				t.Errorf("others can read the file of --trace: %v", info.Mode())
			}
		}
	}
}

// -A ” sends no User-Agent at all.
func TestGetWithoutAgent(t *testing.T) {
	s := echo(t)
	out, errs, status := runIn(t, t.TempDir(), "get", "-q", "-A", "", s.URL+"/x")
	if status != statusDone || strings.Contains(out, "User-Agent") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// contains checks that text contains each of the words between "|", or does not contain a word
// after "!".
func contains(t *testing.T, what, text, words string) {
	t.Helper()
	if strings.HasPrefix(words, "200|") { // it contains bars itself
		if text != words {
			t.Errorf("%s: %q, want %q", what, text, words)
		}
		return
	}
	for word := range strings.SplitSeq(words, "|") {
		word, not := strings.CutPrefix(word, "!")
		if strings.Contains(text, word) == not && word != "" {
			t.Errorf("%s: %q in %q: %v", what, word, text, not)
		}
	}
}

// -N keeps a file that equals the object, and downloads an object that is newer or has another
// size.
func TestGetNewer(t *testing.T) {
	s := echo(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "old")
	get := func() string {
		t.Helper()
		_, errs, status := runIn(t, dir, "get", "-q", "-N", "-O", s.URL+"/old")
		if status != statusDone {
			t.Fatalf("status %d: %s", status, errs)
		}
		return errs
	}
	get()
	info, err := os.Stat(file)
	if err != nil || !info.ModTime().Equal(time.Date(1994, 11, 6, 8, 49, 37, 0, time.UTC)) {
		t.Fatalf("time %v, %v", info.ModTime(), err)
	}
	if errs := get(); !strings.Contains(errs, "old is up to date (-N)") {
		t.Errorf("the second time: %s", errs)
	}
	if err := os.WriteFile(file, []byte("cut"), 0o666); err != nil { // newer, but shorter
		t.Fatal(err)
	}
	if errs := get(); strings.Contains(errs, "up to date") {
		t.Errorf("another size: %s", errs)
	}
	if b, _ := os.ReadFile(file); !strings.HasPrefix(string(b), "GET /old") {
		t.Errorf("the file has %q", b)
	}
	if err := os.Chtimes(file, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if errs := get(); strings.Contains(errs, "up to date") {
		t.Errorf("an older file: %s", errs)
	}
}

// --max-age keeps a file that is younger, without a request, and downloads again what is older.
// An interrupted download leaves no file that looks young.
func TestGetMaxAge(t *testing.T) {
	requests, cut := 0, false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		if cut {
			w.Header().Set("Content-Length", "100")
		}
		fmt.Fprintf(w, "%d", requests)
	}))
	defer s.Close()
	for _, flag := range []string{"-O", "-ofile"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "file")
		requests, cut = 0, false
		get := func(age string, want int) (errs string) {
			t.Helper()
			_, errs, status := runIn(t, dir, "get", "-q", "--max-age", age, flag, s.URL+"/file")
			if status != want {
				t.Fatalf("%s: status %d: %s", flag, status, errs)
			}
			return errs
		}
		expect := func(want string) {
			t.Helper()
			if b, _ := os.ReadFile(file); string(b) != want {
				t.Errorf("%s: the file has %q, want %q", flag, b, want)
			}
			if left, err := os.ReadDir(dir); err != nil || want != "" && len(left) != 1 {
				t.Errorf("%s: the directory has %v, %v", flag, left, err)
			}
		}
		cut = true
		get("3600", statusProtocol)
		expect("")
		cut = false
		get("3600", statusDone)
		expect("2")
		if errs := get("3600", statusDone); !strings.Contains(errs, "file is younger than 1h0m0s (--max-age)") {
			t.Errorf("%s: the second time: %s", flag, errs)
		}
		expect("2")
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		cut = true
		get("3600", statusProtocol)
		expect("2")
		cut = false
		get("3600", statusDone)
		expect("4")
	}
	for _, flags := range [][]string{{}, {"-R"}, {"-N", "-O"}, {"--remote-time", "-O"}, {"-OJ"}, {"-O", "-C-"}} {
		if _, errs, status := runIn(t, t.TempDir(), append([]string{"get", "-q", "--max-age", "5", s.URL + "/f"}, flags...)...); status != statusUsage || !strings.Contains(errs, "--max-age") {
			t.Errorf("%q: status %d: %s", flags, status, errs)
		}
	}
}

// An error of a limit names the flag that changes it, and no Go setting.
func TestLimitTextNamesTheFlag(t *testing.T) {
	for setting, want := range map[string]string{
		"Policy.SpeedLimit": "; --speed-limit changes this limit",
		"Policy.Connect":    "; --connect-timeout changes this limit",
		"Policy.ReplyLine":  "",
	} {
		err := fmt.Errorf("ftp: %w", &open.LimitError{Setting: setting, Err: open.ErrProtocol})
		if got := limitText(err); got != want || strings.Contains(err.Error(), "Policy") {
			t.Errorf("%s: %q, want %q; %v", setting, got, want, err)
		}
	}
}

// A login, a token and a cookie of the command line appear in no output of an error, a
// trace, a plan, JSON or --write-out, although the server repeats them.
func TestGetShowsNoSecrets(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Authorization", "Cookie", "X-Api-Key"} {
			w.Header().Add("X-Echo", r.Header.Get(name))
		}
		switch r.URL.Path {
		case "/401":
			w.Header().Set("WWW-Authenticate", `Basic realm="`+strings.Join(w.Header()["X-Echo"], " ")+`"`)
			w.WriteHeader(http.StatusUnauthorized)
		case "/moved":
			w.Header().Set("Location", "/404")
			w.WriteHeader(http.StatusFound)
		case "/part":
			w.Header().Set("Content-Range", strings.Join(w.Header()["X-Echo"], " "))
			w.WriteHeader(http.StatusPartialContent)
		case "/coded":
			w.Header().Set("Content-Encoding", strings.Join(w.Header()["X-Echo"], " "))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer s.Close()
	const encoded = "bWU6c2VjcmV0Nzc=" // me:secret77
	for _, args := range []string{
		"-f URL/404", "-f -v URL/moved", "-f --trace - URL/404", "URL/401", "-r 1-2 URL/part", "-v URL/coded",
		"--dry-run URL/x", "--json URL/404", "-w %{json}%{url}%{url_effective} -f URL/moved", "-R --output-dir d URL/404",
		"http://127.0.0.1:2/", "https://127.0.0.1:9/", "-o no/x URL/x", "--retry 1 --retry-delay 0.01 -v http://localhost:65000/",
	} {
		line := "get -q -u me:secret77 -H X-Api-Key:secret88 -b id=secret99;k=secret66 " + strings.ReplaceAll(args, "URL", s.URL)
		out, errs, _ := runIn(t, t.TempDir(), strings.Fields(line)...)
		for _, secret := range []string{"secret77", "secret88", "secret99", "secret66", encoded} {
			if strings.Contains(out+errs, secret) {
				t.Errorf("%s: shows %s:\n%s%s", args, secret, out, errs)
			}
		}
		if out+errs == "" && !strings.Contains(args, "URL/x") {
			t.Errorf("%s: no output at all", args)
		}
	}
}
