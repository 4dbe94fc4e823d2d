import FoundationEssentials
import Glibc
import ShellCommands
import ShellOutput
import ShellRuntime

struct Snapshot {
  let time = Date()
  /// The results; after a failure, those written before it.
  var contents: [LivePage.Content] = []
  var error: ShellError?
  /// The lines that the statement has written to standard error.
  var notices: [String] = []
  /// The notice that results come from a store, if they do.
  var stored: StoredAnswerNotice?

  /// The snapshot as one line of JSON: `{"time":…,"records":[…]}`, with `text` for text, or `error`.
  var jsonText: String { "{\"time\":\(CellValue.date(time).jsonText),\(body)}" }

  /// The line without the time, for comparison.
  var body: String {
    if let error { return String(Diagnostic(error).json(.plain).dropFirst().dropLast()) }
    var records: [String]?
    var lines: [String]?
    for content in contents {
      switch content {
      case .records(let list):
        let text = list.jsonText()
        let elements = list.isList ? String(text.dropFirst().dropLast()) : text
        records = (records ?? []) + (elements.isEmpty ? [] : [elements])
      case .text(let text): lines = (lines ?? []) + text
      }
    }
    var fields: [String] = []
    if let since = stored?.since {
      fields.append("\"stale_since\":\(CellValue.date(since).jsonText)")
    }
    if let records { fields.append("\"records\":[\(records.joined(separator: ","))]") }
    if lines != nil || records == nil {
      let text = (lines ?? []).joined(separator: "\n")
      fields.append("\"text\":\(CellValue.text(text).jsonText)")
    }
    return fields.joined(separator: ",")
  }

  /// The time of day, or the full time if it is more than 24 hours ago.
  static func since(_ date: Date, now: Date) -> String {
    let isRecent = (0..<86_400).contains(now.timeIntervalSince(date))
    return isRecent ? clockTime(date, seconds: false) : CellValue.date(date).plainText
  }

  /// The time of day in the user's time zone: `14:03:12`, or `14:03`.
  static func clockTime(_ date: Date, seconds: Bool = true) -> String {
    var moment = time_t(date.timeIntervalSince1970)
    var fields = tm()
    guard localtime_r(&moment, &fields) != nil else { return "" }
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let text = "\(padded(fields.tm_hour)):\(padded(fields.tm_min))"
    return seconds ? "\(text):\(padded(fields.tm_sec))" : text
  }
}
