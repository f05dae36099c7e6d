#pragma once
// JsonDocument: a parsed JSON text in the dialect that TF Serving reads: besides JSON there are NaN, Infinity and
// -Infinity, integers of any length, and whatever follows the document is ignored.
//
// simdjson, which refuses these, parses; only a text that it refuses is rewritten (in one pass over its tokens) and
// parsed again. Include this in .cc files only.

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>

#include "serving/rpc_status.h"

namespace slipway::serving {

class JsonDocument {
 public:
  using Element = simdjson::dom::element;

  // INVALID_ARGUMENT "JSON Parse error: ...", or if the top is no object.
  RpcStatus Parse(std::string_view text);

  simdjson::dom::object object() const { return object_; }
  // A member of the object, if it is there.
  std::optional<Element> Find(std::string_view key) const;
  // Bytes of the text: no list in it has more elements.
  size_t text_bytes() const { return text_bytes_; }

  // A number, a special one included.
  bool GetDouble(const Element&, double* v) const;
  // A string that is one.
  bool GetString(const Element&, std::string_view* v) const;
  // As text, shortened, for messages.
  std::string Show(const Element&) const;
  // "Null", "True", "False", "Object", "Array", "String", "Number", for messages.
  const char* TypeName(const Element&) const;

 private:
  std::optional<double> Special(const Element&) const;

  simdjson::dom::parser parser_;
  simdjson::padded_string text_;
  simdjson::dom::object object_;
  size_t text_bytes_ = 0;
  bool has_specials_ = false;
};

// The member "signature_name"; empty without one. INVALID_ARGUMENT if it is no string.
RpcStatus ReadSignatureName(const JsonDocument&, std::string* name);

// The elements of a list (simdjson's own count ends at 2^24 - 1).
size_t CountElements(const simdjson::dom::array& list);

// The text of {"b64": "..."}, an object with this one member.
std::optional<std::string_view> Base64Member(const JsonDocument::Element&);

}  // namespace slipway::serving
