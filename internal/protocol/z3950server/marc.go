package z3950server

import (
	"fmt"
	"strings"
)

// Field is a field of a record in MARC. A control field, whose tag begins with "00", has only a Value.
// Other fields have two indicators, and each subfield begins with its code.
type Field struct {
	Tag, Value string
	Indicators string
	Subfields  []string
}

// MARC returns a record in MARC 21 with the character set UTF-8. It returns nil if a field or the record
// is too long for ISO 2709. Source: ISO 2709 4.
func MARC(fields []Field) []byte {
	var directory, data strings.Builder
	for _, f := range fields {
		start := data.Len()
		data.WriteString(f.Value)
		if !strings.HasPrefix(f.Tag, "00") {
			data.WriteString(f.Indicators)
			for _, s := range f.Subfields {
				data.WriteString("\x1f" + s)
			}
		}
		data.WriteByte(0x1E)
		length := data.Len() - start
		if length > 9999 {
			return nil
		}
		fmt.Fprintf(&directory, "%s%04d%05d", f.Tag, length, start)
	}
	base := 24 + directory.Len() + 1
	size := base + data.Len() + 1
	if size > 99999 {
		return nil
	}
	return fmt.Appendf(nil, "%05dnam a22%05d a 4500%s\x1e%s\x1d", size, base, directory.String(), data.String())
}
