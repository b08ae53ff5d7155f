package cookies

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/outfile"
)

// maxLine limits a line of a file in bytes. It is enough for a cookie with all its fields.
const maxLine = 16 << 10

// maxLines limits a file in lines. Browsers export fewer.
const maxLines = 1 << 20

// The file begins like those of curl and wget, which require the first line.
const fileHead = "# Netscape HTTP Cookie File\n# Written by earl. The fields are separated by tabs: domain, with subdomains,\n# path, only with TLS, end in seconds since 1970 (0: none), name, value.\n\n"

// httpOnlyMark is the prefix of the domain of a cookie with HttpOnly.
const httpOnlyMark = "#HttpOnly_"

// A FormatError is a line of a file that is not a cookie. It does not quote the line,
// which may contain a secret.
type FormatError struct {
	Line int // from 1
	Why  string
}

// Error has the line and the reason.
func (e *FormatError) Error() string {
	return fmt.Sprintf("line %d: %s: a line must have 7 fields, separated by tabs (Netscape cookie file)", e.Line, e.Why)
}

// ReadFile adds the cookies of a file. If the file does not exist, the error wraps
// fs.ErrNotExist.
func (j *Jar) ReadFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	j.mu.Lock()
	j.files = append(j.files, name)
	j.mu.Unlock()
	return j.read(f, name+": ")
}

// Load adds cookies from a command line, in curl's form: a text with "=" is passed to
// AddTyped, "-" is a file in stdin, and any other text is a file name. Load returns the
// names of files that do not exist in missing.
func (j *Jar) Load(texts []string, stdin io.Reader) (missing []string, err error) {
	for _, text := range texts {
		switch {
		case strings.Contains(text, "="):
			err = j.AddTyped(text)
		case text == "-":
			err = j.Read(stdin)
		case text != "":
			if err = j.ReadFile(text); errors.Is(err, fs.ErrNotExist) {
				missing, err = append(missing, text), nil
			}
		}
		if err != nil {
			return missing, err
		}
	}
	return missing, nil
}

// Read adds the cookies of a file in the Netscape format. It skips comments, blank
// lines and expired cookies, and cookies that their domain must not set, such as cookies
// for a public suffix. For a line that is not a cookie, it returns a *FormatError. If the
// file also contains cookies, it passes the error to Options.BadLine instead.
func (j *Jar) Read(r io.Reader) error { return j.read(r, "") }

// read reads a file. Its errors begin with prefix.
func (j *Jar) read(r io.Reader, prefix string) error {
	good, bad, err := j.readLines(r)
	if err == nil && len(bad) > 0 && (j.o.BadLine == nil || good == 0) {
		err = bad[0]
	}
	if err != nil {
		return fmt.Errorf("%s%w", prefix, err)
	}
	for _, b := range bad {
		j.o.BadLine(fmt.Errorf("%s%w", prefix, b))
	}
	return nil
}

// maxBad is how many lines that are not cookies are skipped.
const maxBad = 100

// readLines adds the cookies of a file, and returns how many lines were cookies and
// which were not.
func (j *Jar) readLines(r io.Reader) (good int, bad []error, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 4096), maxLine)
	now := j.o.Now()
	n := 0
	for in.Scan() {
		if n++; n > maxLines {
			return good, bad, fmt.Errorf("more than %d lines", maxLines)
		}
		line := strings.TrimSuffix(in.Text(), "\r")
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if isComment(line) {
			continue
		}
		e, err := parseLine(line)
		if err != nil {
			if bad = append(bad, &FormatError{n, err.Error()}); j.o.BadLine == nil || len(bad) > maxBad {
				return good, nil, bad[0]
			}
			j.mu.Lock()
			j.skipped = append(j.skipped, line)
			j.mu.Unlock()
			continue
		}
		good++
		if e != nil && !(j.o.NoSessions && e.expires.IsZero()) {
			j.mu.Lock()
			j.add(e, true, now)
			j.mu.Unlock()
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return good, bad, &FormatError{n + 1, fmt.Sprintf("longer than %d bytes", maxLine)}
	}
	return good, bad, in.Err()
}

// isComment reports whether a line has no cookie.
func isComment(line string) bool {
	return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") && !strings.HasPrefix(line, httpOnlyMark)
}

// parseLine reads a line. A nil entry without an error is a cookie that is ignored.
func parseLine(line string) (*entry, error) {
	line, httpOnly := strings.CutPrefix(line, httpOnlyMark)
	f := strings.SplitN(line, "\t", 7)
	if len(f) == 6 {
		f = append(f, "") // an editor may have removed the last tab, before an empty value
	}
	if len(f) != 7 {
		return nil, fmt.Errorf("it has %d", len(f))
	}
	yes := [2]bool{}
	for i, field := range [2]string{f[1], f[3]} {
		switch strings.ToUpper(field) {
		case "TRUE":
			yes[i] = true
		case "FALSE":
		default:
			return nil, fmt.Errorf("field %d must be TRUE or FALSE", 2+2*i)
		}
	}
	end, err := strconv.ParseInt(f[4], 10, 64)
	if err != nil {
		return nil, errors.New("field 5 must be a number of seconds")
	}
	domain := canonical(strings.TrimPrefix(f[0], "."))
	e := &entry{id: id{domain, f[2], f[5]}, value: f[6], hostOnly: !yes[0], secure: yes[1], httpOnly: httpOnly}
	switch {
	case domain == "" || !strings.HasPrefix(e.path, "/") || !sendable(e.name, e.value):
		return nil, nil
	case !e.hostOnly && (isAddress(domain) || isPublicSuffix(domain)):
		e.hostOnly = true // no other host may receive it
	}
	if end > 0 {
		e.expires = time.Unix(min(end, 1<<40), 0)
	}
	return e, nil
}

// Write writes the cookies that are not expired in the Netscape format, in order.
func (j *Jar) Write(w io.Writer) error {
	j.mu.Lock()
	now := j.o.Now()
	var list []*entry
	for _, e := range j.entries {
		if !e.expired(now) {
			list = append(list, e)
		}
	}
	j.mu.Unlock()
	slices.SortFunc(list, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.domain, b.domain), cmp.Compare(a.path, b.path), cmp.Compare(a.name, b.name))
	})
	var b bytes.Buffer
	b.WriteString(fileHead)
	for _, e := range list {
		e.appendTo(&b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// appendTo writes the line of an entry.
func (e *entry) appendTo(b *bytes.Buffer) {
	word := func(yes bool) string { return strings.ToUpper(strconv.FormatBool(yes)) }
	if e.httpOnly {
		b.WriteString(httpOnlyMark)
	}
	if !e.hostOnly {
		b.WriteByte('.')
	}
	end := int64(0)
	if !e.expires.IsZero() {
		end = e.expires.Unix()
	}
	fmt.Fprintf(b, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", e.domain, word(!e.hostOnly), e.path, word(e.secure), end, e.name, e.value)
}

// jarKind is what WriteFile replaces.
var jarKind = outfile.Kind{Name: "a cookie jar", Is: isJar}

// firstLines begin the files of curl, wget, browsers and Python.
var firstLines = [...]string{"# Netscape HTTP Cookie File", "# HTTP Cookie File"}

// isJar reports whether a file has the first line of a cookie jar, or only cookies.
func isJar(head []byte, whole bool) bool {
	text := strings.TrimPrefix(string(head), "\ufeff")
	first, _, _ := strings.Cut(text, "\n")
	if slices.Contains(firstLines[:], strings.TrimRight(first, " \r")) || whole && strings.TrimSpace(text) == "" {
		return true
	}
	good := 0
	for line := range strings.Lines(text) {
		if !whole && !strings.HasSuffix(line, "\n") {
			break
		}
		line = strings.TrimRight(line, "\r\n")
		if isComment(line) {
			continue
		}
		if _, err := parseLine(line); err != nil {
			return false
		}
		good++
	}
	return good > 0
}

// CheckFile returns an error if WriteFile would refuse to replace a file, because it is not
// a cookie jar (an [*outfile.KindError]) or cannot be read.
func CheckFile(name string) error { return jarKind.Check(name) }

// WriteFile writes the cookies to a file that only its owner can read, and after them the
// lines of files that Read skipped. It replaces a cookie jar in one step, and no other
// file. It follows a symbolic link, and writes to other files, such as a device or a pipe,
// without replacing them. It does nothing if the file was read and no cookie was set since.
func (j *Jar) WriteFile(name string) error {
	if j.isCurrent(name) {
		return nil
	}
	f, err := outfile.Create(name, outfile.Options{Mode: 0o600, Private: true, Kind: &jarKind})
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := j.Write(f); err != nil {
		return err
	}
	if _, err := io.WriteString(f, j.skippedText()); err != nil {
		return err
	}
	return f.Commit()
}

// isCurrent reports whether a file already has what WriteFile would write: it is the only
// one that was read, and no server has set a cookie.
func (j *Jar) isCurrent(name string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return !j.changed && !j.o.NoSessions && len(j.files) == 1 && j.files[0] == name
}

// skippedText returns the lines that Read skipped.
func (j *Jar) skippedText() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.skipped) == 0 {
		return ""
	}
	return strings.Join(j.skipped, "\n") + "\n"
}
