#!/usr/bin/env bash
# check.sh runs earl check for the action and writes its exit status and the names of
# its reports to the outputs of the step. It fails only if it cannot run earl.
set -euo pipefail

readonly max_summary=1000000 # GitHub accepts 1 MiB for each step
dir=$RUNNER_TEMP/earl
mkdir -p "$dir"
report=$dir/links.jsonl sarif=

# words splits a text at spaces and line ends, except in quotes, into the array words.
words() {
	words=()
	local word
	[ -n "${1//[[:space:]]/}" ] || return 0
	while IFS= read -r -d '' word; do
		words+=("$word")
	done < <(printf '%s' "$1" | xargs printf '%s\0')
}

args=(--no-progress --report "jsonl=$report") format=text
words "$EARL_FORMAT"
for word in ${words[@]+"${words[@]}"}; do
	case $word in
	annotations) format=github ;;
	summary) args+=(--report "markdown=$dir/links.md") ;;
	sarif)
		sarif=$dir/links.sarif
		args+=(--report "sarif=$sarif")
		;;
	*)
		echo "::error title=earl::format: '$word' must be annotations, summary or sarif"
		exit 2
		;;
	esac
done
args+=(--format "$format")
[ -z "$EARL_EXTENSIONS" ] || args+=(--extensions "$EARL_EXTENSIONS")
[ -z "$EARL_BASELINE" ] || args+=(--baseline "$EARL_BASELINE")
[ -z "$EARL_DATABASE" ] || args+=(--db "$EARL_DATABASE" --since 1d)
words "$EARL_ARGS"
args+=(${words[@]+"${words[@]}"})
words "$EARL_PATHS"
args+=(-- ${words[@]+"${words[@]}"})

rm -f "$dir/links.md"
status=0
"$EARL" check "${args[@]}" || status=$?
if [ -s "$dir/links.md" ]; then
	head -c "$max_summary" "$dir/links.md" >>"$GITHUB_STEP_SUMMARY"
fi
{
	echo "status=$status"
	echo "report=$report"
	echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
