#include <algorithm>
#include <cmath>
#include <cstring>

#include "train/data/gzip.h"
#include "train/data/source.h"

namespace slipway::train::data {

namespace {

// Walks the rows of a CSV text (RFC 4180).
class CsvReader {
 public:
  CsvReader(std::string_view text, char separator) : rest_(text), separator_(separator) {
    if (rest_.substr(0, 3) == "\xef\xbb\xbf") rest_.remove_prefix(3);  // a byte order mark
  }

  // The next row that is not blank; false at the end of the text.
  Result<bool> Next(std::vector<std::string>* row) {
    while (!rest_.empty()) {
      line_ = next_line_;
      RETURN_IF_ERROR(ReadRow(row));
      if (row->size() > 1 || !(*row)[0].empty()) return true;
    }
    return false;
  }
  // Where the row began, from 1.
  int64_t line() const { return line_; }

 private:
  Status ReadRow(std::vector<std::string>* row) {
    size_t fields = 0;
    while (true) {
      if (row->size() == fields) row->emplace_back();
      ASSIGN_OR_RETURN(bool last, ReadField(&(*row)[fields++]));
      if (last) break;
    }
    row->resize(fields);
    return OkStatus();
  }

  // True if it was the last field of its row.
  Result<bool> ReadField(std::string* field) {
    field->clear();
    if (!rest_.empty() && rest_[0] == '"') RETURN_IF_ERROR(ReadQuoted(field));
    size_t end = 0;
    while (end < rest_.size() && rest_[end] != separator_ && rest_[end] != '\n') ++end;
    field->append(rest_.substr(0, end));
    bool last = end == rest_.size() || rest_[end] == '\n';
    if (last && !field->empty() && field->back() == '\r') field->pop_back();
    if (end < rest_.size() && last) ++next_line_;
    rest_.remove_prefix(std::min(rest_.size(), end + 1));
    return last;
  }

  Status ReadQuoted(std::string* field) {
    for (size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == '\n') ++next_line_;
      if (rest_[i] != '"') {
        field->push_back(rest_[i]);
      } else if (i + 1 < rest_.size() && rest_[i + 1] == '"') {
        field->push_back(rest_[i++]);
      } else {
        rest_.remove_prefix(i + 1);
        return OkStatus();
      }
    }
    return BadInput("line ", line_, ": a quoted field has no closing quote");
  }

  std::string_view rest_;
  char separator_;
  int64_t line_ = 0, next_line_ = 1;
};

std::string_view Trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  if (s.size() > 1 && s.front() == '+') s.remove_prefix(1);
  return s;
}

// Collects the rows of one feature.
struct Collector {
  const CsvFeature* feature;
  std::vector<size_t> columns;
  std::string bytes;
  std::vector<std::string> strings;
};

template <class T>
std::optional<T> ParseAs(std::string_view s) {
  if constexpr (std::is_floating_point_v<T>) {
    return ParseNumber<T>(s);
  } else {
    if (std::optional<T> v = ParseNumber<T>(s)) return v;
    std::optional<double> v = ParseNumber<double>(s);  // "3.0" is an integer too
    constexpr double kLimit = static_cast<double>(std::numeric_limits<T>::max());
    if (!v || std::nearbyint(*v) != *v ||
        !(*v >= static_cast<double>(std::numeric_limits<T>::min()) && *v < kLimit + 1))
      return std::nullopt;
    return static_cast<T>(*v);
  }
}

Status AppendField(const std::string& field, DType dtype, Collector& c) {
  if (dtype == DType::kString) {
    c.strings.push_back(field);
    return OkStatus();
  }
  std::string_view text = Trim(field);
  if (text.empty()) return BadInput("the field is empty, expected a number");
  bool parsed = false;
  VisitFixedDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      if (std::optional<T> v = ParseAs<T>(text)) {
        c.bytes.append(reinterpret_cast<const char*>(&*v), sizeof(T));
        parsed = true;
      }
    }
  });
  if (!parsed) return BadInput("'", field, "' is no ", dtype);
  return OkStatus();
}

Result<size_t> FindColumn(std::string_view name, const std::vector<std::string>& header, size_t columns) {
  for (size_t i = 0; i < header.size(); ++i)
    if (Trim(header[i]) == name) return i;
  std::optional<size_t> number = ParseNumber<size_t>(name);
  if (number && *number < columns) return *number;
  if (number) return BadInput("column ", name, " does not exist; the file has columns 0 to ", columns - 1);
  if (header.empty()) return BadInput("there is no column '", name, "': without a header, columns are numbers from 0");
  std::string near = NearestWord(name, header);
  return BadInput("there is no column '", name, "' in the header", near.empty() ? "" : "; did you mean '", near,
                  near.empty() ? "" : "'?");
}

// Names, numbers and ranges of numbers as positions in a row.
Result<std::vector<size_t>> FindColumns(const CsvFeature& feature, const std::vector<std::string>& header,
                                        size_t columns) {
  std::vector<size_t> found;
  for (const std::string& name : feature.columns) {
    size_t dash = name.find('-');
    std::optional<size_t> first, last;
    if (dash != std::string::npos) {
      first = ParseNumber<size_t>(std::string_view(name).substr(0, dash));
      last = ParseNumber<size_t>(std::string_view(name).substr(dash + 1));
    }
    if (!first || !last) {
      ASSIGN_OR_RETURN(size_t column, FindColumn(name, header, columns));
      found.push_back(column);
      continue;
    }
    if (*first > *last || *last >= columns)
      return BadInput("columns ", name, " do not exist; the file has columns 0 to ", columns - 1);
    for (size_t i = *first; i <= *last; ++i) found.push_back(i);
  }
  if (static_cast<int64_t>(found.size()) != feature.shape.Elements())
    return BadInput("shape ", feature.shape, " has ", feature.shape.Elements(), " elements, but there are ",
                    found.size(), " columns");
  return found;
}

Tensor Collected(Collector& c, int64_t rows) {
  Shape shape = {rows};
  for (int64_t d : c.feature->shape) shape.push_back(d);
  Tensor t(c.feature->dtype, shape);
  if (c.feature->dtype == DType::kString)
    t.strings() = std::move(c.strings);
  else if (!c.bytes.empty())
    std::memcpy(t.data(), c.bytes.data(), c.bytes.size());
  return t;
}

Result<SourcePtr> ParseCsv(std::string_view text, const CsvOptions& options) {
  CsvReader reader(text, options.separator);
  std::vector<std::string> header, row;
  if (options.header) RETURN_IF_ERROR(ToStatus(reader.Next(&header)));
  std::vector<Collector> collectors;
  int64_t rows = 0;
  size_t width = header.size();
  while (true) {
    ASSIGN_OR_RETURN(bool more, reader.Next(&row));
    if (!more) break;
    if (collectors.empty()) {
      if (!options.header) width = row.size();
      for (const CsvFeature& f : options.features) {
        ASSIGN_OR_RETURN_AT(std::vector<size_t> columns, FindColumns(f, header, width), StrCat("'", f.name, "'"));
        collectors.push_back({&f, std::move(columns), {}, {}});
      }
    }
    if (row.size() != width) return BadInput("line ", reader.line(), " has ", row.size(), " columns, expected ", width);
    for (Collector& c : collectors)
      for (size_t column : c.columns)
        RETURN_IF_ERROR_AT(AppendField(row[column], c.feature->dtype, c),
                           StrCat("line ", reader.line(), ", column ", column));
    ++rows;
  }
  if (rows == 0) return BadInput("the file has no rows");
  std::vector<std::string> names;
  std::vector<Tensor> tensors;
  for (Collector& c : collectors) {
    names.push_back(c.feature->name);
    tensors.push_back(Collected(c, rows));
  }
  return FromTensors(std::move(names), std::move(tensors));
}

}  // namespace

Result<SourcePtr> OpenCsv(const std::string& path, const CsvOptions& options) {
  CHECK(!options.features.empty());
  for (const CsvFeature& f : options.features) {
    bool number = (IsFloat(f.dtype) && DTypeSize(f.dtype) >= 4) || (IsInteger(f.dtype) && f.dtype != DType::kI4);
    if (!number && f.dtype != DType::kString)
      return UsageError("'", f.name, "': columns of a CSV file cannot be ", f.dtype);
    if (!f.shape.has_rank() || !f.shape.IsStatic() || f.shape.rank() == kMaxRank)
      return UsageError("'", f.name, "': shape ", f.shape, " must be known and below rank ", kMaxRank);
  }
  ASSIGN_OR_RETURN(std::string text, ReadText(path, options.max_bytes));
  ASSIGN_OR_RETURN_AT(SourcePtr source, ParseCsv(text, options), path);
  return source;
}

}  // namespace slipway::train::data
