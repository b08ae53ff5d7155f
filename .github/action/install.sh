#!/usr/bin/env bash
# install.sh installs earl for the action: it downloads a release and compares its
# checksum, or builds the source of the action. It writes the path of the program
# and of the database of results to the outputs of the step.
set -euo pipefail

die() {
	echo "::error title=earl::$*"
	exit 2
}

server=${GITHUB_SERVER_URL:-https://github.com}/${EARL_REPOSITORY:-earl-url/earl}
dir=$RUNNER_TEMP/earl
mkdir -p "$dir"

# system prints the names that releases use for the operating system and the processor.
system() {
	case $RUNNER_OS in
	Linux) os=linux ;;
	macOS) os=darwin ;;
	Windows) os=windows ;;
	*) die "earl has no release for $RUNNER_OS; use 'version: source'" ;;
	esac
	case $RUNNER_ARCH in
	X64) arch=amd64 ;;
	ARM64) arch=arm64 ;;
	*) die "earl has no release for $RUNNER_ARCH; use 'version: source'" ;;
	esac
}

# release prints the version to download: the input, the tag of the action, or the
# newest release, to which the server redirects.
release() {
	local version=${EARL_VERSION:-latest} url
	if [ -z "$EARL_VERSION" ] && [[ $EARL_REF =~ ^v[0-9]+\.[0-9]+\.[0-9]+ ]]; then
		version=$EARL_REF
	fi
	if [ "$version" = latest ]; then
		url=$(curl -fsSL --retry 3 -o /dev/null -w '%{url_effective}' "$server/releases/latest") || die "no release at $server"
		version=${url##*/}
	fi
	echo "${version#v}"
}

checksum() {
	if command -v sha256sum >/dev/null; then
		sha256sum -c -
	else
		shasum -a 256 -c -
	fi
}

download() {
	local version name suffix=tar.gz
	version=$(release)
	system
	[ "$os" != windows ] || suffix=zip
	name=earl_${version}_${os}_$arch.$suffix
	cd "$dir"
	curl -fsSL --retry 3 -O "$server/releases/download/v$version/$name" -O "$server/releases/download/v$version/SHA256SUMS" ||
		die "cannot download $name of release $version from $server"
	awk -v name="$name" '$2 == name' SHA256SUMS | checksum || die "the checksum of $name is wrong"
	if [ $suffix = zip ]; then
		unzip -qo "$name"
	else
		tar -xzf "$name"
	fi
}

build() {
	command -v go >/dev/null || die "'version: source' needs Go: add a step with actions/setup-go"
	(cd "$EARL_ACTION" && go build -o "$dir/" ./cmd/earl)
}

if [ "$EARL_VERSION" = source ]; then
	build
else
	download
fi
earl=$dir/earl
[ "$RUNNER_OS" != Windows ] || earl+=.exe
"$earl" --version
{
	echo "earl=$earl"
	echo "database=$dir/links.sqlite"
} >>"$GITHUB_OUTPUT"
