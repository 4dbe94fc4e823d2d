import SeashellHosting
import SeashellKit

struct CommandSearch {
  /// The words in lower case, without plural endings.
  private let words: [[UInt8]]
  /// The text with single blanks between its words.
  private let path: String

  /// The minimum length of a word that may match a part of another.
  private static let shortestPart = 3

  init(_ text: String) {
    path = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    words = Self.words(of: text).map { word in
      word.count > Self.shortestPart && word.last == UInt8(ascii: "s")
        ? Array(word.dropLast()) : Array(word)
    }
  }

  var isEmpty: Bool { words.isEmpty }

  /// Returns the matching commands, those that match most words first; a word in the path counts
  /// twice.
  ///
  /// If the text is a command's path, it returns that command alone.
  func found(in commands: [CatalogueCommand]) -> [CatalogueCommand] {
    if let command = commands.first(where: { $0.path == path }) { return [command] }
    let scored = commands.enumerated().compactMap { index, command in
      let score = score(of: command)
      return score > 0 ? (command, score, index) : nil
    }
    return scored.sorted { ($1.1, $0.2) < ($0.1, $1.2) }.map(\.0)
  }

  private func score(of command: CatalogueCommand) -> Int {
    let (path, abstract) = (Self.words(of: command.path), Self.words(of: command.abstract))
    return words.reduce(0) { score, word in
      score + (Self.has(word, path) ? 2 : Self.has(word, abstract) ? 1 : 0)
    }
  }

  private static func has(_ word: [UInt8], _ words: [[UInt8].SubSequence]) -> Bool {
    words.contains { other in
      if word.count < shortestPart { return other.elementsEqual(word) }
      guard other.count >= word.count else { return false }
      return (0...(other.count - word.count)).contains { start in
        other.dropFirst(start).starts(with: word)
      }
    }
  }

  private static func words(of text: String) -> [[UInt8].SubSequence] {
    Array(text.lowercased().utf8).split { byte in
      byte < 0x80 && !Character(UnicodeScalar(byte)).isLetter
        && !Character(UnicodeScalar(byte)).isNumber
    }
  }
}
