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
  var plainName: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: ":"): bytes = []
      case UInt8(ascii: "."): if bytes.elementsEqual("odata".utf8) { bytes = [] }
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "$"): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
