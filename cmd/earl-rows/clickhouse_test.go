package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/sqlfunctions"
	"github.com/earl-url/earl/rows"
)

// clickHouseFunction is what a test needs of the configuration.
type clickHouseFunction struct {
	Type      string `xml:"type"`
	Name      string `xml:"name"`
	Arguments []struct {
		Type string `xml:"type"`
		Name string `xml:"name"`
	} `xml:"argument"`
	ReturnType string `xml:"return_type"`
	Format     string `xml:"format"`
	Command    string `xml:"command"`
	Direct     int    `xml:"execute_direct"`
	Header     int    `xml:"send_chunk_header"`
}

// clickHouseConfig returns the functions of the configuration.
func clickHouseConfig(t *testing.T, args ...string) []clickHouseFunction {
	t.Helper()
	var config struct {
		Functions []clickHouseFunction `xml:"function"`
	}
	if err := xml.Unmarshal([]byte(ok(t, nil, append(args, "--clickhouse-config")...)), &config); err != nil {
		t.Fatal(err)
	}
	return config.Functions
}

// The texts of a block, with all that is hard to carry. nil is NULL.
var clickHouseTexts = [][]byte{
	[]byte("http://www.example.com:8080/a/../b?q#f"), nil, {}, []byte("HTTP://Host/%7e"), []byte("http://\xff/"),
	[]byte("mailto:me@example.org"), []byte("see http://h/ and http://i/"), {0}, []byte("http://bücher.example/ü"),
	append([]byte("http://h/"), bytes.Repeat([]byte("a"), 70_000)...),
}

// clickHouseText returns an argument of a row. Most rows are short.
func clickHouseText(row, argument int) []byte {
	if k := row % 1000; argument == 0 && k < len(clickHouseTexts) {
		return clickHouseTexts[k]
	}
	if row%7 == argument {
		return nil
	}
	return fmt.Appendf(nil, "http://h%d.example.com/%d/?x=%d", row%50, argument, row)
}

// appendNullable appends a Nullable(String).
func appendNullable(b, text []byte) []byte {
	if text == nil {
		return append(b, 1)
	}
	b = binary.AppendUvarint(append(b, 0), uint64(len(text)))
	return append(b, text...)
}

// appendWanted appends value i of a column in the form of its type.
func appendWanted(t *testing.T, b []byte, typ string, v *rows.Vector, i int) []byte {
	t.Helper()
	if typ == "Array(String)" {
		first, end := v.Offsets[i], v.Offsets[i+1]
		b = binary.AppendUvarint(b, uint64(end-first))
		for k := first; k < end; k++ {
			text := v.Items.Bytes(int(k))
			b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
		}
		return b
	}
	if v.IsNull(i) {
		return append(b, 1)
	}
	switch typ {
	case "Nullable(String)":
		return appendNullable(b, append([]byte{}, v.Bytes(i)...))
	case "Nullable(Bool)":
		if v.Bool(i) {
			return append(b, 0, 1)
		}
		return append(b, 0, 0)
	case "Nullable(Int32)":
		return binary.LittleEndian.AppendUint32(append(b, 0), uint32(v.Ints[i]))
	}
	t.Fatalf("unknown type %q", typ)
	return nil
}

// tupleTypes returns the types of the columns of a return type.
func tupleTypes(typ string) (types []string) {
	inner, ok := strings.CutPrefix(typ, "Tuple(")
	if !ok {
		return []string{typ}
	}
	for field := range strings.SplitSeq(strings.TrimSuffix(inner, ")"), ", ") {
		_, t, _ := strings.Cut(field, " ")
		types = append(types, t)
	}
	return types
}

// pool is one process of a function, driven as the server does.
type pool struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	plan *rows.Plan
	f    clickHouseFunction
	next int // the first row of the next block
}

// startPool starts the command of a function.
func startPool(t *testing.T, f clickHouseFunction, selection string) (p *pool, wait func() error, stderr *bytes.Buffer) {
	t.Helper()
	words := strings.Split(f.Command, " ") // as the server does
	if words[0] != "earl-rows" || f.Type != "executable_pool" || f.Format != "RowBinary" || f.Direct != 1 || f.Header != 1 {
		t.Fatalf("%s: %+v is not what this test speaks", f.Name, f)
	}
	var names []string
	for _, a := range f.Arguments {
		if a.Type != "Nullable(String)" {
			t.Fatalf("%s: argument %+v", f.Name, a)
		}
		names = append(names, a.Name)
	}
	plan, err := rows.Compile(selection, rows.Options{Inputs: names})
	if err != nil {
		t.Fatal(err)
	}
	c, stderr := program(t, words[1:]...), new(bytes.Buffer)
	c.Stderr = stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return &pool{t: t, in: in, out: bufio.NewReaderSize(out, 1<<20), plan: plan, f: f}, c.Wait, stderr
}

// block sends n rows and compares the answer with what package rows computes.
func (p *pool) block(n int) {
	p.t.Helper()
	sent := fmt.Appendf(nil, "%d\n", n)
	vectors := make([]*rows.Vector, len(p.f.Arguments))
	for k := range vectors {
		vectors[k] = rows.NewVector(rows.Text)
	}
	for row := p.next; row < p.next+n; row++ {
		for k, v := range vectors {
			text := clickHouseText(row, k)
			sent = appendNullable(sent, text)
			if text == nil {
				v.AppendNull()
			} else {
				v.AppendBytes(text)
			}
		}
	}
	p.next += n
	var batch rows.Batch
	if err := p.plan.Run(&batch, vectors); err != nil {
		p.t.Fatal(err)
	}
	var want []byte
	types := tupleTypes(p.f.ReturnType)
	for i := range n {
		for k, typ := range types {
			want = appendWanted(p.t, want, typ, &batch.Columns[k], i)
		}
	}
	if _, err := p.in.Write(sent); err != nil {
		p.t.Fatal(err)
	}
	got := make([]byte, len(want))
	if _, err := io.ReadFull(p.out, got); err != nil {
		p.t.Fatalf("%s: a block of %d rows: %v", p.f.Name, n, err)
	}
	for k := range got {
		if got[k] != want[k] {
			p.t.Fatalf("%s: a block of %d rows: byte %d is %#x, want %#x of package rows", p.f.Name, n, k, got[k], want[k])
		}
	}
}

// Each function of the configuration answers the protocol of the server: blocks
// of several sizes, each answered before the next is sent, by one process that
// writes nothing to stderr.
func TestClickHouseFunctions(t *testing.T) {
	config := clickHouseConfig(t)
	all := sqlfunctions.All()
	if len(config) != len(all) {
		t.Fatalf("%d functions, want %d", len(config), len(all))
	}
	slow := map[string]bool{"url_disagree": true, "url_contacts": true}
	for k, f := range config {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			if f.Name != all[k].Name {
				t.Fatalf("the name is %q, want %q", f.Name, all[k].Name)
			}
			p, wait, stderr := startPool(t, f, all[k].Selection(""))
			sizes := []int{1, 1024, 0, 1024}
			if f.Name == "url_host" || f.Name == "url_parse" {
				sizes = append(sizes, 65409, 1024)
			}
			if slow[f.Name] {
				sizes = []int{1, 64, 0, 64}
			}
			for _, n := range sizes {
				p.block(n)
			}
			p.in.Close()
			rest, err := io.ReadAll(p.out)
			if err != nil || len(rest) > 0 {
				t.Errorf("%d bytes after the last block, %v", len(rest), err)
			}
			if err := wait(); err != nil || stderr.Len() > 0 {
				t.Errorf("the process ended with %v and wrote %q", err, stderr)
			}
		})
	}
}

// A process waits with an empty output until a whole block was sent.
func TestClickHouseBlockIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	f := clickHouseConfig(t)[0]
	p, _, _ := startPool(t, f, "valid")
	first := make(chan byte, 1)
	go func() {
		if b, err := p.out.ReadByte(); err == nil {
			first <- b
		}
	}()
	row := appendNullable(nil, []byte("http://h/"))
	if _, err := p.in.Write(append([]byte("2\n"), row...)); err != nil {
		t.Fatal(err)
	}
	select {
	case <-first:
		t.Fatal("an answer before the end of the block")
	case <-time.After(200 * time.Millisecond):
	}
	if _, err := p.in.Write(row); err != nil {
		t.Fatal(err)
	}
	select {
	case <-first:
	case <-time.After(time.Minute):
		t.Fatal("no answer after the end of the block")
	}
}

func TestClickHouseEdition(t *testing.T) {
	f := clickHouseConfig(t, "-e", "whatwg")[0]
	if !strings.Contains(f.Command, " -e whatwg ") {
		t.Errorf("the command is %q", f.Command)
	}
	if _, stderr, status := earlRows(t, nil, "--clickhouse-config", "-e", "nosuch"); status != 2 || !strings.Contains(stderr, "nosuch") {
		t.Errorf("an unknown edition: status %d, %q", status, stderr)
	}
}
