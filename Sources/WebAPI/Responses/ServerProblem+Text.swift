import FoundationEssentials
import WebMessages

extension ServerProblem {
  /// Parses a body that is not JSON: a short text, or an HTML page's title.
  init?(text body: Data, _ headers: HTTPHeaders) {
    guard let type = headers["Content-Type"]?.lowercased(),
      let text = String(validating: body.prefix(1 << 13), as: UTF8.self)
    else { return nil }
    if type.hasPrefix("text/plain"), body.count <= 1 << 10 {
      let words = text.split { $0.isWhitespace }.joined(separator: " ")
      guard !words.isEmpty else { return nil }
      self.init(detail: words)
    } else if HTMLTitle.isHTML(type) {
      self.init(detail: HTMLTitle.of(text) ?? "the server sent an HTML page")
    } else {
      return nil
    }
  }
}

enum HTMLTitle {
  static func isHTML(_ type: String) -> Bool {
    type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
  }

  static func of(_ page: String) -> String? {
    let bytes = Array(page.utf8)
    let lowercased = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard let open = lowercased.firstRange(of: Array("<title".utf8))?.upperBound,
      let start = lowercased[open...].firstIndex(of: UInt8(ascii: ">")),
      let end = lowercased[start...].firstRange(of: Array("</title".utf8))?.lowerBound
    else { return nil }
    var title = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    for (entity, text) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      title = title.replacing(entity, with: text)
    }
    title = title.split { $0.isWhitespace }.joined(separator: " ")
    return title.isEmpty ? nil : title
  }
}
