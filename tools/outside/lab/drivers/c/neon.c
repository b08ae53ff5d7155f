/* Reads texts with ne_uri_parse of neon. */
#include "driver.h"
#include <ne_uri.h>
#include <ne_utils.h>

int main(void) {
	version(ne_version_string());
	while (next_text()) {
		ne_uri u;
		if (has_nul())
			continue;
		if (ne_uri_parse(text, &u) != 0) {
			refused("not 0");
			ne_uri_free(&u);
			continue;
		}
		begin();
		field(u.scheme);
		field(u.host);
		field_number(u.port > 0 ? (long)u.port : -1);
		field(u.path);
		field(u.userinfo);
		end();
		ne_uri_free(&u);
	}
	return 0;
}
