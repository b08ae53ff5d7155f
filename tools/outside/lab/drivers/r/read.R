# Reads texts with R: "urltools" or "httr".
#
# Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
library <- commandArgs(trailingOnly = TRUE)[1]
decode <- function(line) {
  at <- seq_len(nchar(line) / 2) * 2
  bytes <- as.raw(strtoi(substring(line, at - 1, at), 16L))
  if (any(bytes == 0)) stop("cannot be passed: NUL")
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  text
}
encode <- function(value) {
  if (is.null(value) || is.na(value)) return("-")
  paste(as.character(charToRaw(enc2utf8(as.character(value)))), collapse = "")
}
urltools <- function(text) {
  u <- urltools::url_parse(text)
  list(u$scheme, u$domain, u$port, u$path, NULL)
}
httr <- function(text) {
  u <- httr::parse_url(text)
  list(u$scheme, u$hostname, u$port, u$path, u$username)
}
parse <- get(library)
cat("=", as.character(packageVersion(library)), "\n")
input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  out <- tryCatch(paste(c("1", vapply(parse(decode(line)), encode, "")), collapse = "\t"),
    error = function(e) paste(if (grepl("NUL", conditionMessage(e))) "?" else "0", encode(conditionMessage(e)), sep = "\t"))
  cat(out, "\n", sep = "")
}
