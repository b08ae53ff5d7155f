package signs

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck/internal/page"
)

// missingPhrases are titles and headings of pages that do not exist, in lower case,
// without "404", "error", "oops" and the like.
var missingPhrases = lineSet(`
not found
page not found
file not found
document not found
article not found
content not found
product not found
item not found
user not found
account not found
repository not found
this account doesn't exist
this account does not exist
this video isn't available anymore
this video is unavailable
video unavailable
the resource cannot be found
post not found
resource not found
url not found
nothing found
nothing found here
nothing here
nothing to see here
page missing
missing page
page unavailable
page not available
page does not exist
page doesn't exist
no such page
page removed
page deleted
page no longer exists
page no longer available
not available
this page could not be found
this page can't be found
this page cannot be found
this page was not found
this page does not exist
this page doesn't exist
this page isn't available
this page is not available
this page is no longer available
that page can't be found
that page could not be found
that page doesn't exist
we can't find that page
we couldn't find that page
we can't find the page you're looking for
we could not find that page
we couldn't find this page
can't find that page
page cannot be found
page could not be found
page can't be found
page was not found
the page cannot be found
the page could not be found
the page was not found
the page you requested was not found
the page you requested could not be found
the page you are looking for does not exist
the page you are looking for could not be found
the page you're looking for doesn't exist
the page you're looking for can't be found
the page you were looking for doesn't exist
the requested url was not found on this server
the requested page could not be found
seite nicht gefunden
die seite wurde nicht gefunden
diese seite wurde nicht gefunden
diese seite existiert nicht
die seite existiert nicht
nicht gefunden
seite existiert nicht
page non trouvée
page introuvable
cette page n'existe pas
la page n'existe pas
page inexistante
página no encontrada
no se encontró la página
no se ha encontrado la página
la página no existe
no encontrado
página não encontrada
não encontrado
pagina non trovata
la pagina non esiste
non trovato
pagina niet gevonden
deze pagina bestaat niet
pagina bestaat niet
niet gevonden
sidan hittades inte
sidan kunde inte hittas
sidan finns inte
siden blev ikke fundet
siden findes ikke
siden kunne ikke findes
siden finnes ikke
fant ikke siden
sivua ei löytynyt
sivua ei löydy
nie znaleziono strony
strona nie została znaleziona
strona nie istnieje
stránka nenalezena
stránka nebyla nalezena
stránka neexistuje
stránka sa nenašla
az oldal nem található
oldal nem található
pagina nu a fost găsită
pagina nu există
страница не найдена
страница не существует
сторінку не знайдено
sayfa bulunamadı
aradığınız sayfa bulunamadı
η σελίδα δεν βρέθηκε
ページが見つかりません
ページが見つかりませんでした
お探しのページは見つかりませんでした
お探しのページが見つかりません
页面不存在
页面未找到
找不到页面
您访问的页面不存在
抱歉，您访问的页面不存在
頁面不存在
找不到網頁
找不到頁面
페이지를 찾을 수 없습니다
요청하신 페이지를 찾을 수 없습니다
الصفحة غير موجودة
לא נמצא
הדף לא נמצא
không tìm thấy trang
halaman tidak ditemukan
ไม่พบหน้า
ไม่พบหน้าที่คุณต้องการ
`)

// A sentence with one of these subjects and one of these verbs tells the reader that a
// page is missing.
var (
	missingSubjects = []string{"page you", "page that you", "requested page", "requested url", "requested resource", "requested topic", "requested file", "requested document", "this page", "that page", "the page", "article you", "document you", "content you",
		"file you", "product you", "item you", "link you followed", "this content", "this article", "this document", "this product", "this post", "address you", "job you", "this listing", "this job"}
	missingVerbs = []string{"not found", "not be found", "n't be found", "cannot be found", "does not exist", "doesn't exist", "doesn’t exist", "not exist", "no longer exist", "no longer available", "not available", "isn't available", "isn’t available",
		"been removed", "been deleted", "been moved or", "was removed", "was deleted", "can't find", "can’t find", "couldn't find", "couldn’t find", "could not find", "cannot find", "unable to find", "unable to locate", "is gone", "is missing", "n’t be found"}
)

// addressedSubjects are the missingSubjects that mean the page that the reader requested.
// The others may be about something else, such as a product that is out of stock.
var addressedSubjects = []string{"page you", "page that you", "requested page", "requested url", "requested resource", "article you", "document you", "content you", "file you",
	"product you", "item you", "link you followed", "address you", "job you", "this page", "that page"}

// aboutPhrases are signs of a page about missing pages, in lower case.
var aboutPhrases = []string{"means that", "indicates", "rfc ", "status codes", "status code is", "a status code", "the client", "http response", "custom 404", "how to", "configure", "for example"}

const (
	// missingWords is the maximum length of a page that says little more than that
	// something is missing; missingShort is the maximum length of one that says nothing
	// else.
	missingWords, missingShort = 120, 45
)

// A missing has the sentence with which a page says that it is missing.
type missing struct {
	title, heading, sentence bool
	addressed                bool   // the sentence is about the requested page, or says nothing else
	quote                    string // the sentence
	about                    bool   // the page seems to be about missing pages
}

// readMissing looks for a sentence that says that the page is missing.
func readMissing(p *page.Text, u earl.URL) (m missing) {
	for _, part := range segments(p.Title) {
		if saysMissing(part) {
			m.title, m.quote = true, p.Title
		}
	}
	for _, text := range p.Headings {
		if !m.heading && saysMissing(text) {
			m.heading, m.quote = true, text
		}
	}
	for i, block := range p.Blocks {
		if m.sentence || i > maxBlocks {
			break
		}
		if len(block) < maxSentence && addressesReader(strings.ToLower(block)) {
			m.sentence = true
			m.addressed = page.Words(block) <= missingStatement || containsAny(strings.ToLower(block), addressedSubjects)
			if m.quote == "" {
				m.quote = block
			}
		}
	}
	at, text := strings.ToLower(u.Path()), strings.ToLower(p.Visible())
	m.about = hasIssueNumber(p.Title) || containsAny(text, aboutPhrases) || containsAny(at, []string{"404", "not-found", "notfound", "not_found", "error"})
	return m
}

// certain reports whether a page of n words is missing, though no page of another URL that
// cannot exist resembles it.
func (m *missing) certain(n int) bool {
	two := m.title && m.heading || m.title && m.sentence || m.heading && m.sentence
	return !m.about && (two && n <= missingWords || n <= missingShort)
}

// hasIssueNumber reports whether a title has a number such as #3: then the page is a
// report of a problem.
func hasIssueNumber(title string) bool {
	_, after, ok := strings.Cut(title, "#")
	return ok && after != "" && '0' <= after[0] && after[0] <= '9'
}

// missingStatement is the maximum number of words of a paragraph that says only that
// something is missing.
const missingStatement = 14

// maxBlocks and maxSentence limit the text that is searched for such a sentence.
const maxBlocks, maxSentence = 60, 400

// addressesReader reports whether a text in lower case tells the reader that a page is
// missing. A text that quotes such words, as in "the page 'not found'", does not.
func addressesReader(text string) bool {
	return containsAny(text, missingSubjects) && slices.ContainsFunc(missingVerbs, func(verb string) bool {
		before, _, ok := strings.Cut(text, verb)
		last, _ := utf8.DecodeLastRuneInString(before)
		return ok && !strings.ContainsRune("\"“”„«‘", last)
	})
}

// exclamations are words that may appear next to such a phrase.
var exclamations = page.Set(strings.FieldsSeq("404 410 error errors fehler erreur errore erro http https oops ooops whoops sorry uh oh hmm ups ой ошибка エラー 错误 page 1"))

// saysMissing reports whether a heading, or a part of a title, says only that the page
// does not exist.
func saysMissing(text string) bool {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	var rest []string
	code, other := false, false
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t.,;:!?()[]{}\"“”«»-–—|/#…", r) }) {
		if exclamations()[word] {
			code = code || word == "404" || word == "410"
			if word == "page" {
				other = true
			}
			if word != "page" {
				continue
			}
		}
		rest = append(rest, word)
	}
	phrase := strings.Join(rest, " ")
	return missingPhrases()[phrase] || code && (phrase == "" || phrase == "page" && other) || missingPhrases()[strings.Trim(text, " .!?…")]
}
