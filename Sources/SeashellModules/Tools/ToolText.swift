enum ToolText {
  /// The maximum length of an abstract, in characters.
  private static let longestAbstract = 160

  /// The maximum length of a line, in characters.
  private static let longestLine = 2_000

  /// The maximum length of a description, in characters.
  private static let longestDescription = 8_000

  /// The first sentence, on one line and without its full stop.
  static func abstract(of text: String) -> String {
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.allSatisfy(\.isWhitespace) }
      .prefix { !$0.allSatisfy(\.isWhitespace) }
    let words = paragraphs.joined(separator: " ").split(whereSeparator: \.isWhitespace)
    var sentence = ""
    for (index, word) in words.enumerated() {
      if !sentence.isEmpty { sentence += " " }
      sentence += word
      let next = index + 1 < words.count ? words[index + 1].first : nil
      // Neither "e.g." nor "i.e." ends a sentence.
      let isAbbreviation = word.dropLast().contains(".")
      if let last = word.last, ".!?".contains(last), !isAbbreviation, next?.isLowercase != true {
        break
      }
      if sentence.count > longestAbstract { break }
    }
    if sentence.count > longestAbstract { return sentence.prefix(longestAbstract - 1) + "…" }
    return sentence.hasSuffix(".") && !sentence.hasSuffix("..")
      ? String(sentence.dropLast()) : sentence
  }

  static func line(_ text: String) -> String {
    let line = text.prefix(longestLine).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return text.count > longestLine ? line + "…" : line
  }

  static func discussion(of text: String) -> String {
    let lines = text.prefix(longestDescription).split(
      separator: "\n", omittingEmptySubsequences: false)
    var discussion = lines.map { $0.drop(while: \.isWhitespace) }.drop(while: \.isEmpty)
      .joined(separator: "\n")
    while discussion.last?.isWhitespace == true { discussion.removeLast() }
    let words = discussion.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words == abstract(of: text) || words == abstract(of: text) + "." ? "" : discussion
  }
}
