/* Reads texts with libcurl's URL API: "strict" without flags, "guess" as its command. */
#include "driver.h"
#include <curl/curl.h>

static char *part(CURLU *u, CURLUPart what) {
	char *value = NULL;
	return curl_url_get(u, what, &value, 0) == CURLUE_OK ? value : NULL;
}

/* field_host prints a host with its zone, which the library returns apart from it. */
static void field_host(CURLU *u, const char *host) {
	char text[8192];
	char *zone = part(u, CURLUPART_ZONEID);
	size_t length = host ? strlen(host) : 0;
	if (zone && length && host[length - 1] == ']') {
		snprintf(text, sizeof text, "%.*s%%%s]", (int)length - 1, host, zone);
		host = text;
	}
	field(host);
	curl_free(zone);
}

int main(int argc, char **argv) {
	static const CURLUPart parts[] = {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT, CURLUPART_PATH, CURLUPART_USER, CURLUPART_URL};
	unsigned flags = argc > 1 && strcmp(argv[1], "guess") == 0 ? CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME : 0;
	version(curl_version_info(CURLVERSION_NOW)->version);
	while (next_text()) {
		if (has_nul())
			continue;
		CURLU *u = curl_url();
		CURLUcode code = curl_url_set(u, CURLUPART_URL, text, flags);
		if (code != CURLUE_OK) {
			refused(curl_url_strerror(code));
		} else {
			begin();
			for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
				char *value = part(u, parts[i]);
				if (parts[i] == CURLUPART_HOST)
					field_host(u, value);
				else
					field(value);
				curl_free(value);
			}
			end();
		}
		curl_url_cleanup(u);
	}
	return 0;
}
