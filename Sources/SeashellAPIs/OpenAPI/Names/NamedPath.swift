/// The parts of a path that names are made from.
struct NamedPath {
  /// The maximum number of parts; of a longer path, the last ones count.
  private static let mostParts = 16

  static let parameter = "{}"

  /// The parts in order without versions, with `{}` for each parameter and each stand-in for one, such as
  /// `@me`.
  private(set) var parts: [String] = []
  /// The name of each parameter; empty for a stand-in.
  private(set) var parameters: [String] = []
  private(set) var selfWord = ""
  /// The versions in the path: `v2`, `2020-01`.
  private(set) var versions: [String] = []
  /// The words after `?`.
  let query: [String]
  /// The words after `#`, which distinguish operations with the same method and path.
  let fragment: [String]
  /// For each part, the number of the path's segment that it comes from.
  private var segments: [Int] = []
  /// The number of parameters, also within other parts.
  private(set) var braces = 0

  init(_ path: String) {
    var rest = path[...]
    fragment = NameWords.words(of: Self.cut(&rest, at: UInt8(ascii: "#")))
    query = NameWords.words(of: Self.cut(&rest, at: UInt8(ascii: "?")))
    let all = rest.utf8.split(separator: UInt8(ascii: "/"))
    if all.count == 1, let names = Self.names(in: all[0]) {
      for name in names { add(String(Substring(name)), from: 0) }
    } else {
      let skipped = max(0, all.count - Self.mostParts)
      for (index, segment) in all.dropFirst(skipped).enumerated() {
        read(Substring(segment), index + skipped)
      }
    }
    removeVersions()
  }

  /// Cuts a text before a character, and returns what follows that.
  private static func cut(_ text: inout Substring, at mark: UInt8) -> Substring {
    guard let index = text.utf8.firstIndex(of: mark) else { return "" }
    defer { text = text[..<index] }
    return text[text.utf8.index(after: index)...]
  }

  /// Splits the only part of a path at its dots: `chat.update`; nil if there are none, or it is a file.
  private static func names(in text: Substring.UTF8View) -> [Substring.UTF8View]? {
    let names = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard names.count > 1, names.count <= mostParts, !text.reversed().starts(with: "nosj.".utf8)
    else { return nil }
    for name in names {
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "_") }) else {
        return nil
      }
    }
    return names
  }

  private mutating func read(_ segment: Substring, _ index: Int) {
    let isParameter =
      segment.utf8.first == UInt8(ascii: "{") && segment.utf8.last == UInt8(ascii: "}")
    let name = isParameter ? segment.dropFirst().dropLast() : segment
    // Most segments are one word.
    if !name.isEmpty, name.utf8.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "_") }) {
      if isParameter {
        braces += 1
        parameters.append(String(name))
        return add(Self.parameter, from: index)
      }
      if name != "me", name != "self" { return add(String(name), from: index) }
    }
    for byte in segment.utf8 where byte == UInt8(ascii: "{") { braces += 1 }
    var text = Self.withoutExtension(segment)
    var verb: Substring = ""
    // {id}:cancel
    if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), colon > text.startIndex {
      let ending = text[text.utf8.index(after: colon)...]
      if !ending.isEmpty, ending.utf8.allSatisfy(\.isLetter),
        text[..<colon].utf8.last != UInt8(ascii: ":")
      {
        (text, verb) = (text[..<colon], ending)
      }
    }
    // shops('{id}')
    if text.utf8.last == UInt8(ascii: ")"), text.utf8.contains(UInt8(ascii: "{")),
      let bracket = text.utf8.firstIndex(of: UInt8(ascii: "(")), bracket > text.startIndex,
      text[..<bracket].utf8.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "_") })
    {
      add(String(text[..<bracket]), from: index)
      text = text[bracket...]
    }
    if text.utf8.contains(UInt8(ascii: "{")) {
      add(Self.parameter, from: index)
      parameters.append(Self.parameterName(in: text))
    } else {
      text = Self.withoutOpaqueTail(text)
      let isSelf = text == "me" || text == "self" || text == "~"
      if isSelf || text.utf8.first == UInt8(ascii: "@") {
        let word = NameWords.joined(NameWords.words(of: text))
        if !word.isEmpty { selfWord = word }
        add(Self.parameter, from: index)
        parameters.append("")
      } else if !text.isEmpty {
        add(String(text), from: index)
      }
    }
    if !verb.isEmpty { add(String(verb), from: index) }
  }

  private mutating func add(_ part: String, from segment: Int) {
    parts.append(part)
    segments.append(segment)
  }

  /// The last word of the last parameter in a segment: `id` in `{a}...{id}`.
  private static func parameterName(in text: Substring) -> String {
    let words = text.utf8.split { "{}*+ ".utf8.contains($0) }
    return words.last.map { String(Substring($0)) } ?? "id"
  }

  private mutating func removeVersions() {
    var kept: [Int] = []
    for (index, part) in parts.enumerated() {
      if part != Self.parameter, NamedVersion.isVersion(part) {
        versions.append(part)
      } else {
        kept.append(index)
      }
    }
    var start = 0
    while start < kept.count - 1, NamedVerb.entries.contains(parts[kept[start]]) { start += 1 }
    // A path of nothing else keeps its parts.
    guard !kept.isEmpty else { return }
    let (parts, segments) = (parts, segments)
    self.parts = kept[start...].map { parts[$0] }
    self.segments = kept[start...].map { segments[$0] }
  }

  /// Removes leading parts, but never the last part.
  mutating func removePrefix(_ count: Int) {
    let count = min(count, max(parts.count - 1, 0))
    parts.removeFirst(count)
    segments.removeFirst(count)
  }

  mutating func removePart(at index: Int) {
    parts.remove(at: index)
    segments.remove(at: index)
  }

  mutating func replacePart(at index: Int, by part: String) { parts[index] = part }

  /// How many segments of the path precede the first part.
  var skippedSegments: Int { segments.first ?? 0 }

  /// Removes `.json`, or a parameter for the response's format: `report.{extension}`.
  private static func withoutExtension(_ text: Substring) -> Substring {
    guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return text }
    let ending = text[dot...].dropFirst()
    let isParameter =
      ending.utf8.first == UInt8(ascii: "{") && ending.utf8.last == UInt8(ascii: "}")
    // {from}...{to}
    if text[..<dot].utf8.last == UInt8(ascii: ".") { return text }
    return isParameter || ending == "json" || ending == "xml" ? text[..<dot] : text
  }

  /// Removes an ending that looks like a key rather than a word: `-4kT9mQ2xZ`.
  private static func withoutOpaqueTail(_ text: Substring) -> Substring {
    var (hasDigit, hasCapital, count) = (false, false, 0)
    for index in text.utf8.indices.reversed() {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
        return hasDigit && hasCapital && count >= 8 && index > text.startIndex
          ? text[..<index] : text
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

  /// Returns how many leading segments of a path are left out of names; never all of them.
  func count(in path: String) -> Int {
    var named = NamedPath(path)
    named.removePrefix(common)
    return named.skippedSegments
  }
}
