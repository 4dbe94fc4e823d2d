struct NamedPath {
  /// The maximum number of parts; of a longer path, the last ones count.
  private static let mostParts = 16

  /// The parts in order, with `{}` for each parameter and each stand-in for one, such as `@me`.
  private(set) var parts: [String] = []
  private(set) var selfWord = ""
  /// The words after `#`, which distinguish operations with the same method and path.
  let fragment: [String]

  static let parameter = "{}"

  init(_ path: String) {
    let utf8 = path.utf8
    let end = utf8.firstIndex(of: UInt8(ascii: "#")) ?? utf8.endIndex
    fragment = end == utf8.endIndex ? [] : NameWords.words(of: path[end...])
    // From the end, since a path may have a thousand parts.
    var last = end
    var index = end
    while index > utf8.startIndex, parts.count < Self.mostParts {
      index = utf8.index(before: index)
      let isSlash = utf8[index] == UInt8(ascii: "/")
      guard isSlash || index == utf8.startIndex else { continue }
      add(path[(isSlash ? utf8.index(after: index) : index)..<last])
      last = index
    }
    parts.reverse()
  }

  private mutating func add(_ segment: Substring) {
    let text = Self.withoutOpaqueTail(Self.withoutExtension(segment))
    if text.isEmpty { return }
    let isSelf = text == "me" || text == "self"
    let isMarked = text.utf8.first == UInt8(ascii: "@")
    if isSelf || isMarked { selfWord = NameWords.joined(NameWords.words(of: text)) }
    let isFixed = !isSelf && !isMarked && text != "~" && !text.utf8.contains(UInt8(ascii: "{"))
    parts.append(isFixed ? String(text) : Self.parameter)
  }

  /// Removes leading parts, but never the last part.
  mutating func removePrefix(_ count: Int) {
    parts.removeFirst(min(count, max(parts.count - 1, 0)))
    while parts.count > 1, Self.isEntry(parts[0]) { parts.removeFirst() }
  }

  /// Whether a part only marks the beginning of an API or its version: `api`, `rest`, `v1`, `v2.1`.
  private static func isEntry(_ part: String) -> Bool {
    if part == "api" || part == "rest" { return true }
    guard part.utf8.count > 1, part.utf8.first == UInt8(ascii: "v") else { return false }
    var wasDigit = false
    var dots = 0
    for byte in part.utf8.dropFirst() {
      if byte == UInt8(ascii: "."), wasDigit {
        dots += 1
        wasDigit = false
      } else {
        guard byte.isDigit else { return false }
        wasDigit = true
      }
    }
    return wasDigit && dots <= 1
  }

  /// Removes `.json`, or a parameter for the response's format: `report.{extension}`.
  private static func withoutExtension(_ text: Substring) -> Substring {
    guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return text }
    let ending = text[dot...].dropFirst()
    let isParameter =
      ending.utf8.first == UInt8(ascii: "{") && ending.utf8.last == UInt8(ascii: "}")
    return isParameter || ending == "json" ? text[..<dot] : text
  }

  /// Removes an ending that looks like a key rather than a word: `-4kT9mQ2xZ`.
  private static func withoutOpaqueTail(_ text: Substring) -> Substring {
    var (hasDigit, hasCapital, count) = (false, false, 0)
    for index in text.utf8.indices.reversed() {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
        return hasDigit && hasCapital && count >= 8 ? text[..<index] : text
      }
      guard byte.isLetter || byte.isDigit else { return text }
      hasDigit = hasDigit || byte.isDigit
      hasCapital = hasCapital || byte &- UInt8(ascii: "A") < 26
      count += 1
    }
    return text
  }

  /// Returns the number of leading fixed parts that all paths share and that each path continues with a
  /// different part.
  ///
  /// A part before a parameter does not count, since it is a collection.
  static func commonPrefix(of paths: [NamedPath]) -> Int {
    guard let first = paths.first else { return 0 }
    var count = 0
    while count < first.parts.count - 1, first.parts[count] != parameter {
      for path in paths {
        guard path.parts.count > count + 1, path.parts[count] == first.parts[count],
          path.parts[count + 1] != parameter
        else { return count }
      }
      count += 1
    }
    return count
  }
}

/// The beginnings of an API's paths that are left out of names: `api`, `v1`, and the parts that all paths
/// share.
struct PathBeginnings: Sendable {
  private let common: Int

  /// - Parameter paths: the paths of all operations.
  init(of paths: [String]) {
    common = NamedPath.commonPrefix(of: paths.map(NamedPath.init))
  }

  /// Returns how many leading parts of a path are left out of names; never all of them.
  func count(in path: String) -> Int {
    var named = NamedPath(path)
    let count = named.parts.count
    named.removePrefix(common)
    return count - named.parts.count
  }
}
