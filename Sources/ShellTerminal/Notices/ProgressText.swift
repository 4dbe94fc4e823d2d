import ShellCommands
import ShellOutput

/// Formats progress as one line: a spinner, or a bar with the rate and the time left.
struct ProgressText {
  private static let dots = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let wheel = ["-", "\\", "|", "/"]
  private static let longestBar = 20
  private static let shortestBar = 5
  /// How long work is observed before its rate is shown, in seconds.
  private static let shortestTime = 0.3

  private let isUTF8: Bool
  private var step = 0
  /// The state of the work when it was first observed, and the time of that.
  private var start: (label: String, total: Double?, done: Double, time: Int64)?

  init(isUTF8: Bool) {
    self.isUTF8 = isUTF8
  }

  mutating func note(_ progress: ProgressUpdate, at time: Int64) {
    guard let done = progress.done else { return start = nil }
    if let start, start.label == progress.label, start.done <= done { return }
    start = (progress.label, progress.total, done, time)
  }

  /// On a narrow terminal it omits first the time left, then the rate, and shortens the bar and the
  /// label.
  mutating func line(of progress: ProgressUpdate, columns: Int, at time: Int64) -> String {
    step += 1
    let label = TerminalText.escaped(TerminalText.flattened(progress.label))
    guard let fraction = progress.fraction, let done = progress.done, let total = progress.total
    else {
      let wheel = isUTF8 ? Self.dots : Self.wheel
      let spinner = wheel[step % wheel.count]
      let count = progress.done.flatMap { $0.isFinite ? "  \(Self.count($0))" : nil } ?? ""
      return spinner + " "
        + TerminalText.cut(label, to: max(columns - 2 - count.utf8.count, 1)) + count
    }
    let extent =
      total == 1
      ? "\(Int(fraction * 100)) %" : "\(Self.count(done)) of \(Self.count(total))"
    let (rate, rest) = speed(progress, fraction, at: time)
    let tails = [[extent, rate, rest], [extent, rate], [extent]].map {
      $0.compactMap(\.self).joined(separator: "  ")
    }
    let width = TerminalText.width(of: label)
    for tail in tails {
      let room = columns - width - tail.utf8.count - 5
      guard room >= Self.shortestBar else { continue }
      return "\(label)  \(bar(fraction, min(room, Self.longestBar))) \(tail)"
    }
    return TerminalText.cut(label, to: max(columns - extent.utf8.count - 1, 1)) + " " + extent
  }

  private func bar(_ fraction: Double, _ length: Int) -> String {
    let blocks = Bar.text(fraction, length: length, isUTF8 ? .eighths : .ascii)
    let padding = String(repeating: " ", count: max(0, length - blocks.count))
    return isUTF8 ? "▕\(blocks)\(padding)▏" : "[\(blocks)\(padding)]"
  }

  /// The rate and the time left, once they are known.
  private func speed(
    _ progress: ProgressUpdate, _ fraction: Double, at time: Int64
  ) -> (rate: String?, rest: String?) {
    guard let start, let done = progress.done, let total = progress.total else { return (nil, nil) }
    let elapsed = Double(time - start.time) / 1e9
    guard elapsed >= Self.shortestTime, done > start.done else { return (nil, nil) }
    let rate = (done - start.done) / elapsed
    let left = fraction < 1 ? Self.duration((total - done) / rate) : nil
    return (total == 1 ? nil : Self.rate(rate), left.map { "\($0) left" })
  }

  /// A number with its thousands separated: `3,400`.
  static func count(_ number: Double) -> String {
    Int(exactly: number.rounded())?.grouped ?? "\(number)"
  }

  private static func rate(_ rate: Double) -> String {
    if rate >= 10 { return "\(count(rate))/s" }
    let tenths = Int((rate * 10).rounded())
    return tenths > 0 ? "\(tenths / 10).\(tenths % 10)/s" : "\(count(max(1, rate * 3600)))/h"
  }

  private static func duration(_ seconds: Double) -> String? {
    guard let whole = Int(exactly: seconds.rounded(.up)) else { return nil }
    switch whole {
    case ..<100: return "\(max(1, whole)) s"
    case ..<6000: return "\((whole + 59) / 60) min"
    default: return "\(count(Double((whole + 3599) / 3600))) h"
    }
  }
}
