package all_test

import (
	"context"
	"errors"
	"iter"
	"net"
	"net/netip"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/views"
)

// hasView reports whether a scheme has a view, which TestEveryExampleHasAView of
// the root package checks.
func hasView(s earl.Scheme) bool { return s.Example != "" }

// openerOf returns the opener of a scheme, or nil.
func openerOf(scheme string) open.Opener {
	for _, o := range all.Openers() {
		if slices.Contains(o.Schemes(), scheme) {
			return o
		}
	}
	return nil
}

// Every scheme with a view has an opener, a plan for its example and tests that
// compare them; every opener's scheme has a view. Other tests check the rest: the
// parts of the view (TestEveryFieldOfAViewIsAPart in the root), control bytes
// (TestControlOctets here), the page (TestEverySchemeHasItsPage in docs), the tour
// and the page of the gateway (TestEverySchemeIsInTheDemo in demo).
func TestEverySchemeIsComplete(t *testing.T) {
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	for s := range earl.RFC3986.Schemes() {
		opener := openerOf(s.Name)
		switch {
		case hasView(s) && opener == nil:
			t.Errorf("the scheme %s has a view and no opener: write open/%[1]s and add it to Openers in open/all/all.go", s.Name)
		case !hasView(s) && opener != nil:
			t.Errorf("the scheme %s has an opener and no view: add its parser to table in views/views.go and an Example to schemes in scheme.go", s.Name)
		case opener != nil:
			checkPlan(t, client, s, opener)
			checkTests(t, s, opener)
		}
	}
	for _, o := range all.Openers() {
		for _, name := range o.Schemes() {
			if _, ok := earl.RFC3986.Scheme(name); !ok && !slices.Contains(unregistered, name) {
				t.Errorf("the scheme %s of %T is not in the registry: add its row to schemes in scheme.go", name, o)
			}
		}
	}
}

// unregistered are schemes that are opened and are in no registry: "snews" is an
// alias of old news readers.
var unregistered = []string{"snews"}

// unplanned has the openers without a plan, with the reason. It only shrinks.
var unplanned = map[string]string{}

// checkPlan checks that an opener has a plan for the example of a scheme.
func checkPlan(t *testing.T, client *open.Client, s earl.Scheme, opener open.Opener) {
	t.Helper()
	dir := packageOf(opener)
	if _, ok := opener.(open.Planner); !ok {
		if unplanned[s.Name] == "" {
			t.Errorf("the scheme %s: its opener has no plan: add the method Plan (open.Planner) in %s", s.Name, dir)
		}
		return
	}
	if unplanned[s.Name] != "" {
		t.Errorf("the scheme %s has a plan: remove it from unplanned in open/all/complete_test.go", s.Name)
	}
	plan, err := client.Plan(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(s.Example)})
	if err != nil || plan.Effect == open.EffectUnknown {
		t.Errorf("the plan of %s is %+v, %v: correct Plan in %s, or the Example in scheme.go", s.Example, plan, err, dir)
	}
	if plan.Effect == open.EffectSends && !testsCall(t, dir, "PlanIsWire(") {
		t.Errorf("the scheme %s: compare its plan with the wire: call opentest.PlanIsWire in a test of %s", s.Name, dir)
	}
}

// checkTests checks that an opener passes the suite and that its package documents it.
func checkTests(t *testing.T, s earl.Scheme, opener open.Opener) {
	t.Helper()
	dir := packageOf(opener)
	if !testsCall(t, dir, "opentest.Run(") {
		t.Errorf("the scheme %s: call opentest.Run in a test of %s", s.Name, dir)
	}
	if docs.PageOf(baseOf(s)) == "" {
		t.Errorf("the scheme %s has no page: write docs/%s.md and add its row to the second table of schemes in docs/index.md", s.Name, baseOf(s))
	}
}

// baseOf returns the scheme whose TLS variant s is, or s itself.
func baseOf(s earl.Scheme) string {
	if base, ok := earl.RFC3986.Scheme(strings.TrimSuffix(s.Name, "s")); ok && base.Example != "" && base.Section == s.Section {
		return base.Name
	}
	return s.Name
}

// packageOf returns the directory of an opener's package, such as "open/ftp".
func packageOf(opener open.Opener) string {
	typ := reflect.TypeOf(opener)
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	return path.Join("open", path.Base(typ.PkgPath()))
}

// testsCall reports whether a test file of a package calls a function.
func testsCall(t *testing.T, dir, call string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(dir), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), call) {
			return true
		}
	}
	return false
}

// passing are the components in which a control byte does no harm, with the reason.
var passing = map[string]string{
	"http.search":   "it is sent as it is written (B23)",
	"https.search":  "it is sent as it is written (B23)",
	"wais.wpath":    "it is sent with its length (B31)",
	"gemini.path":   "it is sent as it is written",
	"gemini.search": "it is sent as it is written",
	"file.path":     "a file name may contain it",
	"data.data":     "it is content, and nothing is sent",
	"data.params":   "nothing is sent",

	"mailserver.body": "lines and tabs are allowed, and nothing is sent",
}

// F2, F6: no control byte of any component of any view is sent, whichever edition
// writes it. [TestControlOctets] has URLs that no view writes.
func TestEveryComponentIsGuarded(t *testing.T) {
	dials := 0
	client := open.New(open.Options{
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
		},
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			dials++
			return nil, errors.New("this test dials no server")
		},
	}, all.Openers()...)
	defer client.Close()
	for s := range earl.RFC3986.Schemes() {
		if !hasView(s) || openerOf(s.Name) == nil {
			continue // TestEverySchemeIsComplete says what is missing
		}
		tried := 0
		for e := range editions.All() {
			for _, control := range "\x00\t\n\r\x1b\x7f" {
				for name, u := range spoiledURLs(t, e, s, byte(control)) {
					tried++
					if passing[s.Name+"."+name] != "" {
						continue
					}
					before := dials
					_, err := client.Follow(t.Context(), u)
					var refusal *open.Refusal
					var invalid *earl.ParseError
					if !errors.As(err, &refusal) && !errors.As(err, &invalid) || dials > before {
						t.Errorf("%s, the byte %#02x in the part %s of a %s URL: %v; want a refusal: see checkPart in open/guard.go, or add the part to passing in open/all/complete_test.go",
							e.Name(), control, name, s.Name, err)
					}
				}
			}
		}
		if tried == 0 {
			t.Errorf("the scheme %s: no edition writes a control byte into any part of its view: add URLs to shapes in open/all/guards_test.go", s.Name)
		}
	}
}

// spoiledURLs yields a URL for each part of the view of a scheme's example, with a
// control byte in that part, if the view writes one. The name of a part is that of
// the field in lower case (TestEveryFieldOfAViewIsAPart).
func spoiledURLs(t *testing.T, e *earl.Edition, s earl.Scheme, control byte) iter.Seq2[string, earl.URL] {
	return func(yield func(string, earl.URL) bool) {
		u, err := e.Parse(s.Example)
		if err != nil {
			return
		}
		v, err := views.Parse(u)
		if err != nil {
			t.Errorf("%s: the view of %s: %v", e.Name(), s.Example, err)
			return
		}
		typ := reflect.TypeOf(v)
		for i := range typ.NumField() {
			changed := reflect.New(typ).Elem()
			changed.Set(reflect.ValueOf(v))
			if !typ.Field(i).IsExported() || !spoil(changed.Field(i), "a"+earl.Octets([]byte{control})+"b") {
				continue
			}
			u, err := changed.Interface().(earl.View).URL(e)
			if err == nil && !yield(strings.ToLower(typ.Field(i).Name), u) { // otherwise the edition cannot write it
				return
			}
		}
	}
}

// spoil sets a field of a view, and returns false for a field without decoded bytes.
func spoil(field reflect.Value, bad earl.Octets) bool {
	switch field.Interface().(type) {
	case earl.Octets:
		field.Set(reflect.ValueOf(bad))
	case earl.Field:
		field.Set(reflect.ValueOf(earl.Some(bad)))
	case earl.Secret:
		field.Set(reflect.ValueOf(earl.NewSecret(bad)))
	case []earl.Octets:
		field.Set(reflect.ValueOf([]earl.Octets{bad}))
	case []earl.Pair:
		field.Set(reflect.ValueOf([]earl.Pair{{Name: "a", Value: bad}}))
	default:
		return false
	}
	return true
}
