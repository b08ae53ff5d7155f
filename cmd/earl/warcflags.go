package main

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/cmd/earl/internal/replay"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// warcFlags are the flags that write what a command opens to an archive. Their names are
// those of wget.
type warcFlags struct {
	name    string
	maxSize size
	dedup   string
}

// add adds the flags.
func (f *warcFlags) add(c *cobra.Command) {
	v := c.Flags()
	v.StringVar(&f.name, "warc-file", "", "also write what is sent and received to the web archive `NAME`.warc.gz")
	v.Var(&f.maxSize, "warc-max-size", "begin another archive after this many bytes (k, M, G): NAME-00000.warc.gz, NAME-00001.warc.gz ...")
	v.StringVar(&f.dedup, "warc-dedup", "", "write only a reference for a payload that the index `FILE` (CDXJ) has")
	_ = c.MarkFlagFilename("warc-dedup", "cdxj", "cdx")
}

// archiveWriter is the archive that a command writes. nil means no archive.
type archiveWriter struct {
	files    *warc.Files
	recorder *capture.Recorder
}

// begin creates the archive, or returns nil if the flags name none. It passes what it does not
// understand of an index to remark.
func (f *warcFlags) begin(remark func(format string, args ...any)) (*archiveWriter, error) {
	if f.name == "" {
		if f.dedup != "" || f.maxSize > 0 {
			return nil, usagef("--warc-dedup and --warc-max-size need --warc-file")
		}
		return nil, nil
	}
	known, err := knownPayloads(f.dedup, remark)
	if err != nil {
		return nil, err
	}
	files, err := warc.Create(f.name, warc.FilesOptions{MaxSize: int64(f.maxSize), Info: warc.Header{
		{Name: "software", Value: "earl/" + version()},
		{Name: "format", Value: "WARC File Format 1.1"},
		{Name: "conformsTo", Value: "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
	}})
	if os.IsExist(err) {
		return nil, usagef("--warc-file %q: the file exists, and is never overwritten", f.name)
	}
	if err != nil {
		return nil, localErr(err)
	}
	signal.Ignore(syscall.SIGPIPE) // writing to a closed pipe is an error then, and the archive is completed
	return &archiveWriter{files, capture.New(files, known)}, nil
}

// knownPayloads returns the payloads in an index, by their digests. Lines that are not
// understood are passed to remark: their payloads are written again. An index without any
// other line is refused.
func knownPayloads(index string, remark func(format string, args ...any)) (map[string]capture.Original, error) {
	if index == "" {
		return nil, nil
	}
	file, err := os.Open(index)
	if err != nil {
		return nil, usagef("--warc-dedup: %v", err)
	}
	defer file.Close()
	known := map[string]capture.Original{}
	var first error
	bad, good := 0, 0
	err = warc.ReadIndex(file, func(e warc.Entry, odd error) error {
		switch {
		case odd != nil:
			if bad++; first == nil {
				first = odd
			}
			return nil
		case e.Digest != "" && e.Status > 0 && e.Type != warc.RevisitType && e.Method == "":
			known[e.Digest] = capture.Original{Target: e.URL, Date: e.Date}
		}
		good++
		return nil
	})
	if err == nil && good == 0 {
		err = first
	}
	if err != nil {
		return nil, usagef("--warc-dedup %s: %v", index, err)
	}
	if bad > 0 {
		remark("--warc-dedup %s: %s not understood, so their payloads are written again: %v", index, count(bad, "line"), first)
	}
	return known, nil
}

// into sets the recorder of the options of a client.
func (a *archiveWriter) into(o *open.Options) {
	if a != nil {
		o.Recorder = a.recorder
	}
}

// close completes the archive.
func (a *archiveWriter) close() error {
	if a == nil {
		return nil
	}
	return localErr(a.files.Close())
}

// replaying sets the flags that --from-warc needs: no proxy, and any news server, because
// URLs of news have none.
func (g *getFlags) replaying() {
	if len(g.fromWarc) == 0 {
		return
	}
	g.noProxy = "*"
	if g.newsServer == "" {
		g.newsServer = "archive.invalid"
	}
}

// archiveDate is the value of --warc-date.
type archiveDate struct {
	text string
	time time.Time // zero: the newest capture
}

func (d *archiveDate) String() string { return d.text }
func (*archiveDate) Type() string     { return "DATE" }

// archiveDates are the forms of a date in addition to dateLayouts. Web archives write dates
// as digits.
var archiveDates = []string{"20060102150405", "200601021504", "2006-01", "200601", "2006"}

// Set reads a date. One without a day or a time is its first moment in UTC.
func (d *archiveDate) Set(text string) error {
	for _, form := range slices.Concat(dateLayouts, archiveDates) {
		if at, err := time.Parse(form, text); err == nil {
			*d = archiveDate{text, at}
			return nil
		}
	}
	return fmt.Errorf("%q: must be a date such as 2006, 2006-01-02 or 20060102150405", text)
}

// openReplay opens the archives that URLs are opened from, or returns nil. It passes what it
// skips of damaged files to remark.
func openReplay(names []string, at archiveDate, remark func(format string, args ...any)) (*replay.Archive, error) {
	if len(names) == 0 {
		if at.text != "" {
			return nil, usagef("--warc-date needs an archive")
		}
		return nil, nil
	}
	a, err := replay.Open(names...)
	if err != nil {
		return nil, usagef("cannot read the archive: %v", err)
	}
	a.At = at.time
	for _, text := range a.Damage() {
		remark("%s", text)
	}
	return a, nil
}
