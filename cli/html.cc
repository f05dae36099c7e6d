#include "cli/html.h"

#include "base/strings.h"

namespace slipway::cli {

namespace {

constexpr char kStyle[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25em .7em;border-bottom:1px solid #ddd;"
    "vertical-align:top;overflow-wrap:anywhere}th{background:#f3f3f3}h1{font-size:1.4em}"
    "h2{font-size:1.1em;margin-top:2em}.wide{overflow:auto;border:1px solid #ddd}";

}  // namespace

std::string HtmlEscaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

HtmlPage::HtmlPage(const std::string& title) {
  std::string name = HtmlEscaped(title);
  html_ = StrCat("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", name, "</title><style>",
                 kStyle, "</style></head><body>\n<h1>", name, "</h1>\n");
}

void HtmlPage::Paragraph(const std::string& text) { StrAppend(html_, "<p>", HtmlEscaped(text), "</p>\n"); }

void HtmlPage::Table(const std::string& title, const std::vector<std::string>& columns,
                     const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return;
  std::string table = "<table><tr>";
  for (const std::string& column : columns) StrAppend(table, "<th>", HtmlEscaped(column), "</th>");
  StrAppend(table, "</tr>\n");
  for (const auto& row : rows) {
    StrAppend(table, "<tr>");
    for (const std::string& cell : row) StrAppend(table, "<td>", HtmlEscaped(cell), "</td>");
    StrAppend(table, "</tr>\n");
  }
  Section(title, StrCat(table, "</table>"));
}

void HtmlPage::Section(const std::string& title, const std::string& html) {
  StrAppend(html_, "<h2>", HtmlEscaped(title), "</h2>\n", html, "\n");
}

std::string HtmlPage::Finish() && { return StrCat(std::move(html_), "</body></html>\n"); }

}  // namespace slipway::cli
