/* Reads texts with evhttp_uri_parse of libevent. */
#include "driver.h"
#include <event2/event.h>
#include <event2/http.h>

int main(void) {
	version(event_get_version());
	while (next_text()) {
		if (has_nul())
			continue;
		struct evhttp_uri *u = evhttp_uri_parse(text);
		if (u == NULL) {
			refused("null");
			continue;
		}
		begin();
		field(evhttp_uri_get_scheme(u));
		field(evhttp_uri_get_host(u));
		field_number(evhttp_uri_get_port(u));
		field(evhttp_uri_get_path(u));
		field(evhttp_uri_get_userinfo(u));
		end();
		evhttp_uri_free(u);
	}
	return 0;
}
