import ShellLanguage

/// Edits the text of a script that changes settings, such as `rc.sea`.
enum StartupScript {
  enum EditingError: Error, Equatable {
    /// The last statement, which begins at this line, is incomplete.
    case unfinished(line: Int)
    /// A line of a script cannot give the setting this value.
    case value
  }

  /// Returns the text with a line that sets a value, and the number of the line.
  ///
  /// The new statement replaces the last one for this setting, or is appended as a new line. The
  /// rest of the text does not change.
  static func setting(
    _ name: String, to value: String, in text: [UInt8]
  ) throws(EditingError) -> (text: [UInt8], line: Int) {
    let statement = try statement(name, value)
    var parser = ScriptParser()
    var found: (range: Range<Int>, line: Int)?
    var (start, line, firstLine) = (0, 0, 1)
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      var bytes = text[start..<end]
      line += 1
      if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      let spans = parser.isIncomplete
      if !spans { firstLine = line }
      // The shell reports a line that it cannot parse, and runs the others.
      let result = try? Array(bytes).withUnsafeBufferPointer { try parser.feed($0) }
      if case .complete(let list)? = result {
        for range in ranges(of: name, in: list) {
          let place = (bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)
          found = spans ? nil : (place, line)
        }
      }
      start = end + 1
    }
    guard !parser.isIncomplete else { throw .unfinished(line: firstLine) }
    if let found {
      var text = text
      text.replaceSubrange(found.range, with: statement.utf8)
      return (text, found.line)
    }
    let needsNewline = text.last.map { $0 != UInt8(ascii: "\n") } ?? false
    return (text + (needsNewline ? "\n" : "").utf8 + "\(statement)\n".utf8, line + 1)
  }

  /// The ranges of the commands that set a setting, whatever runs before them.
  private static func ranges(of name: String, in list: CommandList) -> [Range<Int>] {
    list.groups.compactMap { group in
      let pipeline = group.list.first
      guard !group.isJob, group.list.isOneCommand, sets(pipeline.command) == name else {
        return nil
      }
      return pipeline.range
    }
  }

  private static func sets(_ words: [Word]) -> String? {
    let words = words.filter { !$0.isBare("--") }
    guard words.count == 3, words[0].text == "set" else { return nil }
    return words[1].text
  }

  private static func statement(_ name: String, _ value: String) throws(EditingError) -> String {
    let bare = Quotation().written(value)
    let word = bare == value ? bare : Quotation(mark: .single).written(value)
    let statement = "set \(value.hasPrefix("-") ? "-- " : "")\(name) \(word)"
    guard ProgramWords.words(of: statement)?.filter({ $0 != "--" }) == ["set", name, value]
    else { throw .value }
    return statement
  }
}
