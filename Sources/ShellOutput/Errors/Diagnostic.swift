import CoreEvents

/// An error with the place in a script where it happened, as the shell tells it.
package struct Diagnostic: Sendable, Equatable {
  private static let longestMessage = 1000

  /// What went wrong; its range marks the place.
  package var error: ShellError

  /// What the statement was read from: a script's name.
  package var file: String?

  /// The line of the file on which the statement begins, counted from 1.
  package var line: Int?

  /// The statement's source, which may have several lines; nil where none is to be shown.
  package var source: String?

  /// Makes a diagnostic.
  ///
  /// - Parameters:
  ///   - error: what went wrong. Whoever has the words turns its ``ShellError/word`` into a range.
  ///   - file: what the statement was read from.
  ///   - line: the line on which the statement begins.
  ///   - source: the statement's source, to which the error's range refers.
  package init(_ error: ShellError, file: String? = nil, line: Int? = nil, source: String? = nil) {
    self.error = error
    self.file = file
    self.line = line
    self.source = source
  }

  /// The diagnostic for a reader: a line, and where there is a source, the source and a caret.
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
        ? place + style.emphasized(String(line.dropFirst(place.count)), .red)
        : style.emphasized(line, .red)
    }
    if let drawn = excerpt?.drawn(style) {
      lines.append(drawn.source)
      lines.append(style.emphasized(drawn.caret, .red))
    }
    return lines.joined(separator: "\n")
  }

  /// The diagnostic as a JSON object, for programs; indented and coloured on a terminal.
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
    if !error.problems.isEmpty {
      columns.append("problems")
      values.append(.json(.array(error.problems)))
    }
    // Without a line, what stands there is the program's own name.
    if let file, line != nil {
      columns.append("file")
      values.append(.text(file))
    }
    if let line = physicalLine(source.map { SourceExcerpt(of: $0, range: error.range) }) {
      columns.append("line")
      values.append(.integer(line))
    }
    // A file of diagnostics is looked at on a terminal later.
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

  /// Escaped whoever reads it: a file of diagnostics is looked at on a terminal later.
  private func shown(_ text: String) -> String {
    TerminalText.escaped(TerminalText.flattened(text))
  }
}
