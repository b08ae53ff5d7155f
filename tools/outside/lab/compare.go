package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// A model is the reader of this project for one real parser. Its reading has the same fields as a line
// of a truth file; "Accepted" is never nil.
type model func(input string) reading

// agreement counts how often a model and its parser read the same.
type agreement struct {
	Parser   string      `json:"parser"`
	Texts    int         `json:"texts"` // on which the parser ran
	Accepted int         `json:"accepted"`
	Both     int         `json:"both"` // accepted by both: the following are counted over these
	Scheme   int         `json:"scheme"`
	Host     int         `json:"host"`
	Port     int         `json:"port"`
	Path     int         `json:"path"`
	All      int         `json:"all"` // the same in everything, of Texts
	Differ   []different `json:"differ,omitempty"`
}

// different is a text that a model reads differently.
type different struct {
	Parser string  `json:"parser"`
	What   string  `json:"what"` // the first field that differs
	Truth  reading `json:"truth"`
	Model  reading `json:"model"`
}

// compareFile compares a model with a truth file, line by line.
func compareFile(name, file string, m model) (agreement, error) {
	a := agreement{Parser: name}
	f, err := os.Open(file)
	if err != nil {
		return a, err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var t reading
		if err := json.Unmarshal(in.Bytes(), &t); err != nil {
			return a, fmt.Errorf("%s: %w", file, err)
		}
		if t.Accepted != nil {
			a.add(t, m(t.Input))
		}
	}
	return a, in.Err()
}

func (a *agreement) add(truth, got reading) {
	what := ""
	count := func(field string, same bool, n *int) {
		if same {
			*n++
		} else if what == "" {
			what = field
		}
	}
	a.Texts++
	count("accepted", truth.accepts() == got.accepts(), &a.Accepted)
	if truth.accepts() && got.accepts() {
		a.Both++
		count("scheme", value(truth.Scheme) == value(got.Scheme), &a.Scheme)
		count("host", bare(truth.Host) == bare(got.Host), &a.Host)
		count("port", number(truth.Port) == number(got.Port), &a.Port)
		count("path", value(truth.Path) == value(got.Path), &a.Path)
	}
	if what == "" {
		a.All++
		return
	}
	a.Differ = append(a.Differ, different{a.Parser, what, truth, got})
}

// bare returns a normal host without brackets: a reader gives none for an IPv6 address.
func bare(host *string) string {
	return strings.Trim(normalHost(value(host)), "[]")
}

// number returns a port without the zeros before it, which some parsers keep.
func number(port *string) string {
	if digits := strings.TrimLeft(value(port), "0"); digits != "" || value(port) == "" {
		return digits
	}
	return "0"
}

// writeAgreement writes a row of Markdown for each model.
func writeAgreement(w io.Writer, list []agreement) error {
	if _, err := fmt.Fprint(w, "| parser | texts | accepted | scheme | host | port | path | all |\n|---|---|---|---|---|---|---|---|\n"); err != nil {
		return err
	}
	for _, a := range list {
		_, err := fmt.Fprintf(w, "| %s | %d | %s | %s | %s | %s | %s | %s |\n", a.Parser, a.Texts, percent(a.Accepted, a.Texts),
			percent(a.Scheme, a.Both), percent(a.Host, a.Both), percent(a.Port, a.Both), percent(a.Path, a.Both), percent(a.All, a.Texts))
		if err != nil {
			return err
		}
	}
	return nil
}

// percent returns part of whole. It rounds down, so that 100 % means all.
func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	hundredths := part * 10_000 / whole
	return fmt.Sprintf("%d.%02d %%", hundredths/100, hundredths%100)
}
