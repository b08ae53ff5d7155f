package earl

import (
	"bufio"
	"encoding/hex"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// javaReading is what java.net.URI reads: "" is absent.
type javaReading struct {
	ok                                       bool
	scheme, host, port, path, user, loginAll string
}

// javaDeviations are the points in which java.net.URI departs from RFC 2396, as
// its documentation and its source say. docs/editions.md has the same table.
var javaDeviations = []struct {
	name    string
	applies func(text string, u URL, err error, j javaReading) bool
}{
	{"characters outside US-ASCII are allowed", func(text string, _ URL, err error, j javaReading) bool {
		return err != nil && j.ok && strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf })
	}},
	{"an IPv6 address can have a zone", func(text string, _ URL, err error, j javaReading) bool {
		return err != nil && j.ok && strings.HasPrefix(j.host, "[") && strings.Contains(j.host, "%")
	}},
	{"an opaque part can begin with a bracket", func(text string, _ URL, err error, j javaReading) bool {
		_, part, _ := strings.Cut(text, ":")
		return err != nil && j.ok && j.loginAll == "" && (strings.HasPrefix(part, "[") || strings.HasPrefix(part, "]"))
	}},
	{"an empty authority needs a path, a query or a fragment after it", func(text string, u URL, err error, j javaReading) bool {
		return err == nil && !j.ok && u.hasLogin() && u.at(endPort) == len(text) && u.loginStart() == len(text)
	}},
	{"the numbers of an IPv4 address inside an IPv6 address are at most 255", func(_ string, u URL, err error, j javaReading) bool {
		host, _ := u.Host()
		return err == nil && !j.ok && strings.HasPrefix(host, "[") && bigIPv4.MatchString(host)
	}},
	{"a server with an IPv6 address has a port below 2147483648", func(_ string, u URL, err error, j javaReading) bool {
		host, _ := u.Host()
		return err == nil && !j.ok && strings.HasPrefix(host, "[") && bigPort(u)
	}},
}

// hostDeviations are those in which java.net.URI accepts the text, and finds no
// host where RFC 2396 has a server, or a host where it has none.
var hostDeviations = []struct {
	name    string
	applies func(u URL, server bool, j javaReading) bool
}{
	{"a port is below 2147483648; another authority is no server", func(u URL, server bool, j javaReading) bool {
		return server && j.host == "" && bigPort(u)
	}},
	{"the numbers of an IPv4 address are at most 255; another authority is no server", func(u URL, server bool, j javaReading) bool {
		host, _ := u.Host()
		return server && j.host == "" && bigIPv4.MatchString(host)
	}},
	{"a host of one label can begin with a digit", func(u URL, server bool, j javaReading) bool {
		return !server && j.host != "" && '0' <= j.host[0] && j.host[0] <= '9' && !strings.Contains(strings.TrimSuffix(j.host, "."), ".")
	}},
}

// bigIPv4 matches a number that is greater than 255.
var bigIPv4 = regexp.MustCompile(`(^|[:.])0*(25[6-9]|2[6-9][0-9]|[3-9][0-9]{2}|[1-9][0-9]{3,})(\.|\]|$)`)

// bigPort reports whether the port of u does not fit in a Java int.
func bigPort(u URL) bool {
	port, ok := u.Port()
	_, err := strconv.ParseInt(port, 10, 32)
	return ok && port != "" && err != nil
}

// R34, R35: the edition reads what java.net.URI reads, except for the listed
// deviations. EARL_JAVA is the number of texts; 1,000,000 take about 10 seconds.
func TestRFC2396IsJava(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("EARL_JAVA"))
	if err != nil {
		n = 100_000
	}
	if testing.Short() {
		t.Skip("Java is slow to start")
	}
	texts := mutated(n, 1998)
	seen := map[string]int{}
	bad := 0
	readings := javaReadings(t, texts)
	for i, text := range texts {
		if !utf8.ValidString(text) {
			continue // Java's texts are characters
		}
		name, ok := javaAgrees(text, readings[i])
		if ok {
			seen[name]++
		} else if bad++; bad <= 20 {
			u, err := RFC2396.ParseReference(text)
			t.Errorf("%q: Java reads %+v, rfc2396 %s, %v", text, readings[i], parts(u.u), err)
		}
	}
	t.Logf("%d texts: %d are read alike, %d not", len(texts), seen[""], bad)
	for _, d := range javaDeviations {
		t.Logf("%7d  %s", seen[d.name], d.name)
	}
	for _, d := range hostDeviations {
		t.Logf("%7d  %s", seen[d.name], d.name)
	}
}

// javaAgrees compares the readings of a text. It returns the deviation that
// explains a difference, or "", and false if none does.
func javaAgrees(text string, j javaReading) (string, bool) {
	ref, err := RFC2396.ParseReference(text)
	r := ref.u
	if (err == nil) != j.ok {
		for _, d := range javaDeviations {
			if d.applies(text, r, err, j) {
				return d.name, true
			}
		}
		return "", false
	}
	if err != nil {
		return "", true
	}
	login := ""
	if r.hasLogin() {
		login = r.text[r.loginStart():r.ends[endPort]]
	}
	if !strings.EqualFold(r.Scheme(), j.scheme) || r.Path() != j.path || login != j.loginAll {
		return "", false
	}
	server := login != "" && server2396.MatchString(login)
	if server != (j.host != "") {
		for _, d := range hostDeviations {
			if d.applies(r, server, j) {
				return d.name, true
			}
		}
		return "", false
	}
	return "", !server || sameServer(r, j)
}

// sameServer reports whether Java found the host, the port and the user of u.
func sameServer(u URL, j javaReading) bool {
	host, _ := u.Host()
	port, _ := u.Port()
	if number, err := strconv.Atoi(port); err == nil {
		port = strconv.Itoa(number)
	}
	user, _ := u.User()
	if password, ok := u.Password(); ok {
		user += ":" + password
	}
	return host == j.host && port == j.port && user == j.user
}

// javaReadings runs java.net.URI over texts, with the laboratory's driver.
func javaReadings(t *testing.T, texts []string) []javaReading {
	t.Helper()
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no Java here: ", err)
	}
	dir := t.TempDir()
	compile := exec.Command("javac", "-d", dir, "tools/outside/lab/drivers/java/Read.java", "tools/outside/lab/drivers/java/NetURI.java")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	var in strings.Builder
	for _, text := range texts {
		in.WriteString(hex.EncodeToString([]byte(text)) + "\n")
	}
	run := exec.Command("java", "-cp", dir, "Read", "NetURI")
	run.Stdin, run.Stderr = strings.NewReader(in.String()), os.Stderr
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Scan() // the version
	t.Log(lines.Text())
	var all []javaReading
	for lines.Scan() {
		all = append(all, javaLine(t, lines.Text()))
	}
	if err := run.Wait(); err != nil || len(all) != len(texts) {
		t.Fatalf("Java: %v, %d readings of %d texts", err, len(all), len(texts))
	}
	return all
}

// javaLine reads a line of the driver.
func javaLine(t *testing.T, line string) javaReading {
	t.Helper()
	fields := strings.Split(line, "\t")
	if fields[0] != "1" {
		return javaReading{}
	}
	for i, f := range fields[1:] {
		if f == "-" {
			fields[i+1] = ""
			continue
		}
		text, err := hex.DecodeString(f)
		if err != nil {
			t.Fatal(err)
		}
		fields[i+1] = string(text)
	}
	return javaReading{true, fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]}
}
