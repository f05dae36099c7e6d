#pragma once
// Pieces of JSON text as TF Serving writes them.

#include <optional>
#include <string>
#include <string_view>

#include "base/dtype.h"

namespace slipway::serving {

// float, double, bool, string, and integers but int4 and uint16.
bool HasJsonForm(DType);

// %g, or %.9g where that does not read back to the same float; always with a point or an exponent: 1/3 is 0.333333343,
// 2 is 2.0, 1e6 is 1e+06. NaN, Infinity and -Infinity are bare tokens.
void AppendFloat(float v, std::string* out);
// The same with %.17g.
void AppendDouble(double v, std::string* out);

// A JSON string. Bytes that are no UTF-8 become U+FFFD, so that the document stays JSON.
std::string Quote(std::string_view s);

std::string ToBase64(std::string_view bytes);
// Also the URL alphabet and without padding; nothing for other characters or an impossible length.
std::optional<std::string> FromBase64(std::string_view text);

// {"error": MESSAGE}, cut as CutMessage does.
std::string ErrorJson(std::string_view message);

}  // namespace slipway::serving
