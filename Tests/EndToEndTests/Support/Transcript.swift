import Foundation
import Testing

/// Commands with their output, as a user would see them.
///
/// A line that begins with `$ ` is run by `sh`, with `seashell` on its PATH. The lines up to the next one
/// are the expected output, standard output and standard error together. A line `[N]` is the expected
/// status if it is not 0. `{{…}}` stands for an unknown text within a line.
struct Transcript {
  struct Step: Equatable {
    var command: String
    var output = ""
    var status: Int32 = 0
    let line: Int
  }

  var steps: [Step] = []

  /// Parses a transcript.
  ///
  /// - Parameter firstLine: the number of the text's first line in its file.
  init(_ text: String, firstLine: Int = 1) {
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), line: firstLine + offset))
      } else if steps.isEmpty {
        continue
      } else if let status = Self.status(line) {
        steps[steps.count - 1].status = status
      } else {
        steps[steps.count - 1].output += line + "\n"
      }
    }
    for index in steps.indices {
      // The blank line before the next command belongs to the transcript, not to the output.
      while steps[index].output.utf8.suffix(2).elementsEqual([0x0A, 0x0A])
        || steps[index].output == "\n"
      {
        steps[index].output.removeLast()
      }
    }
  }

  /// The `console` blocks of a Markdown text, as one transcript each.
  static func blocks(ofMarkdown text: String) -> [Transcript] {
    var blocks: [Transcript] = []
    var block: (start: Int, lines: [Substring])?
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      switch (block, line) {
      case (nil, "```console"): block = (offset + 2, [])
      case (let open?, "```"):
        blocks.append(Transcript(open.lines.joined(separator: "\n"), firstLine: open.start))
        block = nil
      case (_?, _): block?.lines.append(line)
      default: break
      }
    }
    return blocks
  }

  /// Runs every step in a sandbox, and compares its whole output.
  func check(in sandbox: Sandbox, file: String) throws {
    for step in steps {
      let result = try Program.run(
        "/bin/sh", ["-c", "exec 2>&1\n" + step.command], environment: sandbox.environment,
        directory: sandbox.home)
      let actual = result.output
      #expect(
        Self.matches(actual, step.output),
        "\(file):\(step.line): \(step.command)\n--- expected\n\(step.output)--- printed\n\(actual)")
      #expect(result.status == step.status, "\(file):\(step.line): \(step.command)")
    }
  }

  private static func status(_ line: Substring) -> Int32? {
    guard line.hasPrefix("["), line.hasSuffix("]") else { return nil }
    return Int32(line.dropFirst().dropLast())
  }

  /// Whether a text matches the expected one line by line, with placeholders for any text.
  static func matches(_ actual: String, _ expected: String) -> Bool {
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    return actual.count == expected.count
      && zip(actual, expected).allSatisfy { Self.lineMatches($0, $1) }
  }

  private static func lineMatches(_ actual: Substring, _ expected: Substring) -> Bool {
    let pieces = expected.split(separator: /\{\{.*?\}\}/, omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return actual == expected }
    var rest = actual
    guard rest.hasPrefix(pieces[0]) else { return false }
    rest = rest.dropFirst(pieces[0].count)
    for piece in pieces[1...].dropLast() {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(pieces[pieces.count - 1])
  }
}
