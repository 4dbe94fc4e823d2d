/// The results of tests as JUnit's XML, which CI systems read.
///
/// There is no standard; the elements and attributes are those that the schema of Jenkins' xUnit plugin and readers such
/// as junitparser share. A test that an expectation has failed is a `failure`, anything else that went wrong is an `error`.
struct JUnitReport {
  /// The name of the whole.
  let name: String
  /// Whether it has the output of tests that have passed, too.
  let showsAll: Bool

  /// Returns the document.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  func text(of results: TestResults) -> String {
    let all = results.tests
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append(
      "<testsuites name=\(Self.quoted(name)) \(Self.counts(of: all)) time=\"\(Self.time(results.seconds))\">"
    )
    for file in results.files {
      lines.append(
        "  <testsuite name=\(Self.quoted(file.path)) \(Self.counts(of: file.tests)) skipped=\"\(file.tests.count { $0.outcome == .skipped })\" time=\"\(Self.time(file.seconds))\">"
      )
      file.tests.forEach { lines += self.lines(of: $0) }
      lines.append("  </testsuite>")
    }
    return lines.joined(separator: "\n") + "\n</testsuites>\n"
  }

  private static func counts(of tests: [TestResult]) -> String {
    let failed = tests.count { $0.outcome == .failed }
    let broken = tests.count { $0.outcome == .error }
    return "tests=\"\(tests.count)\" failures=\"\(failed)\" errors=\"\(broken)\""
  }

  private func lines(of test: TestResult) -> [String] {
    var start =
      "    <testcase name=\(Self.quoted(test.name)) classname=\(Self.quoted(Self.className(of: test.file)))"
    start += " file=\(Self.quoted(test.file))"
    if let line = test.line { start += " line=\"\(line)\"" }
    start += " time=\"\(Self.time(test.seconds))\""
    var lines: [String] = []
    switch test.outcome {
    case .passed: break
    case .skipped: lines.append("      <skipped message=\(Self.quoted(test.message))/>")
    case .failed, .error:
      let element = test.outcome == .failed ? "failure" : "error"
      let type = test.outcome == .failed ? "expectation" : "error"
      let text = Self.escaped(test.text.isEmpty ? test.message : test.text)
      lines.append(
        "      <\(element) message=\(Self.quoted(test.message)) type=\"\(type)\">\(text)</\(element)>"
      )
    }
    if !test.output.isEmpty, showsAll || test.hasFailed {
      lines.append("      <system-out>\(Self.escaped(test.output))</system-out>")
    }
    return lines.isEmpty ? [start + "/>"] : [start + ">"] + lines + ["    </testcase>"]
  }

  /// The path without its ending, with dots, which readers take for packages.
  private static func className(of path: String) -> String {
    let plain = path.hasSuffix(".sea") ? String(path.dropLast(4)) : path
    return plain.split(separator: "/").joined(separator: ".")
  }

  private static func time(_ seconds: Double) -> String {
    String(TestText.seconds(seconds).dropLast(2))
  }

  /// An attribute's value, in which readers take line ends and tabs for blanks.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in escaped(text).unicodeScalars {
      switch scalar {
      case "\n": quoted += "&#10;"
      case "\t": quoted += "&#9;"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The text with references for markup, and U+FFFD in place of what XML 1.0 does not allow (section 2.2).
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\r": escaped += "&#13;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
