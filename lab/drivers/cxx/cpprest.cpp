// Reads texts with web::uri of the C++ REST SDK.
#include "../c/driver.h"
#include <cpprest/base_uri.h>
#include <cpprest/version.h>

static void field(const std::string &s) {
	field_bytes(s.data(), s.size());
}

int main() {
	char name[32];
	snprintf(name, sizeof name, "%d.%d.%d", CPPREST_VERSION_MAJOR, CPPREST_VERSION_MINOR, CPPREST_VERSION_REVISION);
	version(name);
	while (next_text()) {
		try {
			web::uri u(std::string(text, length));
			begin();
			field(u.scheme());
			field(u.host());
			field_number(u.port() > 0 ? u.port() : -1);
			field(u.path());
			field(u.user_info());
			end();
		} catch (const std::exception &e) {
			refused(e.what());
		}
	}
}
