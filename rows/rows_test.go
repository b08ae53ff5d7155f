package rows

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// vectorOf returns a Text with values; "\x00null" is NULL.
func vectorOf(values ...string) *Vector {
	v := NewVector(Text)
	for _, s := range values {
		if s == null {
			v.AppendNull()
		} else {
			v.AppendBytes([]byte(s))
		}
	}
	return v
}

const null = "\x00null"

// show returns value i of a column as a test writes it.
func (v *Vector) show(i int) string {
	switch {
	case v.IsNull(i):
		return "NULL"
	case v.Kind == Bool:
		return strconv.FormatBool(v.Bool(i))
	case v.Kind == Int:
		return strconv.Itoa(int(v.Ints[i]))
	case v.Kind == List:
		var texts []string
		for k := v.Offsets[i]; k < v.Offsets[i+1]; k++ {
			texts = append(texts, string(v.Items.Bytes(int(k))))
		}
		return fmt.Sprintf("%q", texts)
	}
	return string(v.Bytes(i))
}

// run returns the values of a selection, row by row.
func run(t *testing.T, selection string, o Options, in ...*Vector) [][]string {
	t.Helper()
	p, err := Compile(selection, o)
	if err != nil {
		t.Fatalf("Compile(%q): %v", selection, err)
	}
	var b Batch
	if err := p.Run(&b, in); err != nil {
		t.Fatal(err)
	}
	out := make([][]string, b.Rows)
	for i := range out {
		for k := range b.Columns {
			if p.Columns()[k].Echo < 0 {
				out[i] = append(out[i], b.Columns[k].show(i))
			}
		}
	}
	return out
}

// values has a row for each column: a selection, a text, and what the column is.
// "other" is an input column.
var values = []struct{ sel, in, other, want, src string }{
	{"valid", "http://h/", "", "true", "rfc3986 3"},
	{"valid", "http://%/", "", "false", "rfc3986 3.2.2"},
	{"whatwg.valid", "http://h/a b", "", "true", "whatwg 4.4"},
	{"rfc3986.valid", "http://h/a b", "", "false", "rfc3986 2"},
	{"why", "http://%/", "", "escape (rfc3986 2.1)", "rfc3986 2.1"},
	{"why", "http://h/", "", "NULL", "rfc3986 2.1"},
	{"rfc3986.why_off", "http://h/é b", "", "9", "rfc3986 2"},
	{"rfc3986.why_len", "http://h/é b", "", "2", "rfc3986 2"},
	{"edition", "http://h/", "", "rfc3986", "rfc3986 3"},
	{"edition", "http://h/a b", "", "whatwg", "whatwg 4.4"},
	{"scheme", "HTTP://h/", "", "http", "rfc1738 2.1"},
	{"has_user", "ftp://@h/", "", "true", "rfc1738 3.1"},
	{"has_user", "ftp://h/", "", "false", "rfc1738 3.1"},
	{"host", "http://[::1]:80/", "", "[::1]", "rfc3986 3.2.2"},
	{"host", "mailto:a@b", "", "NULL", "rfc3986 3"},
	{"port", "http://h/", "", "80", "rfc1738 3.1"},
	{"port", "http://h:8080/", "", "8080", "rfc1738 3.1"},
	{"port", "x-a://h/", "", "NULL", "rfc1738 3.1"},
	{"server", "http://EXAMPLE.com/", "", "example.com:80", "rfc1738 3.1"},
	{"server", "mailto:a@b", "", "NULL", "rfc1738 3.5"},
	{"path", "http://h/a%2Fb", "", "/a%2Fb", "rfc3986 3.3"},
	{"path", "http://h", "", "", "rfc3986 3.3"},
	{"query", "http://h/?", "", "", "rfc3986 3.4"},
	{"query", "http://h/", "", "NULL", "rfc3986 3.4"},
	{"fragment", "http://h/#a", "", "a", "rfc3986 3.5"},
	{"domain", "http://www.example.co.uk/", "", "example.co.uk", "publicsuffix"},
	{"domain", "http://WWW.Example.COM./", "", "example.com.", "whatwg registrable domain"},
	{"domain", "http://www.example.co.uk./", "", "example.co.uk.", "whatwg registrable domain"},
	{"domain", "http://co.uk./", "", "NULL", "whatwg registrable domain"},
	{"icann_domain", "http://me.github.io./", "", "github.io.", "whatwg registrable domain"},
	{"domain", "http://192.0.2.1./", "", "NULL", "whatwg registrable domain"},
	{"domain", "http://me.github.io/", "", "me.github.io", "publicsuffix"},
	{"domain", "http://github.io/", "", "NULL", "publicsuffix"},
	{"domain", "http://192.0.2.1/", "", "NULL", "publicsuffix"},
	{"whatwg.domain", "http://例え.中国/", "", "xn--r8jz45g.xn--fiqs8s", "publicsuffix"},
	{"icann_domain", "http://me.github.io/", "", "github.io", "publicsuffix"},
	{"icann_domain", "http://a.example.co.uk/", "", "example.co.uk", "publicsuffix"},
	{"icann_domain", "http://a.b.s3.amazonaws.com/", "", "amazonaws.com", "publicsuffix"},
	{"normal", "HTTP://H:80/%7ea", "", "http://h/~a", "rfc3986 6.2"},
	{"normal(case)", "HTTP://H:80/%7ea", "", "http://h:80/%7Ea", "rfc3986 6.2.2.1"},
	{"view(selector)", "gopher://h/0a%09b", "", "a", "rfc1738 3.4"},
	{"view(cwd)", "ftp://h/a/b%2Fc/d", "", `["a","b/c"]`, "rfc1738 3.2.2"},
	{"view(selector)", "ftp://h/a", "", "NULL", "rfc1738 3.2.2"},
	{"view", "telnet://me:secret@h/", "", `{"user":"me","password":"xxxxx","host":"h","port":null,"slash":true}`, "rfc1738 3.8"},
	{"same(other)", "http://h/%7Ea", "http://h:80/~a", "true", "rfc3986 6.2"},
	{"same(other, string)", "http://h/%7Ea", "http://h/~a", "false", "rfc3986 6.2.1"},
	{"same('http://h/')", "http://h", "", "true", "rfc3986 6.2.3"},
	{"same(other)", "http://h/", null, "NULL", "rows 2"},
	{"resolve(other)", "../c", "http://h/a/b", "http://h/c", "rfc3986 5.2"},
	{"resolve('http://h/a''b')", "c", "", "http://h/c", "rfc3986 5.2"},
	{"resolve(other)", "c", "%", "NULL", "rfc3986 5.1"},
	{"surt", "http://www2.Example.com/A?b&a", "", "com,example)/a?a&b", "pywb"},
	{"surt(keep_www, keep_case, keep_order)", "http://www2.Example.com/A?b&a", "", "com,example,www2)/A?b&a", "pywb"},
	{"surt(heritrix)", "https://www.example.com/A", "", "http://(com,example,www,)/a", "heritrix"},
	{"disagree", `http://127.0.0.1\@1.1.1.1/`, "", "true", "rfc3986 7.6"},
	{"disagree", "http://example.com/", "", "false", "rfc3986 7.6"},
	{"guard", "http://[::ffff:10.0.0.1]/", "", "private-address", "rfc6890"},
	{"guard", "http://example.com/", "", "ok", "rfc6890"},
	{"extract", "see http://a/ and <URL:ftp://b/c>.", "", `["http://a/" "ftp://b/c"]`, "rfc1738 appendix"},
	{"extract(html)", `<base href="http://h/d/"><a href="x">x</a>`, "", `["http://h/d/" "http://h/d/x"]`, "draft1996 8"},
	{"extract", "none", "", `[]`, "rfc1738 appendix"},
}

func TestValues(t *testing.T) {
	seen := map[string]bool{"contacts": true} // tested below
	for _, row := range values {
		o := Options{Inputs: []string{"url", "other"}}
		if got := run(t, row.sel, o, vectorOf(row.in), vectorOf(row.other))[0][0]; got != row.want {
			t.Errorf("%s of %q = %s, want %s (%s)", row.sel, row.in, got, row.want, row.src)
		}
		name, _, _ := strings.Cut(row.sel, "(")
		seen[name[strings.LastIndexByte(name, '.')+1:]] = true
	}
	for o := range Operations() {
		if !seen[o.Name] {
			t.Errorf("no row of values has the column %s: add one", o.Name)
		}
	}
}

func TestContacts(t *testing.T) {
	got := run(t, "contacts", Options{}, vectorOf(`http://127.0.0.1\@1.1.1.1/`))[0][0]
	for _, want := range []string{`"127.0.0.1:80 `, `"1.1.1.1:80 `, "whatwg"} {
		if !strings.Contains(got, want) {
			t.Errorf("contacts = %s, want %s in it", got, want)
		}
	}
}

// all is a selection of every column.
func all() string {
	names := []string{"url", "whatwg.host as h2", "rfc3986.normal as n2"}
	for o := range Operations() {
		args := ""
		if o.Args == "(BASE)" || o.Args == "(OTHER[, LEVEL])" {
			args = "('http://h/')"
		}
		names = append(names, o.Name+args)
	}
	return strings.Join(names, ", ")
}

// nasty are texts that have broken programs.
func nasty() []string {
	return []string{
		null, "", " ", "\x00", "http://h\x00/", "http://h/\xff\xfe", "\xff", "http://\xff/", "http://é/\xc3",
		"http://h/" + strings.Repeat("a", 1<<16), strings.Repeat("%", 1000), strings.Repeat("[", 1000), "http://[" + strings.Repeat(":", 400),
		strings.Repeat("http://h/", 7281), "http://" + strings.Repeat("a.", 5000), "//h", "?", "#", ":", "a:", "data:,x",
		"javascript:alert(1)", "http://h:99999999999/", "mailto:%00", "ftp://u:p@h/;type=z", "wais://h/d?s", "http://u@h@i/", "http://1.2.3/",
		"gopher://h/7a%09b%09+", "news:*", "nntp://h/g/1", "telnet://u:p@h:23/", "file:///C|/a", "prospero://h/a;b=c", "finger://h/x",
	}
}

// G12: one row out for each row in, NULL for NULL, and valid UTF-8, whatever comes in.
func TestEveryRowHasAResult(t *testing.T) {
	texts := nasty()
	p, err := Compile(all(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b Batch
	if err := p.Run(&b, []*Vector{vectorOf(texts...)}); err != nil {
		t.Fatal(err)
	}
	for k, c := range p.Columns() {
		v := &b.Columns[k]
		if c.Echo >= 0 {
			continue
		}
		if v.Len() != len(texts) {
			t.Errorf("%s has %d rows, want %d", c.Name, v.Len(), len(texts))
		}
		if !v.IsNull(0) {
			t.Errorf("%s of NULL = %s, want NULL", c.Name, v.show(0))
		}
		if !utf8.Valid(v.Data) || v.Items != nil && !utf8.Valid(v.Items.Data) {
			t.Errorf("%s is not valid UTF-8", c.Name)
		}
		nulls := 0
		for i := range texts {
			if v.IsNull(i) {
				nulls++
			}
			if v.Kind == Text && !utf8.Valid(v.Bytes(i)) {
				t.Errorf("%s of %.40q is not valid UTF-8", c.Name, texts[i])
			}
		}
		if nulls != v.Nulls() {
			t.Errorf("%s: Nulls() = %d, want %d", c.Name, v.Nulls(), nulls)
		}
	}
}

// A row depends on nothing but its text: batches can be cut anywhere.
func TestRangesAreTheBatch(t *testing.T) {
	texts := nasty()
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		texts = append(texts, mutate(random, values[random.IntN(len(values))].in))
	}
	in := []*Vector{vectorOf(texts...)}
	p, err := Compile(all(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var whole, part Batch
	if err := p.Run(&whole, in); err != nil {
		t.Fatal(err)
	}
	for first := 0; first < len(texts); {
		end := min(len(texts), first+1+random.IntN(20))
		if err := p.RunRange(&part, in, first, end); err != nil {
			t.Fatal(err)
		}
		for k := range p.Columns() {
			for i := first; p.Columns()[k].Echo < 0 && i < end; i++ {
				if got, want := part.Columns[k].show(i-first), whole.Columns[k].show(i); got != want {
					t.Errorf("%s of row %d alone = %s, in the batch %s", p.Columns()[k].Name, i, got, want)
				}
			}
		}
		first = end
	}
}

// mutate changes a few bytes of a text.
func mutate(random *rand.Rand, text string) string {
	b := []byte(text)
	for range 1 + random.IntN(3) {
		if i := random.IntN(len(b) + 1); i < len(b) {
			b[i] = byte(random.IntN(256))
		} else {
			b = append(b, ":/?#[]@%\\"[random.IntN(9)])
		}
	}
	return string(b)
}

func TestLongTextIsNotRead(t *testing.T) {
	long := "http://h/" + strings.Repeat("a", DefaultMaxText)
	got := run(t, "valid, why, why_off, why_len, host, guard, extract", Options{}, vectorOf(long, "http://h/"))
	want := []string{"false", "too-long (rows)", "1048576", "9", "NULL", "NULL", "NULL"}
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("a text of %d bytes: %v, want %v", len(long), got[0], want)
	}
	if got[1][0] != "true" {
		t.Errorf("the row after it: %v", got[1])
	}
	if got := run(t, "valid", Options{MaxText: -1}, vectorOf(long))[0][0]; got != "true" {
		t.Errorf("without a limit: valid = %s", got)
	}
}

// A panic in one row leaves the others alone.
func TestPanicEndsOneRow(t *testing.T) {
	faults := []int{}
	p, err := Compile("valid, why, host, extract, normal, port", Options{Fault: func(row int, _ any) { faults = append(faults, row) }})
	if err != nil {
		t.Fatal(err)
	}
	inner := p.items[3].run
	p.items[3].run = func(w *work, it *item, out *Vector) {
		out.Items.AppendText("a part of a list")
		if w.text == "boom" {
			panic("boom")
		}
		inner(w, it, out)
	}
	var b Batch
	if err := p.Run(&b, []*Vector{vectorOf("http://a/", "boom", "http://b/")}); err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"true", "NULL", "a", `["a part of a list" "http://a/"]`, "http://a/", "80"},
		{"false", "internal-fault (rows)", "NULL", "NULL", "NULL", "NULL"},
		{"true", "NULL", "b", `["a part of a list" "http://b/"]`, "http://b/", "80"},
	}
	for i, row := range want {
		for k := range row {
			if got := b.Columns[k].show(i); got != row[k] {
				t.Errorf("row %d, %s = %s, want %s", i, p.Columns()[k].Name, got, row[k])
			}
		}
	}
	if !reflect.DeepEqual(faults, []int{1}) {
		t.Errorf("Fault was called for %v, want [1]", faults)
	}
}

func TestCompileErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "character 1: the name of a column is missing",
		"url, ":                "character 6: the name of a column is missing",
		"url hos":              "character 5: there must be a comma between two columns",
		"hos":                  `character 1: unknown column "hos"`,
		"rfc9999.host":         `character 1: unknown edition "rfc9999": must be draft1993, draft1994, rfc1738, draft1996, rfc2396, rfc3986, rfc3987, whatwg, auto`,
		"host, host":           `character 7: two columns have the name "host": give one another name with "as"`,
		"normal(foo)":          `character 8: normal: level "foo": must be string, case, escapes, dots or scheme`,
		"resolve(foo)":         `character 9: resolve: the input has no column "foo"; a text has quotes: 'foo'`,
		"resolve":              "character 1: resolve: its argument is the base URL",
		"host(a)":              "character 6: host: it has no arguments",
		"resolve('http://h/":   "character 1: the closing quote of a text is missing",
		"normal(case":          "character 8: a comma or a closing bracket is missing after an argument",
		"extract(pdf)":         `character 9: extract: type "pdf": must be text, html, markdown or mail`,
		"host as":              `character 8: a name must follow "as"`,
		"surt(foo)":            `character 6: surt: unknown option "foo": must be heritrix, keep_case, keep_ipv4, keep_order, keep_session_ids, keep_www, trailing_comma, with_scheme`,
		"surt(heritrix, a)":    "character 16: surt: heritrix has no other options",
		"view(selector, b)":    "character 16: view: it has at most one argument, the name of a part",
		"column(nosuch)":       `character 8: the input has no column "nosuch"`,
		"same('a','case','b')": "",
	} {
		_, err := Compile(in, Options{})
		if err == nil || want != "" && err.Error() != want {
			t.Errorf("Compile(%q) = %v, want %s", in, err, want)
		}
	}
}

// Each part of each scheme can be selected, and an unknown one is an error that
// lists them.
// Of two columns with one name, none is lost. Sources: apache/datafusion#24381,
// apache/arrow#37428, duckdb#13111.
func TestColumnsWithOneName(t *testing.T) {
	inputs := []string{"id", "url", "id", "#2", "a.b", "page.url", "host"}
	two := `the input has two columns "id", #1 and #3: choose by position, such as "#3 as NAME"`
	for in, want := range map[string]string{
		"id":                      "character 1: " + two,
		"*":                       "character 1: " + two,
		"host, column(id)":        "character 14: " + two,
		"resolve(id)":             "character 9: resolve: " + two,
		"#1, #3":                  `character 5: two columns have the name "id": give one another name with "as"`,
		"#8":                      `character 1: unknown column "#8"`,
		"#0":                      `character 1: unknown column "#0"`,
		"#":                       `character 1: unknown column "#"`,
		"#1, #3 as other":         "id 0, other 2",
		"column(#3), resolve(#1)": "id 2, resolve -1",
		"#2":                      "#2 3", // a column of this name comes first
		"a.b, page.url, url":      "a.b 4, page.url 5, url 1",
		"whatwg.host, c.d":        `character 14: unknown edition "c": must be draft1993, draft1994, rfc1738, draft1996, rfc2396, rfc3986, rfc3987, whatwg, auto`,
		"column(host), host as h": "host 6, h -1",
	} {
		if got := compiled(in, Options{Inputs: inputs}); got != want {
			t.Errorf("Compile(%q) = %s, want %s", in, got, want)
		}
	}
	for url, want := range map[string]string{
		"id": two + "; for the column with the URLs: --column '#1'", "#3": "url 2", "a.b": "url 4", "nosuch": `the input has no column "nosuch"; it has id, url, id, #2, a.b, page.url, host`,
	} {
		if got := compiled("url", Options{Inputs: inputs, URL: url}); got != want {
			t.Errorf("Compile with the column %q = %s, want %s", url, got, want)
		}
	}
}

// compiled returns the columns of a plan with what they repeat, or the error.
func compiled(selection string, o Options) string {
	plan, err := Compile(selection, o)
	if err != nil {
		return err.Error()
	}
	var columns []string
	for _, c := range plan.Columns() {
		columns = append(columns, c.Name+" "+strconv.Itoa(c.Echo))
	}
	return strings.Join(columns, ", ")
}

// A table can have very many columns: the time must grow like their number.
func TestManyColumnsAreCompiledInLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	took := func(n int) time.Duration {
		inputs := make([]string, n)
		for k := range inputs {
			inputs[k] = "column" + strconv.Itoa(k)
		}
		least := time.Hour
		for range 3 {
			start := time.Now()
			if _, err := Compile("*, host", Options{Inputs: inputs}); err != nil {
				t.Fatal(err)
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	small, large := took(20_000), took(320_000)
	if large > 160*small { // 256 times if the time grew with the square
		t.Errorf("16 times as many columns take %.0f times as long", float64(large)/float64(small))
	}
}

func TestCompileParts(t *testing.T) {
	for scheme := range earl.RFC3986.Schemes() {
		u, err := earl.RFC3986.Parse(scheme.Example)
		if err != nil {
			continue // no view, or none of this edition
		}
		view, err := views.Parse(u)
		if err != nil {
			t.Errorf("%s: %v", scheme.Example, err)
			continue
		}
		for part := range view.Parts {
			if _, err := Compile("view("+part.Name+")", Options{}); err != nil {
				t.Errorf("%s: %v", scheme.Name, err)
			}
		}
	}
	_, err := Compile("view(nosuch)", Options{})
	const start, some = `character 6: view: no scheme has a part "nosuch"; the parts are `, ", selector, "
	if err == nil || !strings.HasPrefix(err.Error(), start) || !strings.Contains(err.Error(), some) {
		t.Errorf("view(nosuch): %v", err)
	}
}

func TestSelectionNames(t *testing.T) {
	p, err := Compile("url, id, column(host), host as h, whatwg.host, valid", Options{Inputs: []string{"id", "link", "host"}, URL: "link", Edition: earl.RFC1738})
	if err != nil {
		t.Fatal(err)
	}
	want := []Column{{"url", Text, 1}, {"id", Text, 0}, {"host", Text, 2}, {"h", Text, -1}, {"whatwg.host", Text, -1}, {"valid", Bool, -1}}
	if got := p.Columns(); !reflect.DeepEqual(got, want) {
		t.Errorf("columns = %v, want %v", got, want)
	}
	if got := p.Reads(); !reflect.DeepEqual(got, []int{1}) {
		t.Errorf("Reads = %v, want [1]", got)
	}
	if p, err = Compile("*, host", Options{Inputs: []string{"id", "a b"}}); err != nil {
		t.Fatal(err)
	}
	if got, want := p.Columns(), []Column{{"id", Text, 0}, {"a b", Text, 1}, {"host", Text, -1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("columns = %v, want %v", got, want)
	}
}

func TestTooLargeBatch(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs 256 MiB")
	}
	v := NewVector(Text)
	v.AppendBytes(make([]byte, MaxBatch+1))
	p, _ := Compile("valid", Options{})
	var size *SizeError
	err := p.Run(new(Batch), []*Vector{v})
	if e, ok := err.(*SizeError); !ok || e.Bytes != MaxBatch+1 {
		t.Errorf("Run = %v, want %T", err, size)
	}
}

// A long text in the selection is in every row: the output has a limit, too.
func TestTooLargeOutput(t *testing.T) {
	p, err := Compile("resolve('http://h/"+strings.Repeat("a", 1000)+"/')", Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.maxOutput = 10_000
	in := []*Vector{vectorOf("b", "b", "b", "b", "b", "b", "b", "b", "b", "b")}
	if e, ok := p.Run(new(Batch), in).(*SizeError); !ok || e.Column != "resolve" {
		t.Errorf("Run = %v, want a *SizeError for resolve", e)
	}
	if err := p.RunRange(new(Batch), in, 0, 9); err != nil {
		t.Errorf("a smaller batch: %v", err)
	}
}

// A batch does not allocate for each of its rows.
func TestRowsDoNotAllocate(t *testing.T) {
	v := NewVector(Text)
	for i := range 1000 {
		fmt.Fprintf((*writer)(v), "http://www%d.example.com/a/b.html?q=%d", i, i)
	}
	p, err := Compile("valid, whatwg.host, port, path, query", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b Batch
	n := testing.AllocsPerRun(10, func() {
		if err := p.Run(&b, []*Vector{v}); err != nil {
			t.Fatal(err)
		}
	})
	if n > 10 {
		t.Errorf("a batch of 1000 rows allocates %v times, want at most 10", n)
	}
}

// writer appends each Write as a value.
type writer Vector

func (w *writer) Write(b []byte) (int, error) {
	(*Vector)(w).AppendBytes(bytes.Clone(b))
	return len(b), nil
}

func FuzzRun(f *testing.F) {
	for _, s := range nasty() {
		f.Add(s, "http://h/")
	}
	p, err := Compile(all()+", resolve(other) as r2, same(other) as s2", Options{Inputs: []string{"url", "other"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		var out Batch
		if err := p.Run(&out, []*Vector{vectorOf(a, b, null), vectorOf(b, a, a)}); err != nil {
			t.Fatal(err)
		}
		for k, c := range p.Columns() {
			if v := &out.Columns[k]; c.Echo < 0 && (v.Len() != 3 || !v.IsNull(2) || !utf8.Valid(v.Data)) {
				t.Errorf("%s of %q: %d rows", c.Name, a, v.Len())
			}
			if c.Name == "why" && strings.HasPrefix(out.Columns[k].show(0), "internal-fault") {
				t.Errorf("internal fault on %q, %q", a, b)
			}
		}
	})
}

func ExampleCompile() {
	plan, err := Compile("valid, why, whatwg.host as browser_host", Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	urls := NewVector(Text)
	urls.AppendBytes([]byte("http://EXAMPLE.com/"))
	urls.AppendNull()
	urls.AppendBytes([]byte("http://%/"))
	var out Batch
	if err := plan.Run(&out, []*Vector{urls}); err != nil {
		fmt.Println(err)
		return
	}
	hosts := &out.Columns[2]
	for i := range out.Rows {
		if !hosts.IsNull(i) {
			fmt.Printf("%s\n", hosts.Bytes(i))
		}
	}
	// Output: example.com
}
