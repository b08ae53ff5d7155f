package convert

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var mutants = flag.Int("mutants", 300, "how many damaged files of each format TestDamagedFiles tries")

// smallInput is the input for the files of each format.
func smallInput() string {
	var b strings.Builder
	b.WriteString("url,n,none\n")
	for i := range 200 {
		fmt.Fprintf(&b, "http://h%d.example/p?q=%d,%d,\n", i%7, i, i*i)
	}
	return b.String()
}

// madeFile writes the small input in a format, named by the suffix of a file.
func madeFile(t *testing.T, suffix string) []byte {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out"+suffix)
	if err := os.WriteFile(in, []byte(smallInput()), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Files(Options{Select: "*, host, port, valid"}, []string{in}, out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// mutant returns data with a few changes.
func mutant(r *rand.Rand, data []byte) []byte {
	b := bytes.Clone(data)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(b))
		if r.IntN(2) == 0 { // descriptions are at the ends
			at = max(0, len(b)-1-r.IntN(min(len(b), 900)))
		}
		switch r.IntN(7) {
		case 0:
			b[at] ^= 1 << r.IntN(8)
		case 1:
			b[at] = byte(r.Uint32())
		case 2:
			b[at] = 0xFF
		case 3: // a large number
			b = append(b[:at:at], append(binary.AppendUvarint(nil, r.Uint64()>>r.IntN(60)), b[at:]...)...)
		case 4:
			if at+8 <= len(b) {
				binary.LittleEndian.PutUint64(b[at:], uint64(int64(1)<<r.IntN(63)-int64(r.IntN(2))))
			}
		case 5:
			b = append(b[:at:at], b[min(len(b), at+1+r.IntN(16)):]...)
		case 6:
			end := min(len(b), at+1+r.IntN(64))
			b = append(b[:end:end], b[at:]...)
		}
		if len(b) == 0 {
			return []byte{0}
		}
	}
	return b
}

// attempt converts a file and returns the rows, the bytes that were allocated and the error.
func attempt(name string, o Options) (rows int64, used uint64, err error) {
	o.Select, o.Out, o.Progress = "*", "jsonl", func(n int64) { rows = n }
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = Files(o, []string{name}, os.DevNull)
	runtime.ReadMemStats(&after)
	return rows, after.TotalAlloc - before.TotalAlloc, err
}

// A damaged file ends with a fault; it takes no crash, little memory and
// little time, and no row is lost without an error.
func TestDamagedFiles(t *testing.T) {
	for suffix, in := range map[string]string{".parquet": "", ".arrow": "", ".csv.gz": "", ".jsonl.zst": ""} {
		t.Run(suffix, func(t *testing.T) {
			whole := madeFile(t, suffix)
			name := filepath.Join(t.TempDir(), "in"+suffix)
			r := rand.New(rand.NewPCG(1, uint64(len(suffix))))
			for n := range *mutants {
				data := mutant(r, whole)
				if err := os.WriteFile(name, data, 0o666); err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				rows, used, err := attempt(name, Options{In: in})
				if took := time.Since(start); used > 1<<30 || took > 10*time.Second {
					t.Errorf("mutant %d takes %d MiB and %v: %v", n, used>>20, took, err)
				}
				if err == nil && rows != 200 {
					t.Errorf("mutant %d has %d rows and no error", n, rows)
					os.WriteFile(fmt.Sprintf("%s/mutant%d%s", os.TempDir(), n, suffix), data, 0o666)
				}
			}
		})
	}
}

// footer returns a Parquet file that has only a description.
func footer(description string) []byte {
	return append(append([]byte("PAR1"), description...), append(binary.LittleEndian.AppendUint32(nil, uint32(len(description))), "PAR1"...)...)
}

// The library ends the program with a fatal error for these files, or takes gigabytes.
func TestHostileParquetDescriptions(t *testing.T) {
	huge := string(binary.AppendUvarint(nil, 1<<31-1))
	for name, r := range map[string]struct{ description, want string }{
		"schema of 2^31":        {"\x15\x02\x19\xFC" + huge + "\x48", "truncated"},
		"schema of 2^63":        {"\x15\x02\x19\xFC\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F\x00", "truncated"},
		"row groups of 2^31":    {"\x15\x02\x39\xFC" + huge, "truncated"},
		"name of 2^31":          {"\x15\x02\x19\x1C\x48" + huge, "truncated"},
		"structures":            {strings.Repeat("\x1C", 2_000_000), "inside each other"},
		"lists":                 {strings.Repeat("\x19", 1) + strings.Repeat("\x19", 100_000), "broken"},
		"maps":                  {"\x1B\x01\xBB\x01\xBB\x01\xBB", "broken"},
		"sets of structures":    {"\x1A\xFC\xFF\xFF\x7F" + strings.Repeat("\x00", 2_100_000), "structures"},
		"columns in columns":    {"\x15\x02\x19\xFC" + string(binary.AppendUvarint(nil, 100_000)) + strings.Repeat("\x48\x01a\x15\x02\x00", 100_000) + "\x00", "inside of each other"},
		"children that miss":    {"\x15\x02\x19\x1C\x48\x01a\x15\x7E\x00\x00", "broken"},
		"children below 0":      {"\x15\x02\x19\x1C\x48\x01a\x15\x01\x00\x00", "broken"},
		"overlong number":       {"\x15" + strings.Repeat("\xFF", 12) + "\x00", "broken"},
		"unknown type":          {"\x1E\x00", "broken"},
		"no end":                {"\x15\x02", "truncated"},
		"nothing":               {"", "truncated"},
		"description too large": {strings.Repeat("\x00", maxFooter+1), "its description has"},
	} {
		file := filepath.Join(t.TempDir(), "in.parquet")
		if err := os.WriteFile(file, footer(r.description), 0o666); err != nil {
			t.Fatal(err)
		}
		_, used, err := attempt(file, Options{})
		if fault, ok := err.(*Fault); !ok || fault.Status != StatusInput || !strings.Contains(err.Error(), r.want) || used > 1<<28 {
			t.Errorf("%s: %v with %d MiB, want status 3 and %q", name, err, used>>20, r.want)
		}
		if _, err := partMetadata(file); err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: partMetadata = %v, want %q", name, err, r.want)
		}
	}
}

// A message of a stream that counts more than it has is refused before memory is
// reserved for it.
func TestHostileArrowMessages(t *testing.T) {
	whole := madeFile(t, ".arrow")
	for name, change := range map[string]func(b []byte) []byte{
		"a body of 2 GiB that is missing": func(b []byte) []byte { return b[:len(b)-len(b)/2] },
		"metadata of 2 GiB":               func(b []byte) []byte { return append(bytes.Clone(b[:len(b)-8]), "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F"...) },
		"metadata of 60 MB":               func(b []byte) []byte { return append(bytes.Clone(b[:len(b)-8]), "\xFF\xFF\xFF\xFF\x00\x00\x90\x03"...) },
		"metadata of 4 bytes": func(b []byte) []byte {
			return append(bytes.Clone(b[:len(b)-8]), "\xFF\xFF\xFF\xFF\x04\x00\x00\x00\x01\x00\x00\x00"...)
		},
		"two schemas": func(b []byte) []byte { return append(bytes.Clone(b[:len(b)-8]), b...) },
	} {
		file := filepath.Join(t.TempDir(), "in.arrow")
		if err := os.WriteFile(file, change(whole), 0o666); err != nil {
			t.Fatal(err)
		}
		_, used, err := attempt(file, Options{})
		if fault, ok := err.(*Fault); !ok || fault.Status != StatusInput || used > 1<<28 {
			t.Errorf("%s: %v with %d MiB, want status 3", name, err, used>>20)
		}
	}
}
