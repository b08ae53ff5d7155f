package rows

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/views"
)

// Compile reads a selection: a list of columns with commas between them. A
// column is the name of an [Operation], with arguments in brackets if it has
// any, or the name of an input column, which is then repeated. "url" is always
// the input column with the URLs. An input column with the name of an operation
// is written column(NAME). "*" is all input columns. "#2" is the second input
// column, also as an argument, which chooses one of two with the same name.
//
//	url, valid, why, whatwg.host, rfc3986.host as strict_host, normal(case), resolve(base), resolve('http://h/')
//
// The name of an edition and a dot before an operation choose the edition. "as"
// gives a column another name; two columns cannot have the same. The error says
// what is wrong where.
func Compile(selection string, o Options) (*Plan, error) {
	c := compiler{options: o, plan: &Plan{maxText: o.MaxText, maxOutput: maxOutput, fault: o.Fault}}
	if err := c.setUp(); err != nil {
		return nil, err
	}
	s := scanner{text: selection}
	for {
		if err := c.column(&s); err != nil {
			return nil, fmt.Errorf("character %d: %w", s.last+1, err)
		}
		if !s.skip(',') {
			break
		}
	}
	if !s.done() {
		return nil, fmt.Errorf("character %d: there must be a comma between two columns", s.at+1)
	}
	c.finish()
	return c.plan, nil
}

// compiler makes a Plan.
type compiler struct {
	options Options
	plan    *Plan
	usesURL []bool // for each slot: whether a column needs more than valid
	inputs  map[string]int
	twins   map[string]int // the second input column of a name that several have
	names   map[string]bool
}

// setUp reads the options.
func (c *compiler) setUp() error {
	o, p := &c.options, c.plan
	if o.Edition == nil {
		o.Edition = earl.Auto
	}
	if o.Inputs == nil {
		o.Inputs = []string{"url"}
	}
	c.indexInputs()
	if _, ok := c.inputs["url"]; ok && o.URL == "" {
		o.URL = "url"
	}
	if o.URL != "" {
		var err error
		if p.url, err = c.input(o.URL); err != nil {
			return fmt.Errorf("%w; for the column with the URLs: --column '#%d'", err, p.url+1)
		}
		if p.url < 0 {
			return fmt.Errorf("the input has no column %q; it has %s", o.URL, someNames(o.Inputs))
		}
	}
	switch {
	case p.maxText == 0:
		p.maxText = DefaultMaxText
	case p.maxText < 0:
		p.maxText = MaxBatch
	}
	p.reads = []int{p.url}
	return nil
}

// indexInputs makes the indexes of the input columns by name.
func (c *compiler) indexInputs() {
	c.inputs, c.twins, c.names = map[string]int{}, map[string]int{}, map[string]bool{}
	for k, name := range c.options.Inputs {
		if _, ok := c.inputs[name]; !ok {
			c.inputs[name] = k
		} else if _, ok := c.twins[name]; !ok {
			c.twins[name] = k
		}
	}
}

// input returns the index of the input column with a name, or at a position such as
// "#2", or -1. The error is that several columns have the name.
func (c *compiler) input(name string) (int, error) {
	if k, ok := c.inputs[name]; ok {
		return k, c.twinError(name)
	}
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		if n, err := strconv.Atoi(digits); err == nil && n >= 1 && n <= len(c.options.Inputs) {
			return n - 1, nil
		}
	}
	return -1, nil
}

// twinError returns the error of a name that several input columns have, or nil.
func (c *compiler) twinError(name string) error {
	k, ok := c.twins[name]
	if !ok {
		return nil
	}
	return fmt.Errorf("the input has two columns %q, #%d and #%d: choose by position, such as \"#%d as NAME\"", name, c.inputs[name]+1, k+1, k+1)
}

// someNames returns the first names of a list for a message.
func someNames(names []string) string {
	const most = 20
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// finish sets what depends on all columns.
func (c *compiler) finish() {
	p := c.plan
	slices.Sort(p.reads)
	p.validOnly = make([]bool, len(p.slots))
	for k := range p.slots {
		p.validOnly[k] = !c.usesURL[k]
	}
}

// column reads one column of a selection.
func (c *compiler) column(s *scanner) error {
	word := s.word()
	switch word {
	case "":
		return errors.New("the name of a column is missing")
	case "*":
		for k, name := range c.options.Inputs {
			if err := c.twinError(name); err != nil {
				return err
			}
			if err := c.add(item{}, Column{Name: name, Echo: k}); err != nil {
				return err
			}
		}
		return nil
	}
	args, err := s.arguments()
	if err != nil {
		return err
	}
	it := item{index: len(c.plan.items), slot: -1, input: -1}
	out := Column{Name: word, Echo: -1}
	switch {
	case word == "url" && args == nil:
		out.Echo = c.plan.url
	case word == "column":
		if out.Name, out.Echo, err = c.echo(args); err != nil {
			return err
		}
	default:
		if err := c.named(&it, &out, args); err != nil {
			return err
		}
	}
	if s.keyword("as") {
		if out.Name = s.word(); out.Name == "" {
			return errors.New("a name must follow \"as\"")
		}
	}
	return c.add(it, out)
}

// named reads a column that is an operation, perhaps with an edition, or an input
// column. An operation comes first, also if its name has an edition.
func (c *compiler) named(it *item, out *Column, args []argument) error {
	word := out.Name
	edition, name := c.options.Edition, word
	before, after, dot := strings.Cut(word, ".")
	known := true
	if dot {
		var e *earl.Edition
		if e, known = editions.ByName(before); known {
			edition, name = e, after
		}
	}
	k := slices.IndexFunc(operations[:], func(o Operation) bool { return o.Name == name })
	if k >= 0 {
		var err error
		if out.Kind, err = c.operation(it, &operations[k], edition, args); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	input, err := c.input(word)
	switch {
	case args == nil && err != nil:
		return err
	case args == nil && input >= 0:
		out.Name, out.Echo = c.options.Inputs[input], input
		return nil
	case !known:
		return fmt.Errorf("unknown edition %q: must be %s", before, strings.Join(editionNames(), ", "))
	}
	return fmt.Errorf("unknown column %q", word)
}

// add adds a column to the plan.
func (c *compiler) add(it item, out Column) error {
	if c.names[out.Name] {
		return fmt.Errorf("two columns have the name %q: give one another name with \"as\"", out.Name)
	}
	c.names[out.Name] = true
	c.plan.columns = append(c.plan.columns, out)
	c.plan.items = append(c.plan.items, it)
	return nil
}

// echo returns the column of column(NAME).
func (c *compiler) echo(args []argument) (string, int, error) {
	if len(args) != 1 {
		return "", 0, errors.New("column needs one argument, the name of an input column")
	}
	k, err := c.input(args[0].text)
	if err != nil {
		return "", 0, err
	}
	if k < 0 {
		return "", 0, fmt.Errorf("the input has no column %q", args[0].text)
	}
	return c.options.Inputs[k], k, nil
}

// operation prepares an item for an operation.
func (c *compiler) operation(it *item, o *Operation, e *earl.Edition, args []argument) (Kind, error) {
	it.run, it.onText, it.fault, it.level = o.run, o.onText, o.fault, earl.LevelScheme
	if !o.onText {
		if it.slot = slices.Index(c.plan.slots, e); it.slot < 0 {
			it.slot = len(c.plan.slots)
			c.plan.slots = append(c.plan.slots, e)
			c.usesURL = append(c.usesURL, false)
		}
		if o.Name != "valid" && o.Name != "resolve" {
			c.usesURL[it.slot] = true
		}
	}
	if o.args == nil {
		if args != nil {
			return 0, errors.New("it has no arguments")
		}
		return o.Kind, nil
	}
	return o.Kind, o.args(c, it, args)
}

// reads notes that the plan reads an input column.
func (c *compiler) reads(k int) {
	if !slices.Contains(c.plan.reads, k) {
		c.plan.reads = append(c.plan.reads, k)
	}
}

// first sets the first argument: the name of an input column, or a text.
func (c *compiler) first(it *item, a argument) error {
	if a.quoted {
		it.literal = a.text
		return nil
	}
	var err error
	if it.input, err = c.input(a.text); err != nil {
		return err
	}
	if it.input < 0 {
		return fmt.Errorf("the input has no column %q; a text has quotes: '%s'", a.text, a.text)
	}
	c.reads(it.input)
	return nil
}

// setLevel sets the level of normal forms.
func setLevel(it *item, a argument) error {
	level, ok := earl.ParseLevel(a.text)
	if !ok {
		return fmt.Errorf("level %q: must be string, case, escapes, dots or scheme", a.text)
	}
	it.level = level
	return nil
}

func argLevel(_ *compiler, it *item, args []argument) error {
	switch len(args) {
	case 0:
		return nil
	case 1:
		return setLevel(it, args[0])
	}
	return errors.New("it has at most one argument, a level")
}

func argPart(_ *compiler, it *item, args []argument) error {
	switch len(args) {
	case 0:
		return nil
	case 1:
		it.name = args[0].text
		if names := parts(); !slices.Contains(names, it.name) {
			return fmt.Errorf("no scheme has a part %q; the parts are %s", it.name, strings.Join(names, ", "))
		}
		return nil
	}
	return errors.New("it has at most one argument, the name of a part")
}

// parts returns the names of the parts of all schemes, in order.
func parts() (names []string) {
	for scheme := range earl.RFC3986.Schemes() {
		u, err := earl.RFC3986.Parse(scheme.Example)
		if err != nil {
			continue
		}
		view, err := views.Parse(u)
		if err != nil {
			continue
		}
		for part := range view.Parts {
			names = append(names, part.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func argOther(c *compiler, it *item, args []argument) error {
	if len(args) < 1 || len(args) > 2 {
		return errors.New("its arguments are another URL and, if you want, a level")
	}
	if len(args) == 2 {
		if err := setLevel(it, args[1]); err != nil {
			return err
		}
	}
	return c.first(it, args[0])
}

func argBase(c *compiler, it *item, args []argument) error {
	if len(args) != 1 {
		return errors.New("its argument is the base URL")
	}
	return c.first(it, args[0])
}

// heritrix is the argument of surt for the form of that crawler.
const heritrix = "heritrix"

func argSURT(_ *compiler, it *item, args []argument) error {
	options := map[string]*bool{
		"with_scheme": &it.surt.WithScheme, "trailing_comma": &it.surt.TrailingComma, "keep_www": &it.surt.KeepWWW, "keep_ipv4": &it.surt.KeepIPv4,
		"keep_case": &it.surt.KeepCase, "keep_session_ids": &it.surt.KeepSessionIDs, "keep_order": &it.surt.KeepOrder,
	}
	for _, a := range args {
		option := options[a.text]
		switch {
		case a.text == heritrix && len(args) == 1:
			it.name = heritrix
		case a.text == heritrix:
			return errors.New("heritrix has no other options")
		case option == nil:
			return fmt.Errorf("unknown option %q: must be heritrix, %s", a.text, strings.Join(slices.Sorted(maps.Keys(options)), ", "))
		default:
			*option = true
		}
	}
	return nil
}

// extractTypes are the types of documents that extract reads. Archives and PDF
// are left out: a row has one text.
var extractTypes = []string{"text", "html", "markdown", "mail"}

func argType(_ *compiler, it *item, args []argument) error {
	it.name = "text"
	if len(args) > 1 {
		return errors.New("it has at most one argument, a type")
	}
	if len(args) == 1 {
		if it.name = args[0].text; !slices.Contains(extractTypes, it.name) {
			return fmt.Errorf("type %q: must be text, html, markdown or mail", it.name)
		}
	}
	return nil
}
