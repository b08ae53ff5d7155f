// Compare-ada measures the C++ library ada for the Go program in the folder above.
//
// Input: "OPERATION COUNT REFERENCE", then COUNT lines with a URL each; and again, until the end.
// Output: for each, a line with the processor time in nanoseconds that OPERATION took for all of
// the URLs, and how many of them are valid. Reading the lines is not measured.

#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "ada.h"

static long long processor_time() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
}

static bool resolves(const std::string& base, const std::string& reference) {
  auto url = ada::parse<ada::url_aggregator>(base);
  return url && ada::parse<ada::url_aggregator>(reference, &*url).has_value();
}

int main() {
  std::ios::sync_with_stdio(false);
  std::string operation, reference;
  size_t count;
  while (std::cin >> operation >> count >> reference) {
    std::cin.ignore(1);
    std::vector<std::string> urls(count);
    for (auto& url : urls) std::getline(std::cin, url);
    size_t valid = 0;
    const long long start = processor_time();
    if (operation == "parse") {
      for (const auto& url : urls) valid += ada::parse<ada::url_aggregator>(url).has_value();
    } else if (operation == "valid") {
      for (const auto& url : urls) valid += ada::can_parse(url);
    } else if (operation == "resolve") {
      for (const auto& url : urls) valid += resolves(url, reference);
    } else {
      std::cerr << "no operation: " << operation << "\n";
      return 2;
    }
    std::cout << processor_time() - start << " " << valid << std::endl;
  }
}
