import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;

/** SpringRFC reads with Spring's UriComponentsBuilder and its parser for RFC 3986, the default. */
public class SpringRFC implements Read.Reader {
	public String version() {
		return UriComponentsBuilder.class.getPackage().getImplementationVersion();
	}

	UriComponentsBuilder.ParserType type() {
		return UriComponentsBuilder.ParserType.RFC;
	}

	public Object[] read(String text) {
		UriComponents u = UriComponentsBuilder.fromUriString(text, type()).build();
		return new Object[] {u.getScheme(), u.getHost(), Read.port(u.getPort()), u.getPath(), u.getUserInfo(), u.toUriString()};
	}
}
