import CoreSystem
import SeashellKit

struct ModuleSourceOptions: Parameter {
  let url = Option<GivenText?>("url", value: "URL", "the address of a remote server")
  let isProgram = Flag("program", "the words are a program that is run once a call")
  let variables = Option<[GivenText]>(
    "env", value: "NAME[=VALUE]", "a variable for its environment; a secret's value is asked for",
    isSecret: true)
  let tokenVariable = Option<String?>(
    "token-env", value: "NAME", "the variable that has the token for a remote server")

  func add(to specification: inout CommandSpecification) {
    for parameter in [url, isProgram, variables, tokenVariable] as [any Parameter] {
      parameter.add(to: &specification)
    }
  }

  /// Returns a record without digests.
  ///
  /// `parameter` is that of the words, for errors.
  @MainActor
  func record(
    named name: String, _ words: [String], of parameter: some Parameter,
    in invocation: Invocation
  ) async throws -> ModuleRecord {
    var record = ModuleRecord(name: name, source: try source(words, of: parameter, in: invocation))
    let asked = try setVariables(of: &record, in: invocation)
    if let literal = record.firstLiteral {
      let message = "\(literal) is a secret, which others can see in an argument"
      throw invocation[url] == nil
        ? invocation.usageError(message, at: parameter, hint: Self.advice("NAME"))
        : invocation.usageError(message, at: url, hint: "write ${NAME} in its place")
    }
    record.tokenVariable = invocation[tokenVariable]
    if record.commandLine != nil, record.tokenVariable != nil {
      throw invocation.usageError("--token-env is for a remote server", at: tokenVariable)
    }
    for name in asked { try await ask(for: name, record: &record, in: invocation) }
    return record
  }

  @MainActor
  private func source(
    _ words: [String], of parameter: some Parameter, in invocation: Invocation
  ) throws -> ModuleRecord.Source {
    guard let address = invocation[url].map(VariableTemplate.written) else {
      guard !words.isEmpty else {
        throw ShellError(
          .usage, "the module's command line is missing",
          hint: "put it after '--', such as '-- mcp-server-time', or pass --url URL")
      }
      return invocation[isProgram] ? .program(words) : .server(words)
    }
    guard words.isEmpty else {
      throw invocation.usageError("a module has either --url or a command line", at: parameter)
    }
    guard !invocation[isProgram] else {
      throw invocation.usageError("--program needs a command line, not --url", at: isProgram)
    }
    guard ["http://", "https://", "${"].contains(where: address.hasPrefix) else {
      throw invocation.usageError(
        "'\(address)' is not the address of a server; it begins with http:// or https://", at: url)
    }
    return .remote(url: address, headers: [:])
  }

  /// Sets the variables that have a value; returns the names of the others, to ask for.
  @MainActor
  private func setVariables(
    of record: inout ModuleRecord, in invocation: Invocation
  ) throws -> [String] {
    var names: [String] = []
    for (index, given) in invocation[variables].enumerated() {
      try invocation.pointing(at: variables, index: index) {
        let text = VariableTemplate.written(in: given)
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard !name.isEmpty else { throw ShellError(.usage, "--env takes NAME=VALUE, or NAME") }
        guard record.variables[name] == nil, !names.contains(name) else {
          throw ShellError(.usage, "the variable '\(name)' is given twice")
        }
        guard parts.count == 2 else { return names.append(name) }
        var single = ModuleRecord(name: "", source: .server([]))
        single.variables = [name: String(parts[1])]
        if single.firstLiteral != nil {
          throw ShellError(
            .usage, "the variable '\(name)' is a secret, which others can see in an argument",
            hint: Self.advice(name))
        }
        record.variables[name] = String(parts[1])
      }
    }
    return names
  }

  private static func advice(_ name: String) -> String {
    "write --env \(name) to be asked for it, or --env '\(name)=${\(name)}' for a variable of the shell"
  }

  @MainActor
  private func ask(
    for name: String, record: inout ModuleRecord, in invocation: Invocation
  ) async throws {
    ProcessMemory.keepOutOfCoreDumps()
    var value = ""
    while value.isEmpty {
      value = try await invocation.console.ask(
        Question(name, alternative: "--env '\(name)=${\(name)}'", isSecret: true))
    }
    let key = "env \(name)".replacing("}", with: "_")
    record.secrets[key] = VariableTemplate.escaped(value)
    record.variables[name] = ModuleSecrets.reference(to: key)
  }
}
