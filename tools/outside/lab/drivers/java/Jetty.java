import org.eclipse.jetty.http.HttpURI;

/** Jetty reads with HttpURI. */
public class Jetty implements Read.Reader {
	public String version() {
		return HttpURI.class.getPackage().getImplementationVersion();
	}

	public Object[] read(String text) {
		HttpURI u = HttpURI.from(text);
		return new Object[] {u.getScheme(), u.getHost(), Read.port(u.getPort()), u.getPath(), u.getUser(), u.asString()};
	}
}
