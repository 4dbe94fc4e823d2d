import SeashellHosting
import SeashellKit
import Glibc

struct MCPCommand: Command {
  let context: ModuleContext
  let abstract: String

  let isReadOnly = Flag("read-only", "offer only commands that change nothing")
  let patterns = Option<[String]>(
    "only", value: "PATTERN",
    "offer only these: an API, a module or a command, with * and ?; a dot may be a blank")

  var specification: CommandSpecification {
    let name = context.identity.name
    return CommandSpecification(
      "mcp",
      abstract: abstract,
      discussion: """
        It speaks the Model Context Protocol on standard input and output, a message a line, until \
        the input ends. Each command is a tool: 'env list' is env_list. The commands of all APIs are \
        offered, those of added ones with the API's name: 'wh items list' is wh_items_list. If more than \
        \(ToolList.mostTools) commands are left, there are two tools in their place: \(CommandTools.find) \
        finds commands by words and \(CommandTools.run) runs one. Clients start it \
        themselves; most have a configuration file that wants:

        {"mcpServers":{"\(name)":{"command":"\(name)","args":["mcp","--read-only"]}}}

        Options of \(name) itself, such as -e NAME, come before mcp. A command that asks for \
        confirmation asks the client's user, and is refused if the client cannot ask. Commands that \
        take passwords or other secrets are not offered, so sign in beforehand, with \
        '\(name) session login', if there is such a command. Neither are those that add or change APIs, \
        environments and modules. The option --header of an API's operations is left out, and so are \
        options that name a file, such as --save, and --answers. A command of an added module counts as one that \
        changes data, unless 'modules trust NAME --read-only-hints' believes what its tool says. The resource \(ServedEvents.uri) lists \
        the latest events. Up to \(ServedCalls.maximumRunning) commands run at once.
        """,
      examples: [
        .init("\(name) mcp --read-only", "offers what changes nothing"),
        .init(
          "\(name) mcp --only products --only 'reviews *'", "offers the commands of two modules"),
        .init("\(name) mcp --only 'wh.items.*'", "offers the commands of a group of an added API"),
      ],
      parameters: [isReadOnly, patterns])
  }

  func run(_ invocation: Invocation) async throws {
    // It is there only if the program was started for this command alone.
    guard let console = context.console as? RelayConsole else {
      guard !context.runsOneCommand else {
        throw ShellError(
          .failed, "this shell has the module 'mcp' without its role",
          hint: "its author adds it: ShellApp(…) { … }.with(roles: [MCPModule.role])")
      }
      throw ShellError(
        .usage, "mcp needs standard input and output for itself, so it cannot run here",
        hint: "let a client of the protocol start '\(context.identity.name) mcp'")
    }
    // Load APIs before subscribing, since each loaded module would count as a change.
    let catalogue = invocation.catalogue
    catalogue.openAPIs()
    let tools = ToolList(
      catalogue, isReadOnly: invocation[isReadOnly], only: invocation[patterns])
    for pattern in tools.idlePatterns {
      invocation.report("--only '\(pattern)' matches no command that can be offered")
    }
    if isatty(STDIN_FILENO) == 1 {
      invocation.report(
        "waiting for messages of the Model Context Protocol, which a client sends; Ctrl-D ends it,"
          + " and '\(context.identity.name) mcp --help' says how a client starts it")
    }
    let events = ServedEvents(context.bus, clock: context.clock) {
      try invocation.followChanges()
    }
    let session = ServingSession(try .takeStandardStreams(), clock: context.clock) { output in
      ToolServer(context.identity, catalogue, tools, events, output)
    }
    await invocation.handlingTermination {
      await serve(session, console, invocation)
    }
  }

  private func serve(
    _ session: ServingSession, _ console: RelayConsole, _ invocation: Invocation
  ) async {
    console.whenNotified = { [weak session] in session?.log($0) }
    defer { console.whenNotified = nil }
    var isChanging = false
    // An API loads a module for each of its groups, all in one turn. Report them as one change.
    let toolsChange = { [weak session] in
      guard !isChanging else { return }
      isChanging = true
      // This task needs no owner: it is short.
      Task {
        isChanging = false
        session?.toolsChanged()
      }
    }
    let changes = [
      context.bus.subscribeOnMain(to: ModuleLoaded.self) { _ in toolsChange() },
      context.bus.subscribeOnMain(to: ModuleUnloaded.self) { _ in toolsChange() },
    ]
    let termination = Task {
      try? await invocation.untilTerminated()
      session.stop()
    }
    await withTaskCancellationHandler {
      await session.run()
    } onCancel: {
      // SIGINT and SIGTERM both end the session here.
      termination.cancel()
    }
    termination.cancel()
    for change in changes { change.cancel() }
  }
}
