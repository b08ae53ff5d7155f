/* Reads texts with apr_uri_parse of the Apache Portable Runtime. */
#include "driver.h"
#include <apr_uri.h>
#include <apu_version.h>

int main(void) {
	apr_pool_t *pool;
	apr_initialize();
	apr_pool_create(&pool, NULL);
	version(apu_version_string());
	while (next_text()) {
		apr_uri_t u;
		if (has_nul())
			continue;
		apr_pool_clear(pool);
		if (apr_uri_parse(pool, text, &u) != APR_SUCCESS) {
			refused("APR_EGENERAL");
			continue;
		}
		begin();
		field(u.scheme);
		field(u.hostname);
		field_number(u.port_str != NULL && *u.port_str ? (long)u.port : -1);
		field(u.path);
		field(u.user);
		end();
	}
	return 0;
}
