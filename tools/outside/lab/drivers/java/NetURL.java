import java.net.URL;

/** NetURL reads with java.net.URL. */
public class NetURL implements Read.Reader {
	public String version() {
		return System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version");
	}

	public Object[] read(String text) throws Exception {
		URL u = new URL(text);
		return new Object[] {u.getProtocol(), u.getHost(), Read.port(u.getPort()), u.getPath(), u.getUserInfo(), u.getAuthority()};
	}
}
