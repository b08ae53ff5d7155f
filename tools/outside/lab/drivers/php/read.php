<?php
// Reads texts with PHP: "parse_url", "filter_var" (which parse_url then splits), or "guzzle".
//
// Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.

function encode($value) {
    return $value === null ? '-' : bin2hex((string) $value);
}

function parts($text) {
    $u = parse_url($text);
    if ($u === false) {
        throw new Exception('false');
    }
    return [$u['scheme'] ?? null, $u['host'] ?? null, $u['port'] ?? null, $u['path'] ?? null, $u['user'] ?? null];
}

function filtered($text) {
    if (filter_var($text, FILTER_VALIDATE_URL) === false) {
        throw new Exception('FILTER_VALIDATE_URL');
    }
    return parts($text);
}

function guzzle($text) {
    $u = new GuzzleHttp\Psr7\Uri($text);
    return [$u->getScheme(), $u->getHost(), $u->getPort(), $u->getPath(), $u->getUserInfo(), (string) $u];
}

$name = $argv[1];
if ($name === 'guzzle') {
    require 'GuzzleHttp/Psr7/autoload.php';
    echo '= ', trim(shell_exec("dpkg-query -W -f '\${Version}' php-guzzlehttp-psr7")), "\n";
} else {
    echo '= ', PHP_VERSION, "\n";
}
$read = ['parse_url' => 'parts', 'filter_var' => 'filtered', 'guzzle' => 'guzzle'][$name];
while (($line = fgets(STDIN)) !== false) {
    try {
        $fields = array_map('encode', $read(hex2bin(trim($line))));
        echo "1\t", implode("\t", $fields), "\n";
    } catch (Throwable $e) {
        echo "0\t", encode($e->getMessage()), "\n";
    }
}
