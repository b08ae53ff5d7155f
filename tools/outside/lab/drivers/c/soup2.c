/* Reads texts with SoupURI of libsoup 2. */
#include "driver.h"
#include <libsoup/soup.h>

int main(void) {
	char name[32];
	snprintf(name, sizeof name, "%u.%u.%u", soup_get_major_version(), soup_get_minor_version(), soup_get_micro_version());
	version(name);
	while (next_text()) {
		if (has_nul())
			continue;
		SoupURI *u = soup_uri_new(text);
		if (u == NULL) {
			refused("null");
			continue;
		}
		begin();
		field(soup_uri_get_scheme(u));
		field(soup_uri_get_host(u));
		field_number(soup_uri_get_port(u) > 0 ? (long)soup_uri_get_port(u) : -1);
		field(soup_uri_get_path(u));
		field(soup_uri_get_user(u));
		end();
		soup_uri_free(u);
	}
	return 0;
}
