// Package clickhouse writes the configuration that makes ClickHouse call earl-rows
// as functions: url_host(url), url_valid(url) and the others of package
// sqlfunctions.
//
// The functions are executable user defined functions. The server keeps a pool of
// processes for each function, sends blocks of rows as RowBinary with the number of
// rows in front, and reads as many rows back.
package clickhouse

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/earl-url/earl/internal/sqlfunctions"
)

// poolSize is how many processes of a function run at the same time. A process
// needs about 10 MB, and starts when a query needs it.
const poolSize = 8

// The limits of one block. The server's defaults are 10 seconds; a block has
// about 65,000 rows, and a row can be a text of 1 MiB.
const (
	blockSeconds = 300
	pipeMillis   = 1000 * blockSeconds
)

// types are the types of the kinds of package rows.
var types = map[string]string{
	"text": "Nullable(String)",
	"bool": "Nullable(Bool)",
	"int":  "Nullable(Int32)",
	"list": "Array(String)", // an array cannot be Nullable: it is empty for NULL
}

// argument is an argument of a function.
type argument struct {
	Type string `xml:"type"`
	Name string `xml:"name"`
}

// function is a function in the form of the server. The order of its fields is
// that of the server's documentation.
type function struct {
	Type             string     `xml:"type"`
	Name             string     `xml:"name"`
	Arguments        []argument `xml:"argument"`
	ReturnType       string     `xml:"return_type"`
	Format           string     `xml:"format"`
	Command          string     `xml:"command"`
	ExecuteDirect    int        `xml:"execute_direct"` // without a shell
	SendChunkHeader  int        `xml:"send_chunk_header"`
	PoolSize         int        `xml:"pool_size"`
	MaxExecutionTime int        `xml:"max_command_execution_time"` // seconds
	ReadTimeout      int        `xml:"command_read_timeout"`       // milliseconds
	WriteTimeout     int        `xml:"command_write_timeout"`      // milliseconds
	Deterministic    int        `xml:"deterministic"`
}

// Config returns the configuration, an XML document. edition is the name of the
// edition that reads the URLs.
func Config(edition string) ([]byte, error) {
	var list struct {
		XMLName   xml.Name   `xml:"functions"`
		Functions []function `xml:"function"`
	}
	for _, f := range sqlfunctions.All() {
		list.Functions = append(list.Functions, newFunction(f, edition))
	}
	text, err := xml.MarshalIndent(list, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// newFunction returns the form of a function.
func newFunction(f sqlfunctions.Function, edition string) function {
	columns := append([]string{"url"}, f.Args...)
	var arguments []argument
	for _, name := range columns {
		arguments = append(arguments, argument{"Nullable(String)", name})
	}
	return function{
		Type:             "executable_pool",
		Name:             f.Name,
		Arguments:        arguments,
		ReturnType:       returnType(f),
		Format:           "RowBinary",
		Command:          command(f, columns, edition),
		ExecuteDirect:    1,
		SendChunkHeader:  1,
		PoolSize:         poolSize,
		MaxExecutionTime: blockSeconds,
		ReadTimeout:      pipeMillis,
		WriteTimeout:     pipeMillis,
		Deterministic:    1,
	}
}

// command returns the command of a function. The server splits it on spaces and
// knows no quotes.
func command(f sqlfunctions.Function, columns []string, edition string) string {
	return fmt.Sprintf("earl-rows --format rowbinary --chunk-header --nullable --columns %s -e %s --select %s",
		strings.Join(columns, ","), edition, f.Selection(""))
}

// returnType returns the type of the result.
func returnType(f sqlfunctions.Function) string {
	if len(f.Fields) == 0 {
		return types[f.Type]
	}
	var fields []string
	for _, field := range f.Fields {
		fields = append(fields, field.Name+" "+types[field.Type])
	}
	return "Tuple(" + strings.Join(fields, ", ") + ")"
}
