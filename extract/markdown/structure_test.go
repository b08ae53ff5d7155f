package markdown

import (
	"bytes"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Whatever goldmark finds has its place: a destination and an autolink are pieces of
// the source, and no copies.
func FuzzFind(f *testing.F) {
	for _, s := range []string{
		"[a](/b 'c') ![d](<e f>)\n\n[g]:\n  <h>\n", "> - [a](\n>\t /b)\n", "\t- [a]( \t/b\n\t)\n>\t[c]: \t/d", "<http://h/>\r\n<a@b.c>", "[a]: b\n'c\nd'",
		"[^a]: [b]: /c\n    [d](/e)", "|[a](/b)|\n|-|\n|[c](d\\|e)|", "[a](b",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		s := structure{source: bytes.Clone(source)}
		root := s.newParser(&effort{left: maxEffort}).Parse(text.NewReader(s.source))
		_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			var piece []byte
			switch n := n.(type) {
			case *ast.Link:
				piece = n.Destination
			case *ast.Image:
				piece = n.Destination
			case *ast.LinkReferenceDefinition:
				piece = n.Destination
			case *ast.AutoLink:
				piece = n.Label(s.source)
			}
			if at, ok := s.find(piece); ok != (len(piece) > 0) || ok && !bytes.Equal(source[at.start:at.end], piece) {
				t.Errorf("%q: %q is not found", source, piece)
			}
			return ast.WalkContinue, nil
		})
	})
}
