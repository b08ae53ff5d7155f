// Reads texts with QUrl of Qt: "tolerant", its default, or "strict".
#include "../c/driver.h"
#include <QUrl>

static void field(const QString &s) {
	QByteArray b = s.toUtf8();
	field_bytes(b.constData() ? b.constData() : "", b.size());
}

int main(int argc, char **argv) {
	auto mode = argc > 1 && !strcmp(argv[1], "strict") ? QUrl::StrictMode : QUrl::TolerantMode;
	version(qVersion());
	while (next_text()) {
		QUrl u(QString::fromUtf8(text, length), mode);
		if (!u.isValid()) {
			refused(u.errorString().toUtf8().constData());
			continue;
		}
		begin();
		field(u.scheme());
		field(u.host(QUrl::FullyEncoded));
		field_number(u.port());
		field(u.path(QUrl::FullyEncoded));
		field(u.userName(QUrl::FullyEncoded));
		field(QString::fromUtf8(u.toEncoded()));
		end();
	}
}
