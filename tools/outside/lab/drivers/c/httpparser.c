/* Reads texts with http_parser_parse_url, the C library that Node.js used before llhttp. */
#include "driver.h"
#include <http_parser.h>

static void part(const struct http_parser_url *u, int what) {
	int present = u->field_set & (1 << what);
	field_bytes(present ? text + u->field_data[what].off : NULL, u->field_data[what].len);
}

int main(void) {
	char name[32];
	unsigned long v = http_parser_version();
	snprintf(name, sizeof name, "%lu.%lu.%lu", v >> 16 & 255, v >> 8 & 255, v & 255);
	version(name);
	while (next_text()) {
		struct http_parser_url u;
		http_parser_url_init(&u);
		if (http_parser_parse_url(text, length, 0, &u) != 0) {
			refused("not 0");
			continue;
		}
		begin();
		part(&u, UF_SCHEMA);
		part(&u, UF_HOST);
		part(&u, UF_PORT);
		part(&u, UF_PATH);
		part(&u, UF_USERINFO);
		end();
	}
	return 0;
}
