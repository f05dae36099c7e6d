#pragma once
// Pages of HTML that need no other file: a heading, paragraphs and tables in one plain style.

#include <string>
#include <string_view>
#include <vector>

namespace slipway::cli {

// Text with &, <, > and quotes written so that HTML shows them.
std::string HtmlEscaped(std::string_view text);

class HtmlPage {
 public:
  explicit HtmlPage(const std::string& title);
  void Paragraph(const std::string& text);
  // Nothing where there are no rows. Titles, columns and cells are plain text.
  void Table(const std::string& title, const std::vector<std::string>& columns,
             const std::vector<std::vector<std::string>>& rows);
  // As it is, under a heading.
  void Section(const std::string& title, const std::string& html);
  std::string Finish() &&;

 private:
  std::string html_;
};

}  // namespace slipway::cli
