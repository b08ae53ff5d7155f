import java.net.URI;

/** NetURI reads with java.net.URI. */
public class NetURI implements Read.Reader {
	public String version() {
		return System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version");
	}

	public Object[] read(String text) throws Exception {
		URI u = new URI(text);
		return new Object[] {u.getScheme(), u.getHost(), Read.port(u.getPort()), u.getRawPath(), u.getRawUserInfo(), u.getRawAuthority()};
	}
}
