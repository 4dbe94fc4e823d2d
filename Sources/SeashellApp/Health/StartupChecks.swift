import CoreSystem
import Glibc
import ShellLanguage
import ShellRuntime

struct StartupChecks {
  let path: String

  var findings: [Finding] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [Finding("rc.sea", .ok, "there is none")] }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return [Finding("rc.sea", .failed, "it is not a regular file", advice: "move it away")]
    }
    if let (reason, advice) = StartupFile(path: path).weakness(status) {
      return [Finding("rc.sea", .failed, "it is not run, because \(reason)", advice: advice)]
    }
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path)
    } catch .system {
      return [Finding("rc.sea", .failed, "it cannot be read", advice: "chmod u+r '\(path)'")]
    } catch {
      return [Finding("rc.sea", .warning, "it is not checked: \(error.reason)")]
    }
    let errors = Self.errors(in: bytes)
    return errors.isEmpty ? [Finding("rc.sea", .ok, "no syntax errors")] : errors
  }

  static func errors(in bytes: [UInt8]) -> [Finding] {
    var parser = ScriptParser()
    var findings: [Finding] = []
    /// The statement so far, and the line on which it begins.
    var (statement, first) = ([UInt8](), 1)
    func note(_ error: SyntaxError) {
      let before = statement.prefix(error.range.lowerBound)
      let line = first + before.count { $0 == 0x0A }
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let column = String(decoding: before[start...], as: UTF8.self).count + 1
      findings.append(
        Finding("rc.sea:\(line):\(column)", .failed, error.message, advice: error.hint))
    }
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      if parser.isIncomplete {
        statement.append(0x0A)
      } else {
        (statement, first) = ([], index + 1)
      }
      statement += line
      do throws(SyntaxError) {
        _ = try Array(line).withUnsafeBufferPointer { bytes throws(SyntaxError) in
          try parser.feed(bytes)
        }
      } catch {
        note(error)
      }
    }
    do {
      try parser.finish()
    } catch {
      note(error)
    }
    return findings
  }
}
