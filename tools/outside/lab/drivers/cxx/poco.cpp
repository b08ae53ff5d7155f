// Reads texts with Poco::URI.
#include "../c/driver.h"
#include <Poco/Exception.h>
#include <Poco/URI.h>
#include <Poco/Version.h>
#include <string>

static void write(const Poco::URI &u) {
	begin();
	field(u.getScheme().c_str());
	field_bytes(u.getHost().data(), u.getHost().size());
	field_number(u.getPort() ? u.getPort() : -1);
	field_bytes(u.getPath().data(), u.getPath().size());
	std::string user = u.getUserInfo();
	field_bytes(user.data(), user.size());
	end();
}

int main() {
	char name[32];
	snprintf(name, sizeof name, "%d.%d.%d", POCO_VERSION >> 24, POCO_VERSION >> 16 & 255, POCO_VERSION >> 8 & 255);
	version(name);
	while (next_text()) {
		try {
			write(Poco::URI(std::string(text, length)));
		} catch (const Poco::Exception &e) {
			refused(e.displayText().c_str());
		} catch (const std::exception &e) {
			refused(e.what());
		}
	}
}
