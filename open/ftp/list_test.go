package ftp

import (
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
)

// now is the time at which the lines of these tests were read.
var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// at returns a time in UTC.
func at(text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	t, err := time.Parse("2006-01-02 15:04:05", text)
	if err != nil {
		panic(err)
	}
	return t
}

// B2, A27: the lines of each dialect of LIST. Those of vsftpd, ProFTPD,
// Pure-FTPd and pyftpdlib were recorded; the others are from the documents of
// their makers.
func TestParseList(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line string
		kind open.Kind
		name string
		size int64
		time string
		link string
	}{
		// vsftpd
		{"-rw-r--r--    1 0        0               2 Nov 20 11:18 -dash.txt", open.KindDocument, "-dash.txt", 2, "2026-11-20 11:18:00", ""},
		{"-rw-r--r--    1 0        0        1073741824 Nov 20 11:18 big1g.bin", open.KindDocument, "big1g.bin", 1 << 30, "2026-11-20 11:18:00", ""},
		{"drwxr-xr-x    2 0        0            4096 Nov 20 11:18 with space", open.KindListing, "with space", -1, "2026-11-20 11:18:00", ""},
		{"-rw-r--r--    1 0        0               3 Nov 20 11:22 ff-\xff.txt", open.KindDocument, "ff-\xff.txt", 3, "2026-11-20 11:22:00", ""},
		// ProFTPD, a link
		{"lrwxrwxrwx   1 0        0              10 Nov 20 11:18 link.txt -> readme.txt", "", "link.txt", -1, "2026-11-20 11:18:00", "readme.txt"},
		{"lrwxrwxrwx   1 0        0               6 Nov 20 11:18 a -> b -> ../etc", "", "a -> b", -1, "2026-11-20 11:18:00", "../etc"},
		{"lrwxrwxrwx   1 0        0               0 Nov 20 11:18 a -> b", "", "a", -1, "2026-11-20 11:18:00", "b"},
		// Pure-FTPd
		{"drwx------    2 0          0                4096 Nov 20 11:18 noread", open.KindListing, "noread", -1, "2026-11-20 11:18:00", ""},
		// pyftpdlib
		{"-rw-r--r--   1 root     root            2 Nov 20 11:18 hash#q?.txt", open.KindDocument, "hash#q?.txt", 2, "2026-11-20 11:18:00", ""},
		// forms of ls: a year, no group, day first, a later month is last year's, ISO dates, attributes
		{"-rw-r--r--   1 root     root            2 Feb  9  1994 rfc.txt", open.KindDocument, "rfc.txt", 2, "1994-02-09 00:00:00", ""},
		{"-rw-r--r--  1 owner  1803128 Jul 10 10:18 ls-lR.Z", open.KindDocument, "ls-lR.Z", 1803128, "2026-07-10 10:18:00", ""},
		{"-rw-r--r--   1 root     root            2 20 Nov 11:18 f", open.KindDocument, "f", 2, "2026-11-20 11:18:00", ""},
		{"-rw-r--r--   1 root     root            2 Dec 31 23:59 f", open.KindDocument, "f", 2, "2025-12-31 23:59:00", ""},
		{"-rw-r--r--   1 root     root            2 Nov 21 02:00 f", open.KindDocument, "f", 2, "2026-11-21 02:00:00", ""},
		{"-rw-r--r--+  1 a user   users         2 2026-11-20 11:18 f g", open.KindDocument, "f g", 2, "2026-11-20 11:18:00", ""},
		{"-rw-r--r--.  1 u g 2 Nov 20 11:18  leading and trailing ", open.KindDocument, " leading and trailing ", 2, "2026-11-20 11:18:00", ""},
		{"crw-rw-rw-   1 root     root       1,   3 Nov 20 11:18 null", "", "null", -1, "2026-11-20 11:18:00", ""},
		{"d [R----F--] supervisor            512       Jan 16 18:53    login", open.KindInfo, "", 0, "", ""},
		{"-rw-r--r--   1 root     root            2 Nov 20 2:18", open.KindInfo, "", 0, "", ""},
		{"-rw-r--r--   1 root     root            2 Nov 20 11:18 ", open.KindInfo, "", 0, "", ""},
		{"-rw-r--r--   1 root     root            x Nov 20 11:18 f", open.KindInfo, "", 0, "", ""},
		// DOS, IIS
		{"11-20-26  11:18AM       <DIR>          with space", open.KindListing, "with space", -1, "2026-11-20 11:18:00", ""},
		{"11-20-2026  11:18PM                   37 readme file.txt", open.KindDocument, "readme file.txt", 37, "2026-11-20 23:18:00", ""},
		{"2026-11-20  11:18       <DIR>          d", open.KindListing, "d", -1, "2026-11-20 11:18:00", ""},
		{"13-20-26  11:18AM       <DIR>          d", open.KindInfo, "", 0, "", ""},
		// EPLF (cr.yp.to/ftp/list/eplf.html)
		{"+i8388621.29609,m824255902,/,\tdev", open.KindListing, "dev", -1, "1996-02-13 23:58:22", ""},
		{"+i8388621.44468,m839956783,r,s10376,\tRFC EPLF", open.KindDocument, "RFC EPLF", 10376, "1996-08-13 17:19:43", ""},
		{"+r,s1", open.KindInfo, "", 0, "", ""},
		// VMS
		{"README.TXT;4  4  18-APR-2000 10:40:39.90", open.KindDocument, "README.TXT;4", -1, "2000-04-18 10:40:39", ""},
		{"CORE.DIR;1  1  8-SEP-1996 16:09  [SYSTEM]  (RWE,RWE,RE,RE)", open.KindListing, "CORE", -1, "1996-09-08 16:09:00", ""},
		{"CII-MANUAL.TEX;1  213/216  29-JAN-1996 03:33:12  [ANONYMOU,ANONYMOUS]  (RWED,RWED,,)", open.KindDocument, "CII-MANUAL.TEX;1", -1, "1996-01-29 03:33:12", ""},
		// names that are not certain: several arrows, a time zone before the name
		{"lrwxrwxrwx   1 0        0               0 Nov 20 11:18 a -> b -> c", open.KindInfo, "", 0, "", ""},
		{"-rw-r--r--   1 u g 2 2026-11-20 11:18:10 +0100 f", open.KindInfo, "", 0, "", ""},
		{"-rw-r--r--   1 u g 2 2026-11-20 11:18:10.000000000 +0100 f", open.KindInfo, "", 0, "", ""},
		{"-rw-r--r--   1 u g 2 2026-11-20 11:18:10.000000000 f", open.KindInfo, "", 0, "", ""},
		{"-rw-r--r--   1 u g 2 2026-11-20 11:18Z f", open.KindInfo, "", 0, "", ""},
		{"-rw-r--r--   1 u g 2 2026-11-20 11:18:10 f g", open.KindDocument, "f g", 2, "2026-11-20 11:18:10", ""},
		{"-rw-r--r--   1 u g 2 2026-11-20 11:18 +0100 f", open.KindDocument, "+0100 f", 2, "2026-11-20 11:18:00", ""},
		{"Directory DISK$PCSA:[ANONYM]", open.KindInfo, "", 0, "", ""},
		{"", open.KindInfo, "", 0, "", ""},
		{"total 12", open.KindInfo, "", 0, "", ""},
	}
	for _, tt := range tests {
		it, ok := parseList(tt.line, now)
		if tt.kind == open.KindInfo {
			if ok {
				t.Errorf("parseList(%q) = %+v, want nothing", tt.line, it)
			}
			continue
		}
		it.time = it.time.Truncate(time.Second)
		if want := (item{tt.name, tt.kind, tt.size, at(tt.time), tt.link, false}); !ok || it != want {
			t.Errorf("parseList(%q) = %+v, want %+v", tt.line, it, want)
		}
	}
}

// rfc3659 7: the facts of MLSD, as ProFTPD, Pure-FTPd and pyftpdlib write them.
func TestParseMLSD(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line string
		ok   bool
		want item
	}{
		{"modify=20261120111810;perm=adfr;size=37;type=file;unique=FE00U990918;UNIX.group=0;UNIX.groupname=nogroup;UNIX.mode=0644;UNIX.owner=0;UNIX.ownername=nobody; readme.txt",
			true, item{"readme.txt", open.KindDocument, 37, at("2026-11-20 11:18:10"), "", false}},
		{"modify=20261120112232;perm=fle;type=cdir;unique=FE00U9908F1; .", true, item{name: "."}},
		{"type=pdir;sizd=4096;modify=20261120112232;UNIX.mode=0755;unique=fe00g9908eb; /pub", true, item{name: "."}},
		{"type=OS.unix=slink:../etc;size=6;modify=20261120111817;UNIX.mode=0777;unique=fe00g990926; linkdir",
			true, item{"linkdir", "", -1, at("2026-11-20 11:18:17"), "../etc", false}},
		{"modify=20261120111810;perm=el;size=4096;type=dir;unique=fe00g990916; with space",
			true, item{"with space", open.KindListing, -1, at("2026-11-20 11:18:10"), "", false}},
		{"TYPE=File;Size=x;Modify=tomorrow;  lead", true, item{" lead", open.KindDocument, -1, time.Time{}, "", false}},
		{" no facts", true, item{"no facts", "", -1, time.Time{}, "", false}},
		{"type=; f", true, item{"f", "", -1, time.Time{}, "", false}},
		{"type=FiLe;size=99999999999999999999;modify=2026112; f; g", true, item{"f; g", open.KindDocument, -1, time.Time{}, "", false}},
		{"type=file; ", false, item{}},
		{"type=file;size; f", false, item{}},
		{"=file; f", false, item{}},
		{"LOGIN.COM; 3", false, item{}},
		{"type=file;UNIX.owner=Ann Lee;size=1; f", false, item{}},
		{"type=file;\tf", false, item{}},
		{"type=file;", false, item{}},
		{"-rw-r--r-- 1 0 0 2 Nov 20 11:18 f", false, item{}},
		{"", false, item{}},
	}
	for _, tt := range tests {
		if it, ok := parseMLSD(tt.line); ok != tt.ok || ok && it != tt.want {
			t.Errorf("parseMLSD(%q) = %+v, %v, want %+v, %v", tt.line, it, ok, tt.want, tt.ok)
		}
	}
}

// FuzzList checks every result for a line: a name that is in the line, no size
// below -1, and for ls the name at the end.
func FuzzList(f *testing.F) {
	for _, line := range []string{
		"-rw-r--r--    1 0        0               2 Nov 20 11:18 -dash.txt",
		"lrwxrwxrwx   1 0        0              10 Nov 20 11:18 link.txt -> readme.txt",
		"11-20-26  11:18AM       <DIR>          with space",
		"+i8388621.29609,m824255902,/,\tdev",
		"CORE.DIR;1  1  8-SEP-1996 16:09  [SYSTEM]  (RWE,RWE,RE,RE)",
		"modify=20261120111810;perm=adfr;size=37;type=file; readme.txt",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		parsers := map[string]func(string) (item, bool){
			"list": func(line string) (item, bool) { return parseList(line, now) },
			"mlsd": parseMLSD,
			"name": parseName,
		}
		for name, parse := range parsers {
			it, ok := parse(line)
			if !ok {
				continue
			}
			dots := name == "mlsd" && it == item{name: "."}
			if it.name == "" || it.size < -1 || !dots && !strings.Contains(line, it.name) || !strings.Contains(line, it.link) {
				t.Errorf("%s: %q = %+v", name, line, it)
			}
			if it.size >= 0 && it.kind == open.KindListing && name == "mlsd" {
				t.Errorf("%s: %q: a directory of %d bytes", name, line, it.size)
			}
		}
	})
}

// Lines before and after the entries of Unix and VMS are not entries. Lines that
// are only like them are not understood.
func TestSummaries(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"": true, "total 0": true, "total 12": true, "total 1.5K": true, "total   48": true,
		"total": false, "total ": false, "total K": false, "total 12 files": false, "total 1.": false, "total .5": false, "Total 12": false,
		"total 12 13": false, "total of 3": false, " total 12": false,
		"Directory DISK$PCSA:[ANONYM]": true, "Directory SYS$SYSDEVICE:[A.B.C]": true,
		"Directory ": false, "Directory of C:\\": false, "Directory DISK$PCSA:[ANON YM]": false, "directory DISK$PCSA:[ANONYM]": false,
		"Total of 3 files, 12 blocks.": true, "Total of 1 file.": true, "Total of 3 files, 12/20 blocks.": true,
		"Grand total of 2 directories, 3 files, 12/20 blocks.": true,
		"Total of 3 files, 12 blocks":                          false, "Total of three files.": false, "Total of 3 files, 1 README.TXT.": false, "Total of .": false,
	} {
		if got := isSummary(line); got != want {
			t.Errorf("isSummary(%q) = %v, want %v", line, got, want)
		}
	}
}
