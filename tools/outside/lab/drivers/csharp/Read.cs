// Reads texts with System.Uri, as an absolute URI.
//
// Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
using System;
using System.IO;
using System.Text;

static class Read {
	static string Encode(object value) {
		if (value == null)
			return "-";
		return BitConverter.ToString(Encoding.UTF8.GetBytes(value.ToString())).Replace("-", "").ToLowerInvariant();
	}

	static byte[] Decode(string line) {
		var bytes = new byte[line.Length / 2];
		for (int i = 0; i < bytes.Length; i++)
			bytes[i] = Convert.ToByte(line.Substring(2 * i, 2), 16);
		return bytes;
	}

	static object Port(int number) {
		if (number < 0)
			return null;
		return number;
	}

	static string Answer(string text) {
		try {
			var u = new Uri(text, UriKind.Absolute);
			return string.Join("\t", "1", Encode(u.Scheme), Encode(u.Host), Encode(Port(u.Port)), Encode(u.AbsolutePath), Encode(u.UserInfo), Encode(u.AbsoluteUri));
		} catch (Exception e) {
			return "0\t" + Encode(e.GetType().Name + ": " + e.Message);
		}
	}

	static void Main() {
		var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
		output.WriteLine("= " + Environment.Version + ", Mono " + Mono());
		for (string line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine())
			output.WriteLine(Answer(Encoding.UTF8.GetString(Decode(line))));
		output.Flush();
	}

	static string Mono() {
		var name = Type.GetType("Mono.Runtime").GetMethod("GetDisplayName", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static);
		return name.Invoke(null, null).ToString().Split(' ')[0];
	}
}
