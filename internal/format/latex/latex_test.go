package latex_test

import (
	"testing"

	"github.com/earl-url/earl/internal/format/latex"
	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/literal/literaltest"
)

// Source: hyperref, \hyper@normalise; url; TeX by Topic 3; papis/papis#738; FlamingTempura/bibtex-tidy#431;
// cisagov/trustymail_reporter#158; latex3/hyperref#249.
func TestCommands(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{`\href{https://h.example/a\%20b\#c}{t}`, `1:7 https://h.example/a%20b#c link`},
		{`\href{https://h.example/\~{}joe}{t}`, `1:7 https://h.example/~joe link`},
		{`\href{http://h.example/x?q=1\&r=2}{see http://h.example/y}`, `1:7 http://h.example/x?q=1&r=2 link|1:40 http://h.example/y shown`},
		{`\url{http://h.example/a\_b%20c_d}.`, `1:6 http://h.example/a_b%20c_d link`},
		{`\url|http://h.example/{a}|, \verb+http://h.example/b+c`, `1:6 http://h.example/{a} link placeholder|1:35 http://h.example/b`},
		{`\href[pdfnewwindow]{doc.pdf}{t}`, `1:21 doc.pdf link`},
		{"\\href{http://h.example/a%\n  b}%\n{t}", `1:7 http://h.example/ab link`},
		{`\href{{http://h.example/a}}{t}`, `1:8 http://h.example/a link`},
		{`\nolinkurl{me@h.example} \path{/usr/local} \url{www.h.example/a} \includegraphics{a.png} \hyperref[sec:a]{b}`, ``},
		{`\href{http://h.example/a\textasciitilde b\string~c\slash d\-e}{t}`, `1:7 http://h.example/a~b~c/de link`},
		{`\href{http://h.example/\char126 a\char"7Eb\char` + "`" + `\~c}{t}`, `1:7 http://h.example/~a~b~c link`},
		{`\newcommand{\x}[1]{\href{http://h.example/#1}{#1}}`, `1:26 http://h.example/#1 link placeholder`},
		{`\href{\base/a}{t} \href{http://h.example/\x}{t}`, `1:7 \base/a link escape|1:25 http://h.example/\x link escape`},
		{`\href{http://h.example/#7a}{t} \href{#sec}{t}`, `1:7 http://h.example/#7a link placeholder|1:38 #sec link`},
		{`\href{run:./a.pdf}{t} \href{file:b.pdf}{t} \href{file:///c.pdf}{t}`, `1:11 ./a.pdf link|1:34 b.pdf link|1:50 file:///c.pdf link`},
		{`\href{not closed http://h.example/a`, `1:18 http://h.example/a`},
		{`\hrefs{doc.pdf} \url{http://h.example/a}\url{http://h.example/b}`, `1:22 http://h.example/a link|1:46 http://h.example/b link`},
	} {
		literaltest.Check(t, func() literal.Decoder { return &latex.Decoder{} }, test.doc, test.want)
	}
}

func TestText(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{`at http://h.example/a\_b\%20c\#d, or http://h.example/$\sim$joe/`, `1:4 http://h.example/a_b%20c#d|1:38 http://h.example/~joe/`},
		{`{http://h.example/a{\_}b{~}c{\%}20{\~{}}d}`, `1:2 http://h.example/a_b~c%20~d`},
		{"see http://h.example/a% a comment: http://h.example/b\n% http://h.example/c", `1:5 http://h.example/a|1:36 http://h.example/b|2:3 http://h.example/c`},
		{`http://h.example/a\footnote{x} http://h.example/b\\ http://h.example/c\foo`, `1:1 http://h.example/a|1:32 http://h.example/b|1:53 http://h.example/c escape`},
		{`\myurl{http://h.example/a%20b}`, `1:8 http://h.example/a%20b`},
		{`http://h.example/\~n`, `1:1 http://h.example/ escape`},
	} {
		literaltest.Check(t, func() literal.Decoder { return &latex.Decoder{} }, test.doc, test.want)
	}
}

// Source: biblatex 2.2.2; Crossref, DOI display guidelines.
func TestBibliography(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{`@misc{a, url = {https://h.example/alash/S\_Dbw},`, `1:17 https://h.example/alash/S_Dbw link`},
		{"  URL={{http://h.example/a.}},", `1:9 http://h.example/a. link`},
		{"\tUrl = \"http://h.example/a\"", `1:9 http://h.example/a link`},
		{"  Bdsk-Url-1 = {http://h.example/a_(b)}}", `1:17 http://h.example/a_(b) link`},
		{`  doi = {10.1007/978-3-540\_12},`, `1:10 https://doi.org/10.1007/978-3-540_12 link`},
		{"doi = {https://doi.org/10.1000/182}\ndoi = {none}", `1:8 https://doi.org/10.1000/182 link`},
		{`howpublished = "\url{http://h.example/a}",`, `1:22 http://h.example/a link`},
		{`url = {http://h.example/a and http://h.example/b}, url = {www.h.example}`, `1:8 http://h.example/a|1:31 http://h.example/b`},
		{`note = {See http://h.example/a\_b.}, curl = {x}`, `1:13 http://h.example/a_b`},
		{`urldate = {2020}, url = http`, ``},
	} {
		literaltest.Check(t, func() literal.Decoder { return &latex.Decoder{} }, test.doc, test.want)
	}
}
