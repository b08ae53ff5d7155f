import okhttp3.HttpUrl;

/** OkHttp reads with okhttp3.HttpUrl. */
public class OkHttp implements Read.Reader {
	public String version() {
		return okhttp3.OkHttp.VERSION;
	}

	public Object[] read(String text) {
		HttpUrl u = HttpUrl.get(text);
		return new Object[] {u.scheme(), u.host(), u.port(), u.encodedPath(), u.encodedUsername(), u.toString()};
	}
}
