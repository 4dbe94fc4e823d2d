import SeashellHosting
import SeashellKit

enum ServedResult {
  /// The content is a single text: the command's own text if it wrote nothing else, and otherwise
  /// the structured content as JSON.
  static func members(
    _ outcome: CommandOutcome, notices: [String], isStructured: Bool
  ) -> [UInt8] {
    var text = outcome.text
    if text.last == "\n" { text.removeLast() }
    var structured: [UInt8] = []
    structured.reserveCapacity((outcome.records?.count ?? 0) + text.utf8.count + 32)
    structured += "{".utf8
    if let records = outcome.records {
      structured += #""result":["#.utf8
      structured += records
      structured += "]".utf8
    }
    if !text.isEmpty {
      if structured.count > 1 { structured += ",".utf8 }
      structured += #""text":"#.utf8
      structured += CellValue.text(text).jsonBytes
    }
    if !notices.isEmpty {
      if structured.count > 1 { structured += ",".utf8 }
      structured += CellValue.members(["notices": .list(notices.map { .text($0) })]).memberBytes
    }
    structured += "}".utf8
    var members =
      if outcome.records == nil && notices.isEmpty {
        content(Array((text.isEmpty ? "done" : text).utf8))
      } else {
        content(structured)
      }
    if isStructured {
      members += #","structuredContent":"#.utf8
      members += structured
    }
    return members
  }

  static func members(of error: ShellError, notices: [String]) -> [UInt8] {
    let text = error.jsonText
    let shown = notices.isEmpty ? text : text + "\n" + notices.joined(separator: "\n")
    return content(Array(shown.utf8)) + Array(#","isError":true"#.utf8)
  }

  private static func content(_ text: [UInt8]) -> [UInt8] {
    var members = Array(#""content":[{"type":"text","text":"#.utf8)
    members.reserveCapacity(members.count + text.count * 5 / 4)
    members += CellValue.text(String(decoding: text, as: UTF8.self)).jsonBytes
    members += "}]".utf8
    return members
  }
}
