import SeashellKit

struct AddModule: Command {
  let state: ModulesState
  let control: any ModuleControl
  let name = Argument<String?>("NAME", "the module's name, which precedes its commands")
  let words = Argument<[GivenText]>(
    "WORD", "the command line; put '--' before it", completion: "files")
  let source = ModuleSourceOptions()
  let file = Option<String?>(
    "from", value: "FILE", "another client's list of servers (mcpServers)", completion: "files")
  let allows = Option<[String]>("allow", value: "RULE", "what it may request: 'GET /products/**'")
  let api = Option<String?>(
    "api", value: "API", "the API that it is for; by default the shell's own")
  let data = Option<[String]>(
    "data", value: "FILE", "a file of the command line that it may change", completion: "files")
  let isInDevelopment = Flag("dev", "its files may change, and it is started anew when they have")
  let believesHints = Flag(
    "read-only-hints", "believe its tools that say that they change nothing")
  let isConfirmed = Flag("yes", "do not ask for confirmation")

  var specification: CommandSpecification {
    CommandSpecification(
      "add",
      abstract: "Add a module that is another process",
      discussion: """
        The command line after '--' is a server of the Model Context Protocol, or with --program a \
        program that describes its tools if it is called with --seashell-describe. It runs with your \
        rights, so you are first shown what would be started, with its variables, and asked. Then it is \
        started once, to show what it offers; from then on its tools are commands, and it is started \
        when one of them is run.
        The program and the words that name files are recorded with their full paths and with SHA-256 of \
        their content. If one of them changes, the module is not started until 'modules trust NAME', \
        except for the files given with --data.
        ${NAME} in a word, a value or an address stands for a variable of the shell's environment when \
        the module is started; ${NAME:-default} has a default, and $${ stands for ${. Quote such words \
        with '…'. A secret is never recorded, and never an argument: --env NAME asks for it, and keeps it in \
        a file that only you can read; --env 'NAME=${NAME}' takes a variable of the shell, and \
        --env 'NAME=${file:~/.secrets/name}' a file that only you can read, whenever the module is started.
        Through $SEASHELL_GATEWAY a module can send requests to the current environment, if a rule \
        allows it: --allow 'GET /products/**' or --allow events. By default nothing is allowed. With --api \
        its requests go to that API, it hears that API's events, and its commands need the API's name \
        elsewhere.
        A tool counts as one that may change something, unless it says that it does not (readOnlyHint) and \
        you believe the module: --read-only-hints. Then 'mcp --read-only' offers the tool too.
        --from FILE alone lists the servers in the file. With NAME it adds the one of that name, or the \
        one named by WORD.
        """,
      examples: [
        .init("modules add clock --yes -- mcp-server-time", "adds a server on this machine")
      ],
      parameters: [
        name, words, source, file, allows, api, data, isInDevelopment, believesHints, isConfirmed,
      ])
  }

  func run(_ invocation: Invocation) async throws {
    guard let name = invocation[name] else { return try list(invocation) }
    try invocation.pointing(at: self.name) { try checkName(name) }
    var record = try await record(named: name, invocation)
    record.allows = try rules(invocation)
    record.api = try api(invocation)
    record.dataFiles = Set(invocation[data])
    record.isInDevelopment = invocation[isInDevelopment]
    record.believesHints = invocation[believesHints]
    try record.resolveFiles(in: state.folder(), state.variable)
    if !record.isInDevelopment { try record.trustFiles(state.variable) }
    let visible = record.visibleWords
    if !visible.isEmpty {
      let words = visible.map { "'\($0)'" }.joined(separator: ", ")
      invocation.report(
        "other users can see the value of \(words) in the list of processes while the module runs; pass"
          + " it as --env, if the module takes it from a variable")
    }
    if !invocation[isConfirmed] { try await askToStart(record, invocation) }
    let probe = try await control.probe(record)
    (record.tools, record.offer) = (probe.tools, probe.offer)
    record.abstract = ModuleOfferText.line(probe.offer.title ?? "A module in another process")
    let text = ModuleOfferText(
      record: record, probe: probe, showsSource: invocation[isConfirmed])
    try invocation.output.text(text.text(columns: invocation.console.columns))
    try invocation.output.showNow()
    try await control.add(record)
    invocation.report("added; 'help \(name)' lists its commands")
  }

  /// Asks the user for consent before anything is started.
  private func askToStart(_ record: ModuleRecord, _ invocation: Invocation) async throws {
    let text = ModuleConsentText(record: record)
    guard try await invocation.console.confirm(text.question, below: text.lines) else {
      throw ShellError(.failed, "nothing was started, and nothing was changed")
    }
  }

  /// Returns the API that the module is for; nil for the shell's own.
  private func api(_ invocation: Invocation) throws -> String? {
    guard let name = invocation[api] else { return nil }
    return try invocation.pointing(at: api) { try control.recordedName(ofAPI: name) }
  }

  /// Returns the rules in the form in which they are recorded; the error points at an invalid one.
  private func rules(_ invocation: Invocation) throws -> [String] {
    try invocation[allows].enumerated().map { index, text in
      try invocation.pointing(at: allows, index: index) { try GatewayRule(parsing: text).text }
    }
  }

  private func record(
    named name: String, _ invocation: Invocation
  ) async throws -> ModuleRecord {
    let words = invocation[words].map(VariableTemplate.written)
    guard let file = invocation[file] else {
      return try await source.record(named: name, words, of: self.words, in: invocation)
    }
    guard words.count <= 1 else {
      throw invocation.usageError("--from takes one server of the file", at: self.words)
    }
    let message = "--from says where the server is"
    if invocation[source.url] != nil { throw invocation.usageError(message, at: source.url) }
    if invocation[source.tokenVariable] != nil {
      throw invocation.usageError(message, at: source.tokenVariable)
    }
    let servers = try invocation.pointing(at: self.file) { try ServerList(path: file) }
    let entry = try servers.entry(named: words.first ?? name)
    var (record, unused) = try servers.record(of: entry)
    if !unused.isEmpty {
      let names = unused.map { "'\($0)'" }.joined(separator: ", ")
      invocation.report("not used of the server '\(entry.name)': \(names)")
    }
    record.name = name
    let moved = record.takeSecrets()
    if !moved.isEmpty {
      invocation.report(
        "kept in a file that only you can read: \(moved.joined(separator: ", ")); '\(file)' still has it"
      )
    }
    return record
  }

  /// - Throws: `ShellError` that names both modules if the name is taken.
  private func checkName(_ name: String) throws {
    guard CommandSpecification.isName(name) else {
      throw ShellError(.usage, "a module's name \(CommandSpecification.rule)")
    }
    if state.host.builtinNames.contains(name) {
      throw ShellError(
        .usage, "'\(name)' is a command of the shell", hint: "choose another name for the module")
    }
    guard let other = try? state.entry(named: name) else { return }
    guard let record = other.record else {
      throw ShellError(
        .usage, "'\(name)' is a module of the shell: \(other.abstract)",
        hint: "choose another name for the module")
    }
    throw ShellError(
      .usage, "the module '\(name)' is added already: \(ModulesView.source(record))",
      hint: "modules remove \(name)")
  }

  private func list(_ invocation: Invocation) throws {
    guard let file = invocation[file] else {
      throw ShellError(
        .usage, "modules add needs a NAME",
        hint: "modules add NAME -- WORD…, or modules add --from FILE")
    }
    let servers = try invocation.pointing(at: self.file) { try ServerList(path: file) }
    let added = Set(control.records.map(\.name))
    try invocation.output.columns(["name", "source", "added", "problem"].map { Column($0) })
    for entry in servers.entries {
      var (source, problem) = (CellValue.null, CellValue.null)
      do {
        var record = try servers.record(of: entry).record
        record.takeSecrets()
        source = .text(ModulesView.source(record))
      } catch {
        problem = .text(ShellError(error).message)
      }
      try invocation.output.row([
        .text(entry.name), source, .boolean(added.contains(entry.name)), problem,
      ])
    }
  }
}
