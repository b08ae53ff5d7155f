package schema

import (
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/check/partition"
	"github.com/earl-url/earl/internal/unwrap"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// values returns all values of a field by its tag "enum".
var values = map[string]func() []string{
	"edition":   editionNames,
	"rule":      ruleNames,
	"component": componentNames,
	"caution": func() []string {
		return []string{"url-prefix", "password", explain.CautionUserLikeHost, "port", explain.CautionGit}
	},
	"guard":        guardNames,
	"effect":       func() []string { return words(open.EffectUnknown, open.EffectComposes) },
	"layer":        func() []string { return words(unwrap.Redirect, unwrap.Proxy) },
	"level":        func() []string { return words(earl.LevelString, earl.LevelScheme) },
	"relative":     func() []string { return words(earl.Unknown, earl.Always) },
	"registration": func() []string { return []string{"permanent", "provisional", "historical"} },

	"designates": func() []string { return words(earl.Object, earl.Message) },
	"kind":       func() []string { return words(extract.Wrapped, extract.Repository) },
	"confidence": func() []string { return words(extract.Low, extract.High) },
	"doubt":      func() []string { return words(extract.Escape, extract.Name) },
	"from":       func() []string { return words(extract.NoBase, extract.FromEmbedded) },
	"source":     func() []string { return words(extract.FromRetrieval, extract.FromEmbedded) },
	"status":     func() []string { return words(linkcheck.OK, linkcheck.Parked) },
	"state":      func() []string { return words(partition.Due, partition.Skipped) },
	"severity":   func() []string { return words(linkcheck.SeverityOK, linkcheck.SeverityFault) },
	"resource": func() []string {
		return texts(open.KindDocument, open.KindListing, open.KindSession, open.KindAddress, open.KindForm, open.KindReferral, open.KindInfo)
	},
	"input": func() []string {
		return texts(open.InputLine, open.InputLines, open.InputCheck, open.InputFile, open.InputNone)
	},
}

// words returns the words for the values from first to last.
func words[T interface {
	~uint8
	String() string
}](first, last T) (list []string) {
	for v := first; v <= last; v++ {
		list = append(list, v.String())
	}
	return list
}

// texts returns values as strings.
func texts[T ~string](all ...T) (list []string) {
	for _, v := range all {
		list = append(list, string(v))
	}
	return list
}

func editionNames() []string {
	list := []string{earl.Auto.Name()}
	for e := range editions.All() {
		list = append(list, e.Name())
	}
	return list
}

// ruleNames returns the names of all rules. Several editions can have a rule of one name.
func ruleNames() (list []string) {
	for r := range views.Rules() {
		list = append(list, r.Name())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func componentNames() (list []string) {
	for _, c := range explain.Components {
		list = append(list, c.Name)
	}
	return list
}

func guardNames() (list []string) {
	for _, g := range open.Guards() {
		list = append(list, g.Name)
	}
	return list
}
