import CoreJSON
import WebMessages
import FoundationEssentials

@testable import ShopBackend

enum ReviewBody: CaseIterable {
  case json
  case urlencoded
  case multipart

  static let hostileComments = [
    "plain", "tab\tnewline\nCR\rCRLF\r\nend", "a\0b", "\u{1B}[31mred\u{1B}[0m\u{7}", "\u{202E}abc",
    "'; DROP TABLE reviews; --", "\"quoted\" \\ back", "--boundary", "\r\n--boundar", "&=+%41%",
    "e\u{301} é \u{FEFF}", "日本語 👩‍👩‍👧", "\u{2028}\u{2029}\u{85}\u{9B}", " spaces ",
  ]

  var type: String {
    switch self {
    case .json: "application/json; charset=utf-8"
    case .urlencoded: "application/x-www-form-urlencoded"
    case .multipart: "Multipart/Form-Data; charset=utf-8; Boundary=\"boundary x\""
    }
  }

  func body(rating: Int, comment: String) -> [UInt8] {
    switch self {
    case .json:
      var json = JSONWriter()
      json.openObject()
      json.key("rating")
      json.integer(rating)
      json.key("comment")
      json.string(comment)
      json.closeObject()
      return json.bytes
    case .urlencoded:
      return Array(
        "rating=\(rating)&comment=\(PercentEncoding.encode(comment, keeping: PercentEncoding.query))"
          .utf8)
    case .multipart:
      return Array(
        """
        preamble\r\n--boundary x\r\nContent-Disposition: form-data; name="rating"\r\n\r\n\
        \(rating)\r\n--boundary x  \r\nContent-Type: text/plain; charset=utf-8\r\n\
        content-disposition: form-data; name="comment"\r\n\r\n\(comment)\r\n\
        --boundary x\r\nContent-Disposition: form-data; name="rating"; filename="x"\r\n\r\n9\r\n\
        --boundary x--\r\nepilogue
        """.utf8)
    }
  }
}
