import java.net.URI;

/** NetURI reads with java.net.URI. */
public class NetURI implements Read.Reader {
	public String version() {
		return System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version");
	}

	public Object[] read(String text) throws Exception {
		URI u = new URI(text);
		String path = u.isOpaque() ? u.getRawSchemeSpecificPart() : u.getRawPath();
		return new Object[] {u.getScheme(), u.getHost(), Read.port(u.getPort()), path, u.getRawUserInfo(), u.getRawAuthority()};
	}
}
