package ftp

import (
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/open"
)

// parseDOS reads a line of DIR in the form of DOS and IIS:
//
//	11-20-26  11:18AM       <DIR>          with space
//	11-20-2026  11:18PM                 37 readme.txt
func parseDOS(line string) (item, bool) {
	date, i := word(line, 0)
	clock, i := word(line, i)
	what, i := word(line, i)
	at, ok := dosTime(date, clock)
	if !ok || i >= len(line) {
		return item{}, false
	}
	it := item{name: line[i+1:], size: -1, time: at}
	if strings.EqualFold(what, "<DIR>") {
		it.name = strings.TrimLeft(it.name, " ")
		it.kind = open.KindListing
		return it, it.name != ""
	}
	size, err := strconv.ParseInt(strings.ReplaceAll(what, ",", ""), 10, 64)
	if err != nil || size < 0 {
		return item{}, false
	}
	it.kind, it.size = open.KindDocument, size
	return it, it.name != ""
}

// dosTime reads the date, month first or year first, and the time of day.
func dosTime(date, clock string) (time.Time, bool) {
	for _, layout := range [...]string{"01-02-06", "01-02-2006", "2006-01-02"} {
		if len(layout) != len(date) {
			continue
		}
		for _, hours := range [...]string{"03:04PM", "15:04"} {
			if at, err := time.Parse(layout+" "+hours, date+" "+clock); err == nil {
				return at, true
			}
		}
	}
	return time.Time{}, false
}

// parseEPLF reads a line of the Easily Parsed LIST Format: "+", facts that each
// end in a comma, a TAB, the name.
//
//	+i8388621.29609,m824255902,/,	pub
func parseEPLF(line string) (item, bool) {
	facts, name, ok := strings.Cut(line[1:], "\t")
	if !ok || name == "" {
		return item{}, false
	}
	it := item{name: name, size: -1}
	for fact := range strings.SplitSeq(facts, ",") {
		if fact == "" {
			continue
		}
		n, err := strconv.ParseInt(fact[1:], 10, 64)
		switch {
		case fact == "/":
			it.kind = open.KindListing
		case fact == "r":
			it.kind = open.KindDocument
		case fact[0] == 's' && err == nil && n >= 0:
			it.size = n
		case fact[0] == 'm' && err == nil:
			it.time = time.Unix(n, 0).UTC()
		}
	}
	return it, true
}

// parseVMS reads a line of a VMS directory, on one line:
//
//	README.TXT;1          2/3    20-NOV-2026 11:18:10  [SYSTEM]  (RWED,RWED,RE,)
//
// The size is in blocks, so it is not reported. A directory's name loses its
// ".DIR;1", which CWD does not accept; a file's name keeps its version.
func parseVMS(line string) (item, bool) {
	name, i := word(line, 0)
	base, version, ok := strings.Cut(name, ";")
	if !ok || base == "" || !ascii.IsNumber(version) {
		return item{}, false
	}
	it := item{name: name, kind: open.KindDocument, size: -1}
	if len(base) > 4 && strings.EqualFold(base[len(base)-4:], ".DIR") {
		it.name, it.kind = base[:len(base)-4], open.KindListing
	}
	for i < len(line) {
		var date string
		date, i = word(line, i)
		clock, _ := word(line, i)
		if at, ok := vmsTime(date, clock); ok {
			it.time = at
			return it, true
		}
	}
	return item{}, false
}

// isVMSName reports whether line is the first of the two lines on which VMS
// writes an entry with a long name. The second begins with spaces.
//
//	A_NAME_THAT_LEAVES_NO_ROOM.TXT;12
//	                      2/3    20-NOV-2026 11:18:10  [SYSTEM]  (RWED,RWED,RE,)
func isVMSName(line string) bool {
	name, version, ok := strings.Cut(line, ";")
	return ok && name != "" && !strings.ContainsAny(line, " \t") && ascii.IsNumber(version)
}

// isVMSSummary reports whether line is the head or the end of a listing of VMS:
// "Directory DEVICE:[NAME]", or "Total of 3 files, 12 blocks." with a number in
// each part.
func isVMSSummary(line string) bool {
	if dir, ok := strings.CutPrefix(line, "Directory "); ok {
		return !strings.ContainsAny(dir, " \t") && strings.Contains(dir, ":[") && strings.HasSuffix(dir, "]")
	}
	sum, ok := strings.CutPrefix(line, "Total of ")
	if !ok {
		sum, ok = strings.CutPrefix(line, "Grand total of ")
	}
	sum, dot := strings.CutSuffix(sum, ".")
	if !ok || !dot {
		return false
	}
	for part := range strings.SplitSeq(sum, ", ") {
		number, what, _ := strings.Cut(part, " ")
		used, reserved, both := strings.Cut(number, "/")
		switch what {
		case "file", "files", "block", "blocks", "directory", "directories":
		default:
			return false
		}
		if !ascii.IsNumber(used) || both && !ascii.IsNumber(reserved) {
			return false
		}
	}
	return true
}

// vmsTime reads "20-NOV-2026" and "11:18", with or without seconds.
func vmsTime(date, clock string) (time.Time, bool) {
	if !strings.Contains(date, "-") {
		return time.Time{}, false
	}
	for _, layout := range [...]string{"2-Jan-2006 15:04:05", "2-Jan-2006 15:04"} {
		if at, err := time.Parse(layout, date+" "+clock); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// parseMLSD reads a line of a reply to MLSD: facts that each have a name, "=" and
// a value and end in a semicolon, a space, the name. An unknown value of a fact
// leaves it unknown. Source: rfc3659 7.2.
func parseMLSD(line string) (item, bool) {
	facts, name, ok := strings.Cut(line, " ")
	if !ok || name == "" || facts != "" && !strings.HasSuffix(facts, ";") {
		return item{}, false
	}
	it := item{name: name, size: -1}
	for fact := range strings.SplitSeq(facts, ";") {
		key, value, ok := strings.Cut(fact, "=")
		if fact != "" && (!ok || key == "") {
			return item{}, false
		}
		switch strings.ToLower(key) {
		case "type":
			if dots := it.setType(value); dots {
				return item{name: "."}, true
			}
		case "size":
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && n >= 0 {
				it.size = n
			}
		case "modify":
			it.time, _ = parseTime(value)
		}
	}
	if it.kind != open.KindDocument {
		it.size = -1 // the size of a directory is the space that the file system uses for it
	}
	return it, true
}

// setType sets the kind from a type fact. It reports whether the line describes
// the directory itself or its parent. Source: rfc3659 7.5.1.
func (it *item) setType(value string) (dots bool) {
	kind, target, _ := strings.Cut(value, ":")
	switch strings.ToLower(kind) {
	case "file":
		it.kind = open.KindDocument
	case "dir":
		it.kind = open.KindListing
	case "cdir", "pdir":
		return true
	case "os.unix=slink", "os.unix=symlink":
		it.link = target
	}
	return false
}

// parseTime reads a time in the form of MDTM and the modify fact, in UTC:
// YYYYMMDDHHMMSS, optionally with a fraction. Source: rfc3659 2.3.
func parseTime(text string) (time.Time, bool) {
	at, err := time.Parse("20060102150405", text)
	return at, err == nil
}
