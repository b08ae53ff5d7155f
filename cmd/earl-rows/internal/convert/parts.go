package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// partRows is the number of rows from which on a Parquet file is divided into
// several parts, each with whole row groups.
const partRows = 16 << 20

// Shard is the share of one of several programs that work on the same inputs:
// the parts whose number modulo Of is Index. The zero value is all parts.
type Shard struct{ Index, Of int }

// ParseShard reads "INDEX/OF", such as "0/8".
func ParseShard(text string) (Shard, error) {
	before, after, _ := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(before)
	of, err2 := strconv.Atoi(after)
	if err1 != nil || err2 != nil || index < 0 || index >= of {
		return Shard{}, usagef("--shard %q: must be INDEX/N with INDEX from 0 to N-1, such as 0/8", text)
	}
	return Shard{index, of}, nil
}

// part is a unit of work: one input file, or some row groups of one. Its output
// is a file that is whole or missing.
type part struct {
	number, parts int
	input         string
	groups        *groupRange // nil means all of the input
}

// groupRange is the row groups of a part, from first to before end.
type groupRange struct{ first, end int }

// Parts converts each input into one part in a directory, or into several for a
// large Parquet file. Parts that are there already, made from the same inputs
// with the same options, are left alone: a run that was interrupted can be
// started again.
func Parts(o Options, inputs []string, dir string, shard Shard) error {
	if len(inputs) == 0 {
		return usagef("an output directory needs input files")
	}
	if o.In == "" {
		o.In = inputFormat(inputs[0])
	}
	if o.Out == "" {
		o.Out = o.In
	}
	if err := o.guess(inputs[0], ""); err != nil {
		return err
	}
	parts, err := o.divide(inputs)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return outputf("%w", err)
	}
	for k := range parts {
		if shard.Of > 0 && k%shard.Of != shard.Index {
			continue
		}
		if err := o.writePart(&parts[k], dir); err != nil {
			return err
		}
	}
	return nil
}

// divide divides the inputs into parts.
func (o *Options) divide(inputs []string) (parts []part, err error) {
	for _, name := range inputs {
		if name == stdio {
			return nil, usagef("an output directory needs input files, and not stdin")
		}
		if o.In != "parquet" {
			parts = append(parts, part{input: name})
			continue
		}
		ranges, err := groupRanges(name)
		if err != nil {
			return nil, err
		}
		for k := range ranges {
			p := part{input: name}
			if len(ranges) > 1 {
				p.groups = &ranges[k]
			}
			parts = append(parts, p)
		}
	}
	for k := range parts {
		parts[k].number, parts[k].parts = k, len(parts)
	}
	return parts, nil
}

// groupRanges divides the row groups of a file into ranges of about partRows.
func groupRanges(name string) (ranges []groupRange, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, inputf("%w", err)
	}
	defer f.Close()
	p, err := newParquetReader(f, nil)
	if err != nil {
		return nil, inputf("%s: %w", name, err)
	}
	first, size := 0, int64(0)
	for k, g := range p.groups {
		if size += g.NumRows(); size >= partRows {
			ranges, first, size = append(ranges, groupRange{first, k + 1}), k+1, 0
		}
	}
	if first < len(p.groups) || len(ranges) == 0 {
		ranges = append(ranges, groupRange{first, len(p.groups)})
	}
	return ranges, nil
}

// partName returns the name of the file of a part.
func (o *Options) partName(number int) string {
	return fmt.Sprintf("part-%05d%s%s", number, suffixOf(o.Out), compressions[o.fileCompression()])
}

// suffixOf returns the suffix of the files of a format.
func suffixOf(format string) string {
	for _, f := range formats {
		if f.Name == format {
			return f.Suffixes[0]
		}
	}
	return ""
}

// writePart writes a part, if it is not there.
func (o *Options) writePart(p *part, dir string) error {
	options := *o
	options.part = p
	inputs := []string{p.input}
	name := filepath.Join(dir, o.partName(p.number))
	if found, err := partMetadata(name); err == nil {
		return options.checkPart(name, found, inputs)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return inputf("%s: %w: remove it to make it again", name, err)
	}
	var metadata map[string]string
	return writeFile(name, func(out *os.File) (err error) {
		metadata, err = options.convert(inputs, out)
		return err
	}, func(out *os.File) error { return writeSidecar(name, out, metadata) })
}

// checkPart checks that a finished part was made from the same input with the
// same options.
func (o *Options) checkPart(name string, found map[string]string, inputs []string) error {
	_, c, err := o.open(inputs, false)
	if err != nil {
		return err
	}
	defer c.close()
	want := o.metadata(inputs, c.out)
	if key := difference(want, found); key != "" {
		return usagef("%s is there, but its %s is %q and not %q: remove it, or use another directory", name, key, found[key], want[key])
	}
	return nil
}

// sidecarName returns the name of the file with the metadata of a part that is
// not Parquet. Engines skip files whose names begin with "_".
func sidecarName(name string) string {
	return filepath.Join(filepath.Dir(name), "_"+filepath.Base(name)+".json")
}

// writeSidecar writes the metadata of a part that has no place for it, before the
// part gets its name.
func writeSidecar(name string, out *os.File, metadata map[string]string) error {
	if formatOf(name) == "parquet" {
		return nil
	}
	info, err := out.Stat()
	if err != nil {
		return outputf("%w", err)
	}
	m := maps.Clone(metadata)
	m[metaBytes] = strconv.FormatInt(info.Size(), 10)
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return outputf("%w", err)
	}
	return writeFile(sidecarName(name), func(f *os.File) error {
		_, err := f.Write(append(text, '\n'))
		return writeFault(err)
	}, nil)
}

// partMetadata returns the metadata of a finished part. The error is
// fs.ErrNotExist if there is no such part.
func partMetadata(name string) (map[string]string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if formatOf(name) == "parquet" {
		return parquetMetadata(name, info.Size())
	}
	text, err := os.ReadFile(sidecarName(name))
	if err != nil {
		return nil, fmt.Errorf("its metadata is missing (%s)", filepath.Base(sidecarName(name)))
	}
	m := map[string]string{}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if m[metaBytes] != strconv.FormatInt(info.Size(), 10) {
		return nil, fmt.Errorf("it has %d bytes, and its metadata says %s", info.Size(), m[metaBytes])
	}
	return m, nil
}

// parquetMetadata returns the metadata of a Parquet file.
func parquetMetadata(name string, size int64) (m map[string]string, err error) {
	defer recoverInput(&err)
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, err := openParquet(f, size)
	if err != nil {
		return nil, err
	}
	m = map[string]string{}
	for _, pair := range file.Metadata().KeyValueMetadata {
		m[pair.Key] = pair.Value
	}
	if m[metaRows] != strconv.FormatInt(file.NumRows(), 10) {
		return nil, fmt.Errorf("it has %d rows, and its metadata says %q", file.NumRows(), m[metaRows])
	}
	return m, nil
}
