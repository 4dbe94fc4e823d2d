import CoreLoop
import CoreSystem
import FoundationEssentials
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// The files with tests that are named on a command line, all of which have been read.
@MainActor
struct TestFiles {
  struct File: Equatable {
    var path: String
    /// The names of its tests; empty where a name has variables.
    var names: [String]
  }

  /// The largest file, in bytes: 16 MiB.
  private nonisolated static let longestFile = 16 << 20

  private(set) var files: [File] = []

  /// Finds and reads the files: those that are named, and in folders those that end with `.sea` and have a test.
  ///
  /// - Throws: a `usage` error, or ``ReportedFailure`` after the reports of what is wrong.
  init(_ paths: [String], in shell: Shell) async throws {
    var isWrong = false
    for path in paths {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw ShellError(.usage, "there is no file or folder '\(path)'")
      }
      let candidates =
        isFolder ? try await offMain { try Self.scripts(in: path) } : [path]
      for candidate in candidates where !files.contains(where: { $0.path == candidate }) {
        guard let names = try await Self.names(in: candidate, shell) else {
          isWrong = true
          continue
        }
        if names.isEmpty, !isFolder {
          throw ShellError(.usage, "'\(candidate)' has no test", hint: "see 'help tests'")
        }
        if !names.isEmpty { files.append(File(path: candidate, names: names)) }
      }
    }
    if isWrong { throw ReportedFailure(status: .usage) }
    guard !files.isEmpty else {
      throw ShellError(
        .usage, "there is no test in \(paths.map { "'\($0)'" }.listed(with: "and"))",
        hint: "a test is in a file that ends with .sea; see 'help tests'")
    }
  }

  /// Leaves out the files none of whose tests can be selected.
  mutating func select(_ settings: TestSettings) {
    files.removeAll { file in
      !file.names.contains { $0.isEmpty || settings.select($0) }
    }
  }

  private nonisolated static func scripts(in folder: String) throws -> [String] {
    let base = folder == "." || folder == "./" ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    var paths: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where !name.hasPrefix(".") {
      let path = base + name
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if isFolder {
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
        if !isLink { paths += try scripts(in: path) }
      } else if name.hasSuffix(".sea") {
        paths.append(path)
      }
    }
    return paths
  }

  /// The names of a file's tests; nil if something in it is wrong, which is reported.
  private static func names(in path: String, _ shell: Shell) async throws -> [String]? {
    let bytes: [UInt8]
    do {
      bytes = try await offMain { try SmallFile.read(path, upTo: longestFile) }
    } catch {
      throw ShellError(.usage, "cannot read '\(path)'")
    }
    var parser = ScriptParser()
    var names: [String] = []
    var (line, first) = (0, 1)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for var text in bytes[start...].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      if text.last == UInt8(ascii: "\r") { text.removeLast() }
      line += 1
      if !parser.isIncomplete { first = line }
      do throws(SyntaxError) {
        let result = try text.withUnsafeBufferPointer { bytes throws(SyntaxError) in
          try parser.feed(bytes)
        }
        guard case .complete(let list) = result else { continue }
        if case .test(let test)? = list.first.command[0].compound { names.append(test.name.text) }
      } catch {
        report(error, parser.source ?? Array(text), path, first, shell)
        return nil
      }
    }
    do throws(SyntaxError) { try parser.finish() } catch {
      report(error, parser.source ?? [], path, first, shell)
      return nil
    }
    return names
  }

  private static func report(
    _ error: SyntaxError, _ source: [UInt8], _ path: String, _ line: Int, _ shell: Shell
  ) {
    ErrorReporter(shell).report(
      error.shellError, file: path, line: line, source: String(decoding: source, as: UTF8.self))
  }
}
