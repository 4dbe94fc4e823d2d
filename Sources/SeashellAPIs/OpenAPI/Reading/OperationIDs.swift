struct OperationIDs {
  private var taken: Set<String> = []
  private let longest: Int

  init(longest: Int) { self.longest = longest }

  /// Returns an operation's id, which does not depend on later operations, or on the number of
  /// earlier ones; and whether the declared id was already taken.
  mutating func id(
    declared: String?, _ method: DescribedMethod, _ path: String
  ) -> (id: String, isTaken: Bool) {
    let made = "\(method.rawValue)-\(Self.words(path))"
    let hash = Self.hash("\(method.rawValue) \(path)")
    let declared = declared.map { $0.utf8.count <= longest ? $0 : shortened($0, hash) }
    let first = declared ?? shortened(made, hash)
    if taken.insert(first).inserted { return (first, false) }
    let second = shortened(declared.map { "\($0)-\(made)" } ?? "\(made)-\(hash)", hash)
    if taken.insert(second).inserted { return (second, declared != nil) }
    var number = 2
    while !taken.insert("\(second)-\(number)").inserted { number += 1 }
    return ("\(second)-\(number)", declared != nil)
  }

  /// Whether an id was generated for an operation that declares none.
  static func isMade(_ id: String, _ method: DescribedMethod, _ path: String) -> Bool {
    let made = "\(method.rawValue)-\(words(path))"
    if id == made { return true }
    // An id that was already taken or is too long ends with a hash.
    let end = "-\(hash("\(method.rawValue) \(path)"))"
    return id.hasSuffix(end) && made.hasPrefix(id.dropLast(end.count))
  }

  private func shortened(_ text: String, _ hash: String) -> String {
    guard text.utf8.count > longest else { return text }
    return "\(text.cut(longest - 20).dropLast())-\(hash)"
  }

  /// Returns the words of a path, joined with hyphens: `pets-id`.
  private static func words(_ path: String) -> String {
    var words: [UInt8] = []
    var wasLower = false
    for byte in path.utf8 {
      guard byte.isLetter || byte.isDigit || byte >= 0x80 else {
        if let last = words.last, last != UInt8(ascii: "-") { words.append(UInt8(ascii: "-")) }
        wasLower = false
        continue
      }
      let isUpper = byte &- UInt8(ascii: "A") < 26
      if isUpper, wasLower { words.append(UInt8(ascii: "-")) }
      words.append(isUpper ? byte | 0x20 : byte)
      wasLower = !isUpper
    }
    if words.last == UInt8(ascii: "-") { words.removeLast() }
    return words.isEmpty ? "root" : String(decoding: words, as: UTF8.self)
  }

  private static func hash(_ text: String) -> String {
    var hash: UInt32 = 0x811C_9DC5
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return String(hash, radix: 16)
  }
}
