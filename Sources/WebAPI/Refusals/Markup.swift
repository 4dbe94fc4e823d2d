/// Reads what pages of HTML and errors in XML say.
enum Markup {
  /// The elements of XML that say what is wrong.
  private static let texts = NameTable("message faultstring detail description reason text title")
  private static let codes = NameTable("code faultcode errorcode")

  static func isHTML(_ type: String) -> Bool {
    type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
  }

  /// Returns what a text in HTML or XML says; nil if nothing is found in it.
  ///
  /// - Parameter type: the value of `Content-Type`.
  static func problem(in text: String, _ type: String?) -> APIProblem? {
    let elements = elements(of: text)
    let isPage =
      type.map { isHTML($0.lowercased()) } ?? false
      || ["<!doctype html", "<html", "<body", "<h1"].contains {
        text.prefix(1 << 12).lowercased().contains($0)
      }
    if isPage {
      return APIProblem(detail: words(of: elements) ?? "the server sent an HTML page")
    }
    var said: [String] = []
    var code: String?
    for element in elements {
      if texts.contains(element.name) {
        let text = element.text
        if !text.isEmpty, !said.contains(where: { $0.contains(text) }) { said.append(text) }
      } else if codes.contains(element.name) {
        code = code ?? element.text
      }
    }
    if said.isEmpty, code ?? "" == "" { return nil }
    return APIProblem(code: code, detail: said.isEmpty ? nil : said.joined(separator: "; "))
  }

  /// The title of an HTML page; if it has one word or none, the first headline or text with more.
  static func title(of page: String) -> String? { words(of: elements(of: page)) }

  private static func words(of elements: [Element]) -> String? {
    let found = ["title", "h1", "h2", "pre", "p"].compactMap { name in
      elements.first { $0.name == name }?.text
    }.filter { !$0.isEmpty }
    return found.first { $0.contains(" ") } ?? found.first
  }

  private struct Element {
    /// Without a prefix, as a ``NameTable`` compares it.
    let name: String
    let content: ArraySlice<UInt8>

    /// The text of the element and those in it, with single spaces.
    var text: String {
      var bytes: [UInt8] = []
      var isTag = false
      for byte in content {
        if byte == UInt8(ascii: "<") { isTag = true }
        if !isTag { bytes.append(byte) }
        if byte == UInt8(ascii: ">") {
          isTag = false
          bytes.append(0x20)
        }
      }
      let text = unescaped(String(decoding: bytes, as: UTF8.self))
      return text.split { $0.isWhitespace }.joined(separator: " ")
    }
  }

  /// The most elements that are read, and the most bytes.
  private static let (mostElements, mostBytes) = (200, 1 << 15)

  private static func elements(of text: String) -> [Element] {
    let text = text.replacing("<![CDATA[", with: "").replacing("]]>", with: "")
    let bytes = Array(text.utf8.prefix(mostBytes))
    let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    var elements: [Element] = []
    var index = 0
    while elements.count < mostElements,
      let open = lower[index...].firstIndex(of: UInt8(ascii: "<"))
    {
      let start = open + 1
      let end = lower[start...].firstIndex { $0 <= 0x20 || $0 == 0x3E || $0 == 0x2F } ?? start
      guard let close = lower[end...].firstIndex(of: UInt8(ascii: ">")) else { break }
      index = close + 1
      guard end > start, lower[close - 1] != UInt8(ascii: "/") else { continue }
      let name = lower[start..<end]
      guard let stop = lower[index...].firstRange(of: Array("</".utf8) + name)?.lowerBound else {
        continue
      }
      elements.append(
        Element(
          name: String(decoding: name, as: UTF8.self).plainName, content: bytes[index..<stop]))
      // The text of a script has no elements.
      if name.elementsEqual("script".utf8) || name.elementsEqual("style".utf8) { index = stop }
    }
    return elements
  }

  private static func unescaped(_ text: String) -> String {
    var text = text
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"),
      ("&apos;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
    ] {
      text = text.replacing(entity, with: character)
    }
    return text
  }
}
