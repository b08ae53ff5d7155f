package ftp

import (
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/open"
)

// item is an entry in a line of a directory listing.
type item struct {
	name string // bytes, as the server sent them
	kind open.Kind
	size int64 // in bytes; -1: not known
	time time.Time
	link string // what a symbolic link points to

	beside bool // it is in the parent of the listed directory
}

// parseList reads a line of a reply to LIST, which has no standard form. It
// knows the forms of Unix, DOS, EPLF and VMS, and reports false for any other
// line. A date without a year is in the year before now.
func parseList(line string, now time.Time) (item, bool) {
	if line == "" {
		return item{}, false
	}
	if line[0] == '+' {
		return parseEPLF(line)
	}
	if it, ok := parseUnix(line, now); ok {
		return it, true
	}
	if it, ok := parseDOS(line); ok {
		return it, true
	}
	return parseVMS(line)
}

// isSummary reports whether line is one that the listings of Unix and VMS have
// before or after their entries: "total 12", "total 1.5K", "Directory
// DISK$USER:[ANONYMOUS]", "Total of 3 files, 12 blocks." Any other line that is
// not an entry is not understood.
func isSummary(line string) bool {
	return line == "" || isTotal(line) || isVMSSummary(line)
}

// isTotal reports whether line is the sum of blocks at the start of the output
// of "ls -l", with -h in units.
func isTotal(line string) bool {
	sum, ok := strings.CutPrefix(line, "total ")
	sum = strings.TrimLeft(sum, " ")
	if n := len(sum); ok && n > 1 && strings.IndexByte("BKMGTPE", sum[n-1]) >= 0 {
		sum = sum[:n-1]
	}
	whole, part, fraction := strings.Cut(sum, ".")
	return ok && ascii.IsNumber(whole) && (!fraction || ascii.IsNumber(part))
}

// word returns the first word of line at or after i, and the offset after it.
// Words are separated by spaces; at the end of the line the word is empty.
func word(line string, i int) (string, int) {
	for i < len(line) && line[i] == ' ' {
		i++
	}
	start := i
	for i < len(line) && line[i] != ' ' {
		i++
	}
	return line[start:i], i
}

// parseUnix reads a line of "ls -l":
//
//	-rw-r--r--    1 0        0              37 Nov 20 11:18 readme.txt
//
// The fields between mode and size differ: the group or the link count may be
// missing, and a user name may have spaces. So it searches for a date with a
// number before it.
func parseUnix(line string, now time.Time) (item, bool) {
	if !isMode(line) {
		return item{}, false
	}
	before, i := word(line, 0)
	for i < len(line) {
		start := i
		if end, at, ok := unixDate(line, i, now); ok && ascii.IsNumber(before) && end < len(line) {
			return unixItem(line[0], before, line[end+1:], at)
		}
		before, i = word(line, start)
	}
	return item{}, false
}

// unixItem returns the item for a mode, size and name.
func unixItem(mode byte, size, name string, at time.Time) (item, bool) {
	it := item{name: name, kind: open.KindUnknown, size: -1, time: at}
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil {
		n = -1
	}
	switch mode {
	case '-':
		it.kind, it.size = open.KindDocument, n
	case 'd':
		it.kind = open.KindListing
	case 'l':
		it.name, it.link = cutLink(name, n)
	}
	return it, it.name != ""
}

// cutLink splits "name -> target". The length of the target is a link's size;
// if that does not fit, the only arrow separates. With several arrows the name
// is not certain, and cutLink returns "".
func cutLink(text string, size int64) (name, target string) {
	const arrow = " -> "
	if at := int64(len(text)) - size - int64(len(arrow)); size >= 0 && at > 0 && strings.HasPrefix(text[at:], arrow) {
		return text[:at], text[at+int64(len(arrow)):]
	}
	name, target, _ = strings.Cut(text, arrow)
	if strings.Contains(target, arrow) {
		return "", ""
	}
	return name, target
}

// isMode reports whether line begins with the mode of a file, such as
// "drwxr-xr-x", optionally followed by "+" or ".".
func isMode(line string) bool {
	if len(line) < 11 || strings.IndexByte("-bcdlnpsD", line[0]) < 0 {
		return false
	}
	for i := 1; i < 10; i++ {
		if strings.IndexByte("-rwxsStTlL", line[i]) < 0 {
			return false
		}
	}
	return line[10] == ' ' || line[11:] != "" && line[11] == ' '
}

// unixDate reads a date at or after i: "Nov 20 11:18", "Nov 20  2025", "20 Nov
// 11:18" or "2026-11-20 11:18". It returns the offset after it.
func unixDate(line string, i int, now time.Time) (end int, at time.Time, ok bool) {
	first, i := word(line, i)
	second, i := word(line, i)
	if len(first) == 10 && first[4] == '-' {
		at, ok := isoTime(first+" "+second, line, i)
		return i, at, ok
	}
	third, i := word(line, i)
	month, day := monthOf(first), second
	if month == 0 {
		month, day = monthOf(second), first
	}
	d, err := strconv.Atoi(day)
	if month == 0 || err != nil || d < 1 || d > 31 {
		return 0, time.Time{}, false
	}
	at, ok = clockOrYear(third, month, d, now)
	return i, at, ok
}

// isoTime reads "2026-11-20 11:18", or with seconds. After seconds some programs
// write a time zone, so a name that looks like one is not certain.
func isoTime(text, line string, end int) (time.Time, bool) {
	at, err := time.Parse("2006-01-02 15:04", text)
	if err == nil {
		return at, true
	}
	at, err = time.Parse(time.DateTime, text)
	next, _ := word(line, end)
	zone := len(next) == 5 && (next[0] == '+' || next[0] == '-') && ascii.IsNumber(next[1:])
	return at, err == nil && !strings.Contains(text, ".") && !zone
}

// clockOrYear completes a date with its year, or with a time of day of the last
// twelve months. The server's time zone is not known. UTC is used, so a time
// may be up to a day in the future.
func clockOrYear(text string, month time.Month, day int, now time.Time) (time.Time, bool) {
	if len(text) == 4 && ascii.IsNumber(text) {
		year, _ := strconv.Atoi(text)
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC), true
	}
	hour, minute, ok := strings.Cut(text, ":")
	h, err := strconv.Atoi(hour)
	m, err2 := strconv.Atoi(minute)
	if !ok || err != nil || err2 != nil || h < 0 || h > 23 || m < 0 || m > 59 {
		return time.Time{}, false
	}
	at := time.Date(now.UTC().Year(), month, day, h, m, 0, 0, time.UTC)
	if at.After(now.Add(24 * time.Hour)) {
		at = time.Date(at.Year()-1, month, day, h, m, 0, 0, time.UTC)
	}
	return at, true
}

// monthOf returns the month of an English name of three letters, or 0.
func monthOf(text string) time.Month {
	if len(text) != 3 {
		return 0
	}
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(text, m.String()[:3]) {
			return m
		}
	}
	return 0
}
