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
		QString s = QString::fromUtf8(text, length);
		if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
			s.prepend(QChar(0xfeff)); // fromUtf8 removes it
		QUrl u(s, mode);
		if (!u.isValid()) {
			refused(u.errorString().toUtf8().constData());
			continue;
		}
		begin();
		field(u.scheme());
		field(u.host(QUrl::FullyEncoded));
		field_number(u.port());
		field(u.path(QUrl::FullyEncoded));
		field(u.userInfo(QUrl::FullyEncoded));
		field(QString::fromUtf8(u.toEncoded()));
		end();
	}
}
