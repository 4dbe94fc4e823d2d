enum MediaTypes {
  static func isJSON(_ type: String) -> Bool {
    let type = plain(type)
    return type == "application/json" || type.hasSuffix("+json") || type == "*/*"
  }

  static func isForm(_ type: String) -> Bool {
    ["multipart/form-data", "application/x-www-form-urlencoded"].contains(plain(type))
  }

  static func isText(_ type: String) -> Bool {
    let type = plain(type)
    return isJSON(type) || isForm(type) || type.hasPrefix("text/") || type.hasSuffix("xml")
      || type.hasSuffix("yaml") || type.hasSuffix("javascript")
  }

  static func plain(_ type: String) -> String {
    let plain = Substring(type.utf8.prefix { $0 != UInt8(ascii: ";") })
    // Most types are plain ASCII, and comparing characters is slower than bytes.
    let isPlain = plain.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) }
    return isPlain ? String(plain) : plain.lowercased().filter { !$0.isWhitespace }
  }
}
