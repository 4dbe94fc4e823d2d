import Foundation
import Glibc

/// A named pipe that never ends, so that what reads it ends only if it is interrupted.
final class EndlessInput {
  let path: String
  private let process: pid_t

  /// Makes the pipe, and a program that writes to it as soon as it is read.
  ///
  /// - Parameters:
  ///   - name: the pipe's name in the home.
  ///   - head: the first line.
  ///   - line: the lines after it.
  ///   - flows: whether they go on for ever; otherwise there are five, and then nothing.
  init(_ name: String, in sandbox: Sandbox, head: String, line: String, flows: Bool) throws {
    path = sandbox.home.appending(path: name).path
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    // More than the pipe holds, so that the shell must have read some; less than the pipe and the first thousand lines.
    let count = flows ? 66_000 / (line.utf8.count + 1) : 5
    process = try Program.spawn(
      "/bin/sh",
      [
        "-c",
        #"""
        exec > "$0"; printf '%s\n' "$1"
        yes "$2" | head -n "$3"; : 3> "$0.read"
        if [ "$4" = true ]; then exec yes "$2"; else exec sleep 1000; fi
        """#, path, head, line, String(count), String(flows),
      ], environment: sandbox.environment, directory: sandbox.home)
  }

  deinit {
    kill(process, SIGKILL)
    _ = Program.wait(for: process)
  }

  /// Whether a program is reading.
  var isRead: Bool { FileManager.default.fileExists(atPath: path + ".read") }
}

/// The pipes that a line of a test names: `FLOWING.csv` goes on for ever, and `HELD.csv` has five records and no end.
struct EndlessInputs {
  let inputs: [EndlessInput]
  /// The line, with the paths of the pipes.
  let line: String

  init(_ line: String, in sandbox: Sandbox) throws {
    var (inputs, text) = ([EndlessInput](), line)
    for match in Set(line.matches(of: /(FLOWING|HELD)\.([a-z]+)/).map(\.output.0)) {
      let (kind, format) = (match.hasPrefix("FLOWING"), match.split(separator: ".")[1])
      let (head, row) =
        switch format {
        case "csv": ("a,b", "1,x")
        case "tsv": ("a\tb", "1\tx")
        case "json": ("[", #"{"a":1,"b":"x"},"#)
        case "jsonl": (#"{"a":1,"b":"x"}"#, #"{"a":1,"b":"x"}"#)
        case "sea": ("let y = 1", "let y = 2")
        default: ("1 x", "1 x")
        }
      let input = try EndlessInput(String(match), in: sandbox, head: head, line: row, flows: kind)
      inputs.append(input)
      text = text.replacing(match, with: input.path)
    }
    (self.inputs, self.line) = (inputs, text)
  }

  /// Whether the line is reading all of them.
  var areRead: Bool { inputs.allSatisfy(\.isRead) }
}
