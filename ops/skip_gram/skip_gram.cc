#include "ops/skip_gram/skip_gram.h"

namespace slipway::ops {

namespace {

constexpr size_t kMaxBytes = size_t{16} << 20;

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  for (size_t i = 1; i < text.size(); ++i) {
    if (!IsSpace(text[i])) continue;
    if (i > begin && !IsSpace(text[begin])) words.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  if (begin < text.size()) words.push_back(text.substr(begin));
  return words;
}

std::string Joined(const std::vector<std::string_view>& words, const std::vector<size_t>& chosen) {
  std::string text;
  for (size_t word : chosen) {
    if (!text.empty()) text += ' ';
    text += words[word];
  }
  return text;
}

}  // namespace

Result<std::vector<std::string>> SkipGrams(const SkipGram& op, std::string_view text) {
  std::vector<std::string_view> words = Words(text);
  std::vector<std::string> grams;
  size_t size = static_cast<size_t>(op.ngram_size), bytes = 0;
  if (words.size() < size) return grams;
  std::vector<size_t> chosen;
  // May this word come next? It may not where too few would be left.
  auto fits = [&](size_t word) {
    if (chosen.size() == size || word >= words.size()) return false;
    if (!chosen.empty() && word - chosen.back() > static_cast<size_t>(op.max_skip) + 1) return false;
    return op.include_all || word + size - chosen.size() <= words.size();
  };
  for (size_t next = 0;;) {
    if (fits(next)) {
      chosen.push_back(next++);
      continue;
    }
    if (chosen.empty()) return grams;
    if (op.include_all || chosen.size() == size) {
      grams.push_back(Joined(words, chosen));
      bytes += grams.back().size() + sizeof(std::string);
      if (bytes > kMaxBytes) return BadInput("the sequences take more than ", kMaxBytes, " bytes");  // skip_gram_c3
    }
    next = chosen.back() + 1;
    chosen.pop_back();
  }
}

Result<TensorTypes> Infer(const SkipGram& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kString || (in.shape(0).IsStatic() && in.shape(0).Elements() != 1))
    return BadInput("x is ", in[0], ", expected one string");  // skip_gram_c1
  if (op.ngram_size < 1 || op.max_skip < 0)
    return BadInput("ngram_size is ", op.ngram_size, " and max_skip ", op.max_skip);  // skip_gram_c2
  return TensorTypes{TensorType(DType::kString, Shape{kUnknownDim})};                 // skip_gram_c4
}

}  // namespace slipway::ops
