import ShellOutput

/// The results of tests as lines for a reader.
struct TestText {
  /// Whether tests that have passed are shown, too.
  let showsAll: Bool

  /// The lines of a file's tests.
  func lines(of file: FileResult) -> [String] {
    file.tests.flatMap(lines) + Self.warnings(about: file)
  }

  /// Says which tests have the name of an earlier one; those of a table may share theirs.
  private static func warnings(about file: FileResult) -> [String] {
    var lines: [String: Int] = [:]
    return file.tests.compactMap { test in
      guard let line = test.line else { return nil }
      let first = lines[test.name, default: line]
      lines[test.name] = first
      guard first != line else { return nil }
      return
        "\(TerminalText.escaped(test.file)):\(line): warning: the test on line \(first) is also named "
        + "'\(TerminalText.escaped(test.name))'"
    }
  }

  private func lines(of test: TestResult) -> [String] {
    let file = TerminalText.escaped(test.file)
    let place = test.line.map { "\(file):\($0)" } ?? file
    let name = TerminalText.escaped(test.name)
    var lines: [String]
    switch test.outcome {
    case .passed:
      guard showsAll else { return [] }
      lines = ["passed: \(name) (\(Self.seconds(test.seconds)))"]
    case .skipped: return ["skipped: \(name): \(TerminalText.escaped(test.message))"]
    case .failed, .error:
      lines = ["\(test.outcome == .failed ? "FAILED" : "ERROR"): \(name) (\(place))"]
      lines += Self.indented(test.text.isEmpty ? test.message : test.text, by: "  ")
    }
    if !test.output.isEmpty {
      let dropped = test.droppedCount
      lines.append(
        "  it has written\(dropped > 0 ? ", after \(dropped) bytes that are left out" : ""):")
      lines += Self.indented(test.output, by: "    ")
    }
    return lines
  }

  private static func indented(_ text: String, by blanks: String) -> [String] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      let text = fields.map { TerminalText.escaped(String(Substring($0))) }
      return line.isEmpty ? "" : blanks + text.joined(separator: "\t")
    }
  }

  /// The whole in a sentence.
  static func summary(of results: TestResults) -> String {
    let tests = results.tests
    var parts = ["\(results.count(.passed)) passed"]
    for (count, name) in [
      (results.count(.failed), "failed"), (results.count(.error), "with an error"),
      (results.count(.skipped), "skipped"),
    ] where count > 0 { parts.append("\(count) \(name)") }
    let files = results.files.count
    var text =
      "\(tests.count) test\(tests.count == 1 ? "" : "s") in \(files) file\(files == 1 ? "" : "s"): "
      + parts.joined(separator: ", ")
    let resent = results.files.reduce(0) { $0 + $1.resentCount }
    if resent > 0 { text += "; \(resent) request\(resent == 1 ? " was" : "s were") sent again" }
    if results.wasInterrupted { text += "; interrupted" }
    return text + " (\(seconds(results.seconds)))"
  }

  /// Seconds with two digits after the point.
  static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let digits = String(hundredths % 100)
    return "\(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits) s"
  }
}
