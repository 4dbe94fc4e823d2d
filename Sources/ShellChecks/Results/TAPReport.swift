import ShellOutput

/// The results of tests in the Test Anything Protocol, version 13, which `prove` reads.
///
/// Source: https://testanything.org/tap-version-13-specification.html
enum TAPReport {
  /// Returns the document: the plan, and a line for each test, with what a failure says in comments below.
  static func text(of results: TestResults) -> String {
    let tests = results.tests
    var lines = ["TAP version 13", "1..\(tests.count)"]
    for (index, test) in tests.enumerated() {
      let name = escaped("\(test.file): \(test.name)")
      lines.append("\(test.hasFailed ? "not " : "")ok \(index + 1) - \(name)\(directive(of: test))")
      guard test.hasFailed else { continue }
      let text = (test.text.isEmpty ? test.message : test.text) + "\n" + test.output
      lines += text.split(whereSeparator: \.isNewline).map {
        "# \(TerminalText.escaped(String($0)))"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func directive(of test: TestResult) -> String {
    guard test.outcome == .skipped else { return "" }
    return " # SKIP \(escaped(test.message))"
  }

  /// A line in which `#` begins no directive.
  private static func escaped(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    var escaped = ""
    for scalar in TerminalText.escaped(line).unicodeScalars {
      if scalar == "\\" || scalar == "#" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
