import SeashellKit

/// The options that say where a module is, besides the words of its command line.
struct ModuleSourceOptions: Parameter {
  let url = Option<String?>("url", value: "URL", "the address of a remote server")
  let isProgram = Flag("program", "the words are a program that is run once a call")
  let variables = Option<[String]>(
    "env", value: "NAME=VALUE", "a variable for the module's environment", isSecret: true)
  let tokenVariable = Option<String?>(
    "token-env", value: "NAME", "the variable that has the token for a remote server")

  func add(to specification: inout CommandSpecification) {
    for parameter in [url, isProgram, variables, tokenVariable] as [any Parameter] {
      parameter.add(to: &specification)
    }
  }

  /// Returns what the options and the words say, as a record without digests.
  ///
  /// - Parameters:
  ///   - name: the module's name.
  ///   - words: the command line.
  ///   - parameter: the words' parameter, for errors.
  /// - Throws: `ShellError` that points at what is wrong or missing.
  @MainActor
  func record(
    named name: String, _ words: [String], of parameter: some Parameter,
    in invocation: Invocation
  ) throws -> ModuleRecord {
    var record = ModuleRecord(name: name, source: try source(words, of: parameter, in: invocation))
    record.variables = try variables(in: invocation)
    record.tokenVariable = invocation[tokenVariable]
    if record.commandLine != nil, record.tokenVariable != nil {
      throw invocation.usageError("--token-env is for a remote server", at: tokenVariable)
    }
    return record
  }

  @MainActor
  private func source(
    _ words: [String], of parameter: some Parameter, in invocation: Invocation
  ) throws -> ModuleRecord.Source {
    guard let address = invocation[url] else {
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

  @MainActor
  private func variables(in invocation: Invocation) throws -> [String: String] {
    var values: [String: String] = [:]
    for (index, text) in invocation[variables].enumerated() {
      try invocation.pointing(at: variables, index: index) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
          throw ShellError(.usage, "--env takes NAME=VALUE")
        }
        let name = String(text[..<equals])
        guard values.updateValue(String(text[equals...].dropFirst()), forKey: name) == nil else {
          throw ShellError(.usage, "the variable '\(name)' is given twice")
        }
      }
    }
    return values
  }
}
