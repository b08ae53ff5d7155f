package page

import "testing"

// Source: wicg scroll-to-text-fragment 3.5; the rows follow its examples.
func TestTextDirectives(t *testing.T) {
	t.Parallel()
	p := ReadText([]byte(`<title>T</title><h1>Elephants of Kenya</h1><p>The quick <b>brown</b> fox,
		jumps over the&nbsp;lazy dog.</p><ul><li>First item<li>Second item</ul><p>日本語のページ</p><script>var hidden = "nowhere"</script><p>example text one</p><p>other: example text two</p>`), "text/html; charset=utf-8")
	for fragment, want := range map[string]bool{
		":~:text=quick":                         true,
		"top:~:text=QUICK%20Brown":              true,
		":~:text=quick%20brown%20fox":           true,
		":~:text=the%20lazy%20dog":              true,
		":~:text=quic":                          false, // not a whole word
		":~:text=uick":                          false,
		":~:text=brown,dog":                     true,
		":~:text=dog,brown":                     false,
		":~:text=Elephants,Second%20item":       true,
		":~:text=First%20item%20Second":         false, // start does not cross blocks
		":~:text=other:-,example%20text":        true,
		":~:text=missing-,example%20text":       false,
		":~:text=example%20text,-two":           true,
		":~:text=example%20text,-three":         false,
		":~:text=other:-,example,text,-two":     true,
		":~:text=Kenya-,The%20quick":            true,
		":~:text=nowhere":                       false,
		":~:text=本語":                            true,
		":~:text=%E6%97%A5%E6%9C%AC":            true,
		":~:text=quick&text=dog":                true,
		":~:text=quick&text=cat":                false,
		":~:text=fox%2C":                        true,
		":~:text=":                              true, // not valid: ignored
		":~:text=a,b,c,d,e":                     true,
		":~:selector(type=CssSelector,value=a)": true,
	} {
		found := map[string]bool{}
		if p.Seek([]string{fragment}, true, found); found[fragment] != want {
			t.Errorf("%s: %v, want %v in %q", fragment, found[fragment], want, p.folded())
		}
	}
}

func TestLastLine(t *testing.T) {
	t.Parallel()
	for fragment, want := range map[string]int{"L10": 10, "L10-L20": 20, "L10-20": 20, "L1C2-L3C4": 3, "L99999999999999999999": maxLine, "L": 0, "line10": 0, "lines-3": 0, "": 0, "L10x": 0} {
		if got, ok := LastLine(fragment); got != want || ok != (want > 0) {
			t.Errorf("LastLine(%q) = %d, %v, want %d", fragment, got, ok, want)
		}
	}
}
