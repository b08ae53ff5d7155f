package rst_test

import (
	"testing"

	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/literal/literaltest"
	"github.com/earl-url/earl/internal/format/rst"
)

// Source: reStructuredText Markup Specification: hyperlink targets, embedded URIs, escaping, literal
// blocks; miyuchina/mistletoe#190.
func TestDecode(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{"`a <http://h.example/a\\_b>`_ and `c\n<http://h.example/\n  c>`__.", "1:5 http://h.example/a_b link|2:2 http://h.example/c link"},
		{"`http://h.example/x <http://h.example/y>`_", "1:2 http://h.example/x shown|1:22 http://h.example/y link"},
		{".. _a: http://h.example/a\\_b\n.. _`a b`: http://h.example/c/\n     d\n\n.. __: http://h.example/e\n__ http://h.example/f", "1:8 http://h.example/a_b link|2:12 http://h.example/c/d link|5:8 http://h.example/e link|6:4 http://h.example/f link"},
		{".. _a\\: b: x.rst\n.. _c: d_\n.. _e:\n\n.. _f: `g h`_\n.. _h: http://h.example/i_", "1:12 x.rst link|6:8 http://h.example/i_ link"},
		{".. image:: a.png\n   :target: b.rst\n.. |c| image:: d.png\n.. figure:: /e.png\n.. image:: f.*\n   :target: g_", "1:12 a.png link|2:13 b.rst link|3:16 d.png link"},
		{".. include:: a.txt\n.. include:: <isonum.txt>\n.. literalinclude:: ../b.py", "1:14 a.txt link|3:21 ../b.py link"},
		{"`a <b.rst>`_ `a <c.html>`_ `a </d>`_ `a <#e>`_ `a <f_>`_ `a<g.rst>`_ <h.rst> `a <b c>`_ `a <d: e_>`_ `<i.rst>`_", "1:5 b.rst link"},
		{":doc:`a <b>` :ref:`a <b.rst>` :download:`a <b.rst>` `a <b.rst>`:doc:", ""},
		{"http://h.example/a\\_b\\*c, *http://h.example/d* http://h.example/e\\ f ``http://h.example/g\\_h``", "1:1 http://h.example/a_b*c pattern|1:28 http://h.example/d|1:48 http://h.example/e|1:72 http://h.example/g escape"},
		{"http://h.example/|version|/a and `b <http://h.example/|v|>`_ | c |", "1:1 http://h.example/${version}/a placeholder|1:38 http://h.example/|v| link placeholder"},
		{"Text::\n\n  `a <b.rst>`_ C:\\_\n\n  .. image:: c.png\n\n`a <d.rst>`_", "7:5 d.rst link"},
		{"* item::\n\n    `a <b.rst>`_\n\n  `a <c.rst>`_", "5:7 c.rst link"},
		{".. note::\n   `a <b.rst>`_\n.. code:: python\n\n   `a <c.rst>`_\n.. comment\n   `a <d.rst>`_ http://h.example/e\n.. [1] `a <f.rst>`_", "2:8 b.rst link|7:17 http://h.example/e|8:12 f.rst link"},
		{"<http://h.example/a>, (http://h.example/b).", "1:2 http://h.example/a|1:24 http://h.example/b"},
		{".. image:: {static}/a.png\n\n`a <http://h.example/b>`", "1:12 {static}/a.png link placeholder|3:5 http://h.example/b"},
	} {
		literaltest.Check(t, func() literal.Decoder { return &rst.Decoder{} }, test.doc, test.want)
	}
}
