package convert

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/earl-url/earl/rows"
)

// The keys of what an output says about its making.
const (
	metaVersion = "earl.version" // also that of the rules
	metaList    = "earl.public_suffix_list"
	metaSelect  = "earl.select"
	metaEdition = "earl.edition"
	metaOptions = "earl.options"
	metaInput   = "earl.input" // names, without directories
	metaSize    = "earl.input_bytes"
	metaTime    = "earl.input_time"
	metaGroups  = "earl.input_row_groups" // of a part of a file
	metaPart    = "earl.part"             // from 0
	metaParts   = "earl.parts"
	metaColumns = "earl.columns"
	metaRows    = "earl.rows"
	metaBytes   = "earl.bytes" // of a part that is not Parquet
)

// metadata returns what an output says about its making. It does not depend on
// the machine or on the time.
func (o *Options) metadata(inputs []string, columns []outField) map[string]string {
	edition := "auto"
	if o.Edition != nil {
		edition = o.Edition.Name()
	}
	m := map[string]string{
		metaVersion: o.Version,
		metaList:    rows.ListVersion(),
		metaSelect:  o.Select,
		metaEdition: edition,
		metaOptions: strings.Join([]string{
			"in=" + o.In, "out=" + o.Out, "compress=" + o.Compress, "column=" + o.URL, "columns=" + strings.Join(o.Columns, ","),
			"no-header=" + strconv.FormatBool(o.NoHeader), "nullable=" + strconv.FormatBool(o.Nullable),
		}, " "),
	}
	var names []string
	for _, c := range columns {
		names = append(names, c.name+" "+c.arrowType(arrow.BinaryTypes.String).String())
	}
	m[metaColumns] = strings.Join(names, ", ")
	addInputs(m, inputs)
	maps.Copy(m, o.part.metadata())
	return m
}

// addInputs adds the names, sizes and times of input files.
func addInputs(m map[string]string, inputs []string) {
	var names, sizes, times []string
	for _, name := range inputs {
		info, err := os.Stat(name)
		if name == stdio || err != nil || !info.Mode().IsRegular() {
			return
		}
		names = append(names, filepath.Base(name))
		sizes = append(sizes, strconv.FormatInt(info.Size(), 10))
		times = append(times, info.ModTime().UTC().Format(time.RFC3339Nano))
	}
	m[metaInput], m[metaSize], m[metaTime] = strings.Join(names, "\n"), strings.Join(sizes, "\n"), strings.Join(times, "\n")
}

// metadata returns what a part says about itself.
func (p *part) metadata() map[string]string {
	if p == nil {
		return nil
	}
	m := map[string]string{metaPart: strconv.Itoa(p.number), metaParts: strconv.Itoa(p.parts)}
	if p.groups != nil {
		m[metaGroups] = strconv.Itoa(p.groups.first) + "-" + strconv.Itoa(p.groups.end-1)
	}
	return m
}

// difference returns the first key whose values differ, or "". What is known
// only of a finished part is not compared.
func difference(want, got map[string]string) string {
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if key != metaRows && key != metaBytes && got[key] != want[key] {
			return key
		}
	}
	return ""
}
