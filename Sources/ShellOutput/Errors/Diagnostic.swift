/// An error with its position in a script, as the shell prints it.
package struct Diagnostic: Sendable, Equatable {
  private static let longestMessage = 1000

  /// The error; its range marks the position in the source.
  var error: ShellError

  /// The name of the script.
  var file: String?

  /// The number of the statement's first line in the file, from 1.
  var line: Int?

  /// The statement's source, possibly with several lines; nil to show none.
  var source: String?

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - error: the error. The caller must turn its ``ShellError/word`` into a range.
  ///   - file: the name of the script.
  ///   - line: the number of the statement's first line.
  ///   - source: the statement's source, to which the error's range refers.
  package init(_ error: ShellError, file: String? = nil, line: Int? = nil, source: String? = nil) {
    self.error = error
    self.file = file
    self.line = line
    self.source = source
  }

  /// The diagnostic for people: the message and, if there is a source, its line and carets.
  ///
  /// - Returns: lines without a newline at the end.
  package func text(_ style: OutputStyle) -> String {
    let excerpt = source.map { SourceExcerpt(of: $0, range: error.range) }
    var place = ""
    switch (file, physicalLine(excerpt)) {
    case (let file?, let line?): place = "\(file):\(line): "
    case (let file?, nil): place = "\(file): "
    case (nil, let line?): place = "line \(line): "
    case (nil, nil): break
    }
    var message = bounded(error.message)
    if let hint = error.hint { message += "; " + bounded(hint) }
    place = shown(place)
    var lines = style.lines(of: TerminalText.flattened(place + message)).enumerated().map {
      index, line in
      index == 0 && line.hasPrefix(place)
        ? place + style.painted(String(line.dropFirst(place.count)), as: .error)
        : style.painted(line, as: .error)
    }
    if let drawn = excerpt?.drawn(style) {
      lines.append(drawn.source)
      lines.append(style.painted(drawn.caret, as: .error))
    }
    lines += error.details.map { "  " + shown(bounded($0)) }
    return lines.joined(separator: "\n")
  }

  /// The diagnostic as a JSON object; indented and coloured on a terminal.
  ///
  /// - Returns: a line, or lines on a terminal, without a newline at the end.
  package func json(_ style: OutputStyle) -> String {
    var columns = ["status", "code", "message"]
    var values: [CellValue] = [
      .integer(Int(error.status.rawValue)), .text(error.code.rawValue),
      .text(bounded(error.message)),
    ]
    if let hint = error.hint {
      columns.append("hint")
      values.append(.text(bounded(hint)))
    }
    if !error.details.isEmpty {
      columns.append("details")
      values.append(.list(error.details.map { .text(bounded($0)) }))
    }
    if !error.problems.isEmpty {
      columns.append("problems")
      values.append(.list(error.problems.map { CellValue($0) }))
    }
    // Without a line, the file is the name of the program itself.
    if let file, line != nil {
      columns.append("file")
      values.append(.text(file))
    }
    if let line = physicalLine(source.map { SourceExcerpt(of: $0, range: error.range) }) {
      columns.append("line")
      values.append(.integer(line))
    }
    // Escaped in files too, since people read logs on terminals.
    let outer = JSONLayout.readable(style, depth: 0, escapesAlways: true)
    let inner = JSONLayout.readable(style, depth: 1, escapesAlways: true)
    var bytes = Array(("{" + outer.newline(1)).utf8)
    JSONRecordEncoder.append("error", as: outer, to: &bytes)
    JSONRecordEncoder(columns.map { Column($0) }, layout: inner).append(values, to: &bytes)
    bytes.append(outer.newline() + "}")
    return String(decoding: bytes, as: UTF8.self)
  }

  private func physicalLine(_ excerpt: SourceExcerpt?) -> Int? {
    line.map { $0 + (excerpt?.linesBefore ?? 0) }
  }

  private func bounded(_ text: String) -> String {
    text.utf8.count <= Self.longestMessage || text.count <= Self.longestMessage
      ? text : text.prefix(Self.longestMessage) + "…"
  }

  /// Escapes in files too, since people read logs on terminals.
  private func shown(_ text: String) -> String {
    TerminalText.escaped(TerminalText.flattened(text))
  }
}

extension ShellError {
  /// The error as a JSON object in one line, as `-o json` prints it.
  public var jsonText: String { Diagnostic(self).json(.plain) }
}
