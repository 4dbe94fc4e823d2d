/// A program and its arguments, as a setting names them.
package enum ProgramWords {
  /// The text's words, by the grammar of commands.
  ///
  /// - Returns: nil where it is not one plain command: empty, not closed, with variables, or joined
  ///   with others.
  package static func words(of text: String) -> [String]? {
    var parser = ScriptParser()
    guard !text.utf8.contains(UInt8(ascii: "\n")),
      case .complete(let list)? = try? Array(text.utf8).withUnsafeBufferPointer({
        try parser.feed($0)
      }),
      list == CommandList(first: Pipeline(command: list.first.command))
    else { return nil }
    var words: [String] = []
    for word in list.first.command {
      guard case .literal(let text) = word.content else { return nil }
      words.append(text)
    }
    return words
  }
}
