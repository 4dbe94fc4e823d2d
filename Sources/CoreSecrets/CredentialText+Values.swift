extension CredentialText {
  private static let mark = Array("…".utf8)

  /// Returns a text with `…` in place of each value with a credential's name.
  ///
  /// It finds members of JSON, fields of forms (`api_key=…`), elements of XML and, for names of several words, lines
  /// such as `api_key: …`. All else stays as it is.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func masked(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes -> String? in
      var bytes = UnsafeRawBufferPointer(bytes)
      let json = JSONCredentials.masked(in: bytes)
      return (json ?? []).withUnsafeBytes { json -> String? in
        if !json.isEmpty { bytes = json }
        let ranges = valueRanges(in: bytes, isLoose: false)
        guard !ranges.isEmpty || !json.isEmpty else { return nil }
        var (masked, end): ([UInt8], Int) = ([], 0)
        for range in ranges {
          masked += bytes[end..<range.lowerBound] + mark
          end = range.upperBound
        }
        return String(decoding: masked + bytes[end...], as: UTF8.self)
      }
    } ?? text
  }

  /// Returns the values with credentials' names in a text of no known form.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func values(in text: UnsafeRawBufferPointer) -> [String] {
    valueRanges(in: text, isLoose: true).map {
      String(decoding: UnsafeRawBufferPointer(rebasing: text[$0]), as: UTF8.self)
    }
  }

  /// Finds the values that follow credentials' names.
  ///
  /// - Parameter isLoose: whether a colon may follow a name of one word too, as in `token: abc`, which may also begin a
  ///   sentence.
  private static func valueRanges(
    in text: UnsafeRawBufferPointer, isLoose: Bool
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < text.count {
      let word = Word(in: text, at: index)
      if word.isCredential,
        let value = value(after: word.range, in: text, mayFollowColon: isLoose || word.hasParts)
      {
        ranges.append(value)
        index = value.upperBound
      } else {
        index = max(word.range.upperBound, index + 1)
      }
    }
    return ranges
  }

  private static func value(
    after name: Range<Int>, in text: UnsafeRawBufferPointer, mayFollowColon: Bool
  ) -> Range<Int>? {
    var index = name.upperBound
    func skip(_ bytes: StaticString) {
      while index < text.count, bytes.withUTF8Buffer({ $0.contains(text[index]) }) { index += 1 }
    }
    if index < text.count, text[index] == UInt8(ascii: ">") {
      // An element, and not the end of another one whose attribute has that name.
      guard name.lowerBound > 0, "<:".utf8.contains(text[name.lowerBound - 1]) else { return nil }
      index += 1
      skip(" \t\r\n")
    } else {
      skip(" \t\"'")
      guard index < text.count,
        text[index] == UInt8(ascii: "=") || text[index] == UInt8(ascii: ":") && mayFollowColon
      else { return nil }
      index += 1
      skip(" \t\"'")
    }
    let start = index
    while index < text.count, text[index] > 0x20, !"\"'<>&,;{}[]".utf8.contains(text[index]) {
      index += 1
    }
    return index > start ? start..<index : nil
  }
}
