/// Parses a setting that names a program and its arguments, such as a pager.
package enum ProgramWords {
  /// The words of a single command.
  ///
  /// - Returns: the words; nil if the text is empty or incomplete, or has variables, operators or an error.
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
