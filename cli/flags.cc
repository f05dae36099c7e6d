#include "cli/flags.h"

#include <algorithm>
#include <cstdio>
#include <cxxopts.hpp>

namespace slipway::cli {

struct Flags::Parser {
  explicit Parser(const std::string& program) : options(program, "") {}
  cxxopts::Options options;
  cxxopts::ParseResult result;
  std::vector<std::string> positional;
};

namespace {

template <class T>
std::shared_ptr<cxxopts::Value> ValueOf(const char* fallback) {
  auto value = cxxopts::value<T>();
  return fallback ? value->default_value(fallback) : value;
}

std::shared_ptr<cxxopts::Value> ValueOf(FlagType type) {
  switch (type.kind) {
    case FlagType::kText:
      return ValueOf<std::string>(type.fallback);
    case FlagType::kInteger:
      return ValueOf<int64_t>(type.fallback);
    case FlagType::kNumber:
      return ValueOf<double>(type.fallback);
    case FlagType::kSwitch:
      return ValueOf<bool>(type.fallback);
    case FlagType::kList:
      return ValueOf<std::vector<std::string>>(type.fallback);
  }
  return nullptr;
}

// " (did you mean --NAME?)" for the last flag that nobody knows.
std::string Hint(const cxxopts::Options& options, int argc, char** argv) {
  std::vector<std::string> known;
  for (const auto& group : options.groups())
    for (const auto& option : options.group_help(group).options)
      for (const auto& name : option.l) known.push_back(name);
  std::string nearest;
  for (int i = 1; i < argc; ++i) {
    std::string_view arg = argv[i];
    if (!arg.starts_with("--")) continue;
    std::string name(arg.substr(2, arg.find('=') == std::string_view::npos ? arg.size() : arg.find('=') - 2));
    if (std::find(known.begin(), known.end(), name) == known.end()) nearest = NearestWord(name, known);
  }
  return nearest.empty() ? "" : StrCat(" (did you mean --", nearest, "?)");
}

}  // namespace

Flags::Flags(const Command& command)
    : command_(command), parser_(std::make_unique<Parser>(StrCat("slipway ", command.name))) {
  parser_->options.custom_help("").add_options()("help", "Show this text");
}
Flags::~Flags() = default;

void Flags::Add(std::initializer_list<Flag> flags) {
  for (const Flag& f : flags) parser_->options.add_options()(f.names, f.help, ValueOf(f.type));
}

void Flags::AddIgnored(const std::string& name) {
  parser_->options.add_options("ignored")(name, "", cxxopts::value<std::string>()->implicit_value(""));
}

void Flags::Positional(std::vector<std::string> names) { parser_->positional = std::move(names); }

bool Flags::Parse(int argc, char** argv, int* exit_code) {
  cxxopts::Options& options = parser_->options;
  std::vector<std::string> names;
  for (std::string name : parser_->positional) {
    bool rest = name.ends_with("...");
    if (rest) name.resize(name.size() - 3);
    options.add_options("hidden")(name, "", ValueOf(rest ? List() : Text("")));
    names.push_back(name);
  }
  options.parse_positional(names);
  try {
    parser_->result = options.parse(argc, argv);
    if (parser_->result.count("help")) {
      std::string flags = options.help({""});
      flags.erase(0, flags.find("\n\n") + 1);  // cxxopts' own usage line
      std::printf("Usage: slipway %s %s\n%s.\n%s", command_.name, command_.arguments, command_.summary, flags.c_str());
      *exit_code = kExitOk;
      return false;
    }
    const auto& unmatched = parser_->result.unmatched();
    if (unmatched.empty()) return true;
    *exit_code = Fail(command_.name, UsageError("unexpected argument '", unmatched[0], "'"));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "slipway %s: %s%s\nTry 'slipway %s --help'.\n", command_.name, e.what(),
                 Hint(options, argc, argv).c_str(), command_.name);
    *exit_code = kExitUsage;
  }
  return false;
}

bool Flags::Has(const std::string& name) const { return parser_->result.count(name) > 0; }
std::string Flags::String(const std::string& name) const { return parser_->result[name].as<std::string>(); }
int64_t Flags::Int(const std::string& name) const { return parser_->result[name].as<int64_t>(); }
double Flags::Double(const std::string& name) const { return parser_->result[name].as<double>(); }
bool Flags::Bool(const std::string& name) const { return parser_->result[name].as<bool>(); }
std::vector<std::string> Flags::Strings(const std::string& name) const {
  return Has(name) ? parser_->result[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

}  // namespace slipway::cli
