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
      if index > start, isUpper(byte), !isUpper(characters[index - 1]) || isLower(next) {
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

  /// Nouns whose plural the rules would miss or misread.
  private static let irregular = [
    "alias": "alias", "apis": "api", "aws": "aws", "caches": "cache", "canvas": "canvas",
    "children": "child", "cookies": "cookie", "css": "css", "dns": "dns", "movies": "movie",
    "news": "news", "people": "person", "series": "series", "sms": "sms", "species": "species",
    "tls": "tls",
  ]

  /// Returns the singular of a noun, by English rules: `company` for `companies`.
  static func singular(_ word: String) -> String {
    guard word.utf8.count > 1, word.hasSuffix("s") || word == "people" || word == "children" else {
      return word
    }
    if let known = irregular[word] { return known }
    if word.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    // statuses, but causes and houses
    if word.hasSuffix("uses"), !word.hasSuffix("auses"), !word.hasSuffix("ouses") {
      return String(word.dropLast(2))
    }
    for ending in ["ss", "us", "is"] where word.hasSuffix(ending) { return word }
    return String(word.dropLast())
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
}
