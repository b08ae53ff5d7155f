import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Reads texts with a Java library. Each library has a class of its own, which implements Reader,
 * so that a missing library leaves out only its class.
 *
 * Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
 */
public class Read {
	interface Reader {
		String version();

		/** Returns scheme, host, port, path, user and the whole text. */
		Object[] read(String text) throws Exception;
	}

	/** port returns null for the value that Java's libraries use for an absent port. */
	static Object port(int number) {
		return number < 0 ? null : number;
	}

	static String encode(Object value) {
		return value == null ? "-" : HexFormat.of().formatHex(value.toString().getBytes(StandardCharsets.UTF_8));
	}

	static String answer(Reader reader, String line) {
		String text = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
		try {
			StringBuilder fields = new StringBuilder("1");
			for (Object value : reader.read(text)) {
				fields.append('\t').append(encode(value));
			}
			return fields.toString();
		} catch (Exception e) {
			return "0\t" + encode(e.getClass().getSimpleName() + ": " + e.getMessage());
		}
	}

	public static void main(String[] args) throws Exception {
		Reader reader = (Reader) Class.forName(args[0]).getDeclaredConstructor().newInstance();
		PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false, "UTF-8");
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		out.println("= " + reader.version());
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			out.println(answer(reader, line));
		}
		out.flush();
	}
}
