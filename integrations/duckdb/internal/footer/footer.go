// Package footer makes the end of a file that DuckDB loads as an extension: a
// section of custom data in the form of WebAssembly, with eight fields and a
// signature.
package footer

import "fmt"

const (
	fieldSize     = 32
	signatureSize = 256
	// abi is the kind of extension: a table of C functions.
	abi = "C_STRUCT"
	// magic is the version of the footer itself.
	magic = "4"
)

// Size is the number of bytes of a footer.
const Size = len(header) + 8*fieldSize + signatureSize

// header begins the section. Its name is "duckdb_signature", and it has 512 bytes.
const header = "\x00\x93\x04\x10duckdb_signature\x80\x04"

// Fields are what DuckDB reads in a footer. Each has at most 32 bytes.
type Fields struct {
	Version  string // of the extension
	API      string // the version of the C API: "v1.2.0"
	Platform string // such as "linux_amd64"
}

// Append appends a footer without a signature to a shared library. The error is
// that a field is too long.
func Append(library []byte, f Fields) ([]byte, error) {
	b := append(library, header...)
	for _, field := range []string{"", "", "", abi, f.Version, f.API, f.Platform, magic} {
		if len(field) > fieldSize {
			return nil, fmt.Errorf("footer: %q is longer than %d bytes", field, fieldSize)
		}
		b = append(append(b, field...), make([]byte, fieldSize-len(field))...)
	}
	return append(b, make([]byte, signatureSize)...), nil
}
