/* Reads texts with uriparser. */
#include "driver.h"
#include <uriparser/Uri.h>

static void range(UriTextRangeA r) {
	field_bytes(r.first, r.afterLast - r.first);
}

/* path writes the path, which the library keeps as a list of segments. */
static void path(const UriUriA *u) {
	putchar('\t');
	for (const UriPathSegmentA *s = u->pathHead; s != NULL; s = s->next) {
		if (s != u->pathHead || u->absolutePath || u->hostText.first != NULL)
			hex("/", 1);
		hex(s->text.first, s->text.afterLast - s->text.first);
	}
	if (u->pathHead == NULL && u->absolutePath)
		hex("/", 1);
}

int main(void) {
	char reason[40];
	version(URI_VER_ANSI);
	while (next_text()) {
		UriUriA u;
		const char *at = NULL;
		if (uriParseSingleUriExA(&u, text, text + length, &at) != URI_SUCCESS) {
			snprintf(reason, sizeof reason, "at byte %ld", (long)(at - text));
			refused(reason);
			continue;
		}
		begin();
		range(u.scheme);
		range(u.hostText);
		range(u.portText);
		path(&u);
		range(u.userInfo);
		end();
		uriFreeUriMembersA(&u);
	}
	return 0;
}
