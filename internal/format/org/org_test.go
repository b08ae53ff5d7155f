package org_test

import (
	"testing"

	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/literal/literaltest"
	"github.com/earl-url/earl/internal/format/org"
)

// Source: Org Syntax 5.7, Links; Org manual 4.4 to 4.7, External Links, Link Abbreviations.
func TestDecode(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{"[[http://h.example/a][b]] [[http://h.example/c]].", "1:3 http://h.example/a link|1:29 http://h.example/c link"},
		{`[[http://h.example/a\[b\]%5Bc d][http://h.example/x]]`, "1:3 http://h.example/a[b]%5Bc%20d link|1:34 http://h.example/x shown"},
		{"[[file:b.org::*Heading][b]] [[./c d#e.png]] [[../f.org::12]] [[file:g?.txt]]", "1:8 b.org link|1:31 ./c%20d%23e.png link|1:47 ../f.org link|1:69 g%3F.txt link"},
		{"[[*Heading]] [[#id]] [[id:1-2]] [[b.org]] [[file:/etc/passwd]] [[file:~/x]] [[/abs]] [[elisp:(f)]] [[attachment:a.pdf]] [[file:C:/x]]", ""},
		{"=[[./a.org]]= [[file:///b]]\n#+MACRO: m [[./$1.png]]", "1:17 file:///b link"},
		{"[[mailto:me@h.example]] [[doi:10.1000/182][d]]", "1:3 mailto:me@h.example link|1:27 doi:10.1000/182 link"},
		{"#+LINK: gh https://h.example/%s/x\n#+link: g https://h.example/?q=\n[[gh:a/b][c]] [[g:d e]] [[gh]]", "1:12 https://h.example/%s/x placeholder|2:11 https://h.example/?q=|3:3 https://h.example/a/b/x link|3:17 https://h.example/?q=d%20e link|3:27 https://h.example//x link"},
		{"#+INCLUDE: \"a b.org\" src\n#+SETUPFILE: ../c.org\n#+INCLUDE: /etc/x\n#+TITLE: [[./d.org]]", "1:13 a%20b.org link|2:14 ../c.org link|4:12 ./d.org link"},
		{"# [[./a.org]] http://h.example/a\n: [[./a.org]]\n#+BEGIN_SRC sh\n[[./a.org]] http://h.example/b\n#+END_SRC\n[[./c.org]]", "1:15 http://h.example/a|4:13 http://h.example/b|6:3 ./c.org link"},
		{"#+begin_quote\n[[./a.org]]\n#+end_quote", "2:3 ./a.org link"},
		{"=http://h.example/a=, ~http://h.example/b~ /http://h.example/c/. *http://h.example/d* http://h.example/e=", "1:2 http://h.example/a|1:24 http://h.example/b|1:45 http://h.example/c|1:67 http://h.example/d|1:87 http://h.example/e="},
		{"<http://h.example/a b> a[[1]] [[not closed http://h.example/c\n- [ ] http://h.example/d", "1:2 http://h.example/ab|1:44 http://h.example/c|2:7 http://h.example/d"},
	} {
		literaltest.Check(t, func() literal.Decoder { return &org.Decoder{} }, test.doc, test.want)
	}
}
