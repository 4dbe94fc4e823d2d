/// Finds a text inside another one by the algorithm of Knuth, Morris and Pratt.
enum TextSearch {
  /// The parts of a text between the places of a separator, which must not be empty.
  ///
  /// - Complexity: O(*n*) in the lengths of both.
  static func pieces(of text: String, between separator: String) -> [String] {
    let needle = Array(separator.utf8)
    let borders = borders(of: needle)
    return text.withBytes { bytes in
      var pieces: [String] = []
      var (start, count) = (0, 0)
      for (index, byte) in bytes.enumerated() {
        while count > 0, needle[count] != byte { count = borders[count - 1] }
        if needle[count] == byte { count += 1 }
        guard count == needle.count else { continue }
        let end = index + 1 - count
        pieces.append(String(decoding: bytes[start..<end], as: UTF8.self))
        (start, count) = (index + 1, 0)
      }
      return pieces + [String(decoding: bytes[start...], as: UTF8.self)]
    }
  }

  /// For each prefix, the length of the longest shorter prefix that also ends it.
  private static func borders(of needle: [UInt8]) -> [Int] {
    var borders = Array(repeating: 0, count: needle.count)
    for index in needle.indices.dropFirst() {
      var count = borders[index - 1]
      while count > 0, needle[count] != needle[index] { count = borders[count - 1] }
      borders[index] = needle[count] == needle[index] ? count + 1 : 0
    }
    return borders
  }
}
