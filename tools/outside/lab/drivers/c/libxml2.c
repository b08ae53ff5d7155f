/* Reads texts with libxml2. */
#include "driver.h"
#include <libxml/uri.h>
#include <libxml/xmlversion.h>

int main(void) {
	version(LIBXML_DOTTED_VERSION);
	while (next_text()) {
		if (has_nul())
			continue;
		xmlURIPtr u = xmlParseURI(text);
		if (u == NULL) {
			refused("null");
			continue;
		}
		begin();
		field(u->scheme);
		field(u->server);
		field_number(u->port > 0 ? u->port : -1);
		field(u->path);
		field(u->user);
		end();
		xmlFreeURI(u);
	}
	return 0;
}
