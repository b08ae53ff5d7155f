import org.apache.hc.core5.net.URIBuilder;
import org.apache.hc.core5.util.VersionInfo;

/** Apache reads with URIBuilder of Apache HttpComponents. */
public class Apache implements Read.Reader {
	public String version() {
		return VersionInfo.loadVersionInfo("org.apache.hc.core5", null).getRelease();
	}

	public Object[] read(String text) throws Exception {
		URIBuilder u = new URIBuilder(text);
		return new Object[] {u.getScheme(), u.getHost(), Read.port(u.getPort()), u.getPath(), u.getUserInfo(), u.toString()};
	}
}
