import SeashellModules
import ShellLanguage
import ShellOutput

/// The value of `--with`: a module in another process, for one run of the shell.
struct TemporaryModule: Equatable {
  let record: ModuleRecord

  /// Parses `NAME=COMMAND LINE` or `NAME=https://…`.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ShellError(
        .usage, "--with takes NAME=COMMAND, not '\(text)'",
        hint: "--with 'clock=mcp-server-time' clock get-current-time UTC")
    }
    let (name, source) = (String(parts[0]), String(parts[1]))
    guard source.contains(where: { !$0.isWhitespace }) else {
      throw ShellError(.usage, "--with \(name): there is no command after '\(name)='")
    }
    if source.hasPrefix("https://") || source.hasPrefix("http://") {
      record = ModuleRecord(name: name, source: .remote(url: source, headers: [:]))
    } else {
      record = ModuleRecord(name: name, source: .server(try Self.words(of: source, name)))
    }
  }

  /// Splits a command line as the shell does.
  private static func words(of text: String, _ name: String) throws -> [String] {
    let command: [Word]?
    do {
      command = try ScriptParser.command(in: text)
    } catch let error as SyntaxError {
      throw ShellError(.usage, "--with \(name): the command has a syntax error: \(error.message)")
    }
    guard let command, command.allSatisfy({ !$0.hasVariables }) else {
      throw ShellError(
        .usage,
        "--with \(name): the command is one program and its words, without '|', '>', ';' or '$'")
    }
    return command.map(\.text)
  }
}
