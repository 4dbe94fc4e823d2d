/// A word has lower-case ASCII letters and digits.
///
/// A description may contain any text, so texts are cut at limits that no reasonable text reaches.
enum NameWords {
  static let mostWords = 16
  /// How many characters of a text are used.
  private static let mostCharacters = 128
  /// The letters from U+00C0 to U+017F without their accents, with a hyphen for characters that are not
  /// letters.
  private static let unaccented = Array(
    ("AAAAAAACEEEEIIIIDNOOOOO-OUUUUYTsaaaaaaaceeeeiiiidnooooo-ouuuuyty"
      + "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL"
      + "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs").utf8)

  /// Splits a text into words: `HTTPServer_list` into `http`, `server` and `list`.
  static func words(of text: Substring) -> [String] {
    let characters = plain(text)
    var words: [String] = []
    var start = 0
    for index in characters.indices {
      let byte = characters[index]
      let next = index + 1 < characters.count ? characters[index + 1] : 0
      let isEnd = byte == 0 || next == 0
      // A capital begins a word, unless it is within an abbreviation.
      if index > start, isUpper(byte), !isUpper(characters[index - 1]) || isLower(next),
        !isBrand(characters, start, index)
      {
        add(characters[start..<index], to: &words)
        start = index
      }
      if isEnd {
        add(characters[start..<(byte == 0 ? index : index + 1)], to: &words)
        start = index + 1
      }
      if words.count >= mostWords { break }
    }
    return words
  }

  /// Whether a word goes on although a capital follows: `OAuth`, `GitHub`, `GitLab`.
  private static func isBrand(_ text: [UInt8], _ start: Int, _ index: Int) -> Bool {
    let rest = text[index...]
    if text[start..<index].elementsEqual("O".utf8) { return rest.starts(with: "Auth".utf8) }
    guard text[start..<index].elementsEqual("Git".utf8) else { return false }
    return rest.starts(with: "Hub".utf8) || rest.starts(with: "Lab".utf8)
  }

  static func words(of text: String) -> [String] { words(of: text[...]) }

  private static func add(_ characters: ArraySlice<UInt8>, to words: inout [String]) {
    guard !characters.isEmpty, words.count < mostWords else { return }
    var word = String(decoding: characters, as: UTF8.self)
    if characters.contains(where: isUpper) { word = word.lowercased() }
    words.append(word)
  }

  /// Returns a text's letters without accents and its digits, and 0 for each other character.
  private static func plain(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(text.utf8.count, mostCharacters))
    for scalar in text.unicodeScalars {
      guard bytes.count < mostCharacters else { break }
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(UInt8(scalar.value))
      case 0xC0...0x17F:
        let letter = unaccented[Int(scalar.value) - 0xC0]
        bytes.append(letter == UInt8(ascii: "-") ? 0 : letter)
      // A combining accent after its letter.
      case 0x300...0x36F: break
      default: bytes.append(0)
      }
    }
    return bytes
  }

  private static func isUpper(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

  private static func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

  /// Joins words with hyphens, as many as fit into a name.
  static func joined(_ words: [String]) -> String {
    var name = ""
    for word in words where !word.isEmpty {
      let size = name.utf8.count
      if size == 0 {
        // Words are ASCII.
        name = String(word.prefix(CommandName.longestMade))
      } else if size + 1 + word.utf8.count <= CommandName.longestMade {
        name += "-\(word)"
      } else {
        break
      }
    }
    return name
  }

  /// Returns the singular of a noun, by English rules: `company` for `companies`.
  static func singular(_ word: String) -> String {
    guard word.utf8.last == UInt8(ascii: "s"), word.utf8.count > 1 else {
      return word == "people" ? "person" : word == "children" ? "child" : word
    }
    if let known = NamedVerb.irregular[word] { return known }
    let ending = String(word.utf8.suffix(4)) ?? ""
    switch ending.utf8.dropLast().last {
    case UInt8(ascii: "e"): break
    // glass, status, analysis
    case UInt8(ascii: "s"), UInt8(ascii: "u"), UInt8(ascii: "i"): return word
    default: return String(word.dropLast())
    }
    if ending.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    var isLong = ending.hasSuffix("xes") || ["sses", "ches", "shes", "zzes"].contains(ending)
    // statuses, but causes and houses
    if ending == "uses" {
      let before = word.utf8.dropLast(4).last
      isLong = before != UInt8(ascii: "a") && before != UInt8(ascii: "o")
    }
    return String(word.dropLast(isLong ? 2 : 1))
  }

  static func singulars(_ words: [String]) -> [String] {
    var singulars: [String] = []
    for word in words { singulars.append(singular(word)) }
    return singulars
  }

  /// Whether a noun is or may be a plural.
  static func isPlural(_ word: String) -> Bool {
    word == "series" || word == "species" || singular(word) != word
  }

  /// Whether one of a group's words, in singular, means the same as a word.
  static func says(_ known: [String], _ word: String) -> Bool {
    let word = singular(word)
    for own in known where NamedVerb.isSame(own, word) { return true }
    return false
  }

  /// Removes the words that together are one of a group's: `persistent`, `volume` and `claim`.
  static func withoutJoined(_ words: [String], _ known: [String]) -> [String] {
    guard words.count > 1 else { return words }
    for count in [4, 3, 2] where count <= words.count {
      for start in 0...(words.count - count)
      where known.contains(where: { $0.utf8.starts(with: words[start].utf8) })
        && known.contains(singular(words[start..<(start + count)].joined()))
      {
        return Array(words[..<start] + words[(start + count)...])
      }
    }
    return words
  }

  /// Returns the words with the last one in singular.
  static func one(_ words: [String]) -> [String] {
    guard let last = words.last else { return [] }
    return words.dropLast() + [singular(last)]
  }

  /// Joins words with hyphens, those that mean the same only once.
  static func joinedOnce(_ words: [String]) -> String {
    if words.count == 1 { return joined(words) }
    var (seen, kept): ([String], [String]) = ([], [])
    for word in words where !word.isEmpty {
      let own = singular(word)
      if seen.contains(own) { continue }
      seen.append(own)
      kept.append(word)
    }
    return joined(kept)
  }
}
