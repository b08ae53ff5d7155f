import io.mola.galimatias.URL;

/** Galimatias reads with galimatias, a parser for the URL Standard. */
public class Galimatias implements Read.Reader {
	public String version() {
		return URL.class.getProtectionDomain().getCodeSource().getLocation().getPath().replaceAll(".*galimatias-|\\.jar", "");
	}

	public Object[] read(String text) throws Exception {
		URL u = URL.parse(text);
		return new Object[] {u.scheme(), u.host(), Read.port(u.port()), u.path(), u.username(), u.toString()};
	}
}
