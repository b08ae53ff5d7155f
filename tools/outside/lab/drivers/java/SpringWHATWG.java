import org.springframework.web.util.UriComponentsBuilder;

/** SpringWHATWG reads with Spring's parser for the URL Standard. */
public class SpringWHATWG extends SpringRFC {
	@Override
	UriComponentsBuilder.ParserType type() {
		return UriComponentsBuilder.ParserType.WHAT_WG;
	}
}
