/// Names of one meaning, compared as services spell them: without case, `_`, `-` and a prefix such as `odata.` or
/// `hydra:`.
struct NameTable {
  private let ranks: [String: Int]

  /// Creates a table.
  ///
  /// - Parameter names: the names in lower case, without punctuation, separated by spaces; the first one goes first.
  init(_ names: StaticString) {
    let words = "\(names)".split(separator: " ").map(String.init)
    ranks = Dictionary(zip(words, words.indices)) { first, _ in first }
  }

  /// The place of a plain name in the table; nil if it is not there.
  func rank(_ plain: String) -> Int? { ranks[plain] }

  func contains(_ plain: String) -> Bool { ranks[plain] != nil }
}

extension StringProtocol {
  /// The name as a ``NameTable`` compares it.
  package var plainName: String {
    String(unsafeUninitializedCapacity: utf8.count) { bytes in
      var count = 0
      for byte in utf8 {
        switch byte {
        case UInt8(ascii: ":"): count = 0
        case UInt8(ascii: ".") where bytes[..<count].elementsEqual("odata".utf8): count = 0
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "@"),
          UInt8(ascii: "$"):
          break
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
          bytes[count] = byte | 0x20
          count += 1
        default:
          bytes[count] = byte
          count += 1
        }
      }
      return count
    }
  }
}

extension String {
  /// Whether a plain name has one of these parts.
  ///
  /// - Complexity: O(*n* *m*), for names and parts of a few bytes.
  func hasPart(_ parts: StaticString...) -> Bool {
    var name = self
    return name.withUTF8 { bytes in
      parts.contains { part in
        let wanted = UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount)
        return bytes.count >= wanted.count
          && (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
      }
    }
  }
}
