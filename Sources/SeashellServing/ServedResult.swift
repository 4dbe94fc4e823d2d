import SeashellKit

/// Writes a command's outcome as a `CallToolResult`.
enum ServedResult {
  /// The result's members, as JSON.
  ///
  /// The content is one text: that of the command if it wrote nothing else, and otherwise the structured
  /// content as JSON.
  static func members(
    _ outcome: CommandOutcome, notices: [String], isStructured: Bool
  ) -> [UInt8] {
    var text = outcome.text
    if text.last == "\n" { text.removeLast() }
    var parts: [[UInt8]] = []
    if let records = outcome.records {
      parts.append(Array(#""result":["#.utf8) + records + Array("]".utf8))
    }
    if !text.isEmpty { parts.append(Array(#""text":"#.utf8) + CellValue.text(text).jsonBytes) }
    if !notices.isEmpty { parts.append(field(of: notices)) }
    let structured =
      [UInt8(ascii: "{")] + parts.joined(separator: [UInt8(ascii: ",")])
      + [UInt8(ascii: "}")]
    let shown =
      switch (outcome.records == nil && notices.isEmpty, text.isEmpty) {
      case (true, true): "done"
      case (true, false): text
      case (false, _): String(decoding: structured, as: UTF8.self)
      }
    var members = content(shown)
    if isStructured { members += #","structuredContent":"#.utf8 + structured }
    return members
  }

  /// The members of the result of a command that failed: the error as the shell writes it in JSON.
  static func members(of error: ShellError, notices: [String]) -> [UInt8] {
    let text = Diagnostic(error).json(.plain)
    let shown = notices.isEmpty ? text : text + "\n" + notices.joined(separator: "\n")
    return content(shown) + Array(#","isError":true"#.utf8)
  }

  private static func content(_ text: String) -> [UInt8] {
    Array(#""content":[{"type":"text","text":"#.utf8) + CellValue.text(text).jsonBytes
      + Array("}]".utf8)
  }

  private static func field(of notices: [String]) -> [UInt8] {
    CellValue.members(["notices": .list(notices.map { .text($0) })]).memberBytes
  }
}
