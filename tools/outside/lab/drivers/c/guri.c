/* Reads texts with GLib's GUri: "none" without flags, "soup" with the flags of libsoup 3. */
#include "driver.h"
#include <glib.h>

static const GUriFlags soup = G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_ENCODED_PATH | G_URI_FLAGS_ENCODED_QUERY |
	G_URI_FLAGS_ENCODED_FRAGMENT | G_URI_FLAGS_SCHEME_NORMALIZE;

int main(int argc, char **argv) {
	GUriFlags flags = argc > 1 && strcmp(argv[1], "soup") == 0 ? soup : G_URI_FLAGS_NONE;
	char name[32];
	snprintf(name, sizeof name, "%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
	version(name);
	while (next_text()) {
		GError *error = NULL;
		if (has_nul())
			continue;
		GUri *u = g_uri_parse(text, flags, &error);
		if (u == NULL) {
			refused(error->message);
			g_error_free(error);
			continue;
		}
		begin();
		field(g_uri_get_scheme(u));
		field(g_uri_get_host(u));
		field_number(g_uri_get_port(u));
		field(g_uri_get_path(u));
		field(g_uri_get_userinfo(u));
		char *whole = g_uri_to_string(u);
		field(whole);
		end();
		g_free(whole);
		g_uri_unref(u);
	}
	return 0;
}
