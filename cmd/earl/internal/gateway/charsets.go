package gateway

import "github.com/earl-url/earl/internal/protocol/article"

// charsetChoice is an item of the list in which the user chooses the charset of a text.
type charsetChoice struct {
	Label, Name string
	Here        bool
}

// charsetNames are the charsets that the user can choose for a text. Old servers did not
// send the charset of a text: each country had its own. The labels are those of RFC 2045.
var charsetNames = []charsetChoice{
	{Label: "utf-8", Name: "Unicode (UTF-8)"},
	{Label: "windows-1252", Name: "Western European (Latin-1, Windows)"},
	{Label: "macintosh", Name: "Western European (Macintosh)"},
	{Label: "ibm437", Name: "Western European (IBM 437)"},
	{Label: "ibm850", Name: "Western European (IBM 850)"},
	{Label: "iso-8859-2", Name: "Central European (Latin-2)"},
	{Label: "windows-1250", Name: "Central European (Windows)"},
	{Label: "ibm852", Name: "Central European (IBM 852)"},
	{Label: "koi8-r", Name: "Cyrillic (KOI8-R)"},
	{Label: "koi8-u", Name: "Cyrillic (KOI8-U)"},
	{Label: "windows-1251", Name: "Cyrillic (Windows)"},
	{Label: "ibm866", Name: "Cyrillic (IBM 866)"},
	{Label: "iso-8859-5", Name: "Cyrillic (ISO 8859-5)"},
	{Label: "x-mac-cyrillic", Name: "Cyrillic (Macintosh)"},
	{Label: "iso-8859-7", Name: "Greek (ISO 8859-7)"},
	{Label: "windows-1253", Name: "Greek (Windows)"},
	{Label: "iso-8859-4", Name: "Baltic (Latin-4)"},
	{Label: "windows-1257", Name: "Baltic (Windows)"},
	{Label: "windows-1254", Name: "Turkish (Latin-5, Windows)"},
	{Label: "iso-8859-8", Name: "Hebrew (ISO 8859-8)"},
	{Label: "windows-1255", Name: "Hebrew (Windows)"},
	{Label: "iso-8859-6", Name: "Arabic (ISO 8859-6)"},
	{Label: "windows-1256", Name: "Arabic (Windows)"},
	{Label: "tis-620", Name: "Thai (TIS-620)"},
	{Label: "windows-1258", Name: "Vietnamese (Windows)"},
	{Label: "shift_jis", Name: "Japanese (Shift JIS)"},
	{Label: "euc-jp", Name: "Japanese (EUC)"},
	{Label: "iso-2022-jp", Name: "Japanese (ISO-2022-JP)"},
	{Label: "euc-kr", Name: "Korean (EUC)"},
	{Label: "gb2312", Name: "Chinese (GB 2312, GBK)"},
	{Label: "big5", Name: "Chinese (Big5)"},
	{Label: "utf-16", Name: "Unicode (UTF-16)"},
}

// chosenCharset returns the charset that the user has chosen, or "" if label is not one.
func chosenCharset(label string) string {
	if label == "" || article.Charset(label) == nil {
		return ""
	}
	return label
}

// charsetChoices returns the list of charsets. Of the first item, the label is "": the
// charset that the server sends, or that earl guesses.
func charsetChoices(chosen string) []charsetChoice {
	all := append([]charsetChoice{{Name: "as the server says, or guessed"}}, charsetNames...)
	for i := range all {
		all[i].Here = all[i].Label == chosen
	}
	return all
}
