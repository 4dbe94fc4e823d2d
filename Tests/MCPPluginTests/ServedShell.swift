import CoreSystem
import Glibc
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellHelp
import ShellJobs
import ShellRuntime

@testable import MCPPlugin

/// A shell with a small module, which serves a test over pipes.
@MainActor
final class ServedShell {
  let shell: Shell
  let sample = SampleModule()
  private let toServer: Pipe
  private let fromServer: Pipe
  private var received: [CellValue] = []
  private var waiting: CheckedContinuation<Void, Never>?
  private var running: Task<Void, Never>?
  private let session: ServingSession

  /// - Parameters:
  ///   - isReadOnly: as with `mcp --read-only`.
  ///   - patterns: as with `mcp --only`.
  ///   - operations: the module of the API `wh`, which is not current; nil for a shell with one API.
  init(
    isReadOnly: Bool = false, only patterns: [String] = [],
    clock: any Clock<Duration> = ContinuousClock(), operations: (any FeatureModule)? = nil
  ) throws {
    let identity = ShellIdentity("test", version: "0")
    let bus = EventBus()
    let environments = StubEnvironments(ownAPI: "shop")
    var host = ShellHost(
      identity: identity, bus: bus, process: StubProcess(), environments: environments,
      help: HelpPages(program: "test"), background: BackgroundJobs(bus: bus))
    host.clock = clock
    shell = try Shell(
      host, settings: ShellSettings(),
      streams: StandardStreams(output: MemorySink(), errors: MemorySink()),
      console: RelayConsole(RecordingConsole()))
    try shell.modules.load(sample)
    toServer = try Pipe()
    fromServer = try Pipe()
    let catalogue = ModuleCommands(shell)
    if let operations {
      let open = { @MainActor [weak modules = shell.modules] in
        _ = try modules?.load(operations, broughtBy: "wh")
      }
      environments.others = [("wh", open)]
    }
    catalogue.openAPIs()
    let tools = ToolList(catalogue, isReadOnly: isReadOnly, only: patterns)
    let events = ServedEvents(bus, clock: clock) { {} }
    session = ServingSession(
      ServingDescriptors(input: toServer.reading, output: fromServer.writing), clock: clock
    ) { ToolServer(identity, catalogue, tools, events, $0) }
  }

  /// Starts the server, and collects what it writes.
  func start() {
    let reader = ServingInput(fromServer.reading)
    reader.start { lines in
      for case .message(let message) in lines ?? [] { self.received.append(message) }
      self.waiting?.resume()
      self.waiting = nil
      reader.readOn()
    }
    running = Task { await session.run() }
  }

  func send(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    precondition(write(toServer.writing, bytes, bytes.count) == bytes.count)
  }

  /// Waits for the next message of the server.
  func next() async -> CellValue {
    while received.isEmpty {
      await withCheckedContinuation { continuation in
        if received.isEmpty { waiting = continuation } else { continuation.resume() }
      }
    }
    return received.removeFirst()
  }

  /// Sends a request, and waits for the next message.
  func ask(_ line: String) async -> CellValue {
    send(line)
    return await next()
  }

  func initialize(_ revision: String = "2025-11-25", capabilities: String = "{}") async {
    _ = await ask(
      #"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"\#(revision)","#
        + #""capabilities":\#(capabilities),"clientInfo":{"name":"t","version":"1"}}}"#)
  }

  func toolsChanged() { session.toolsChanged() }

  /// Closes the input, and waits for the end.
  func end() async {
    close(toServer.writing)
    await running?.value
    close(fromServer.writing)
  }

  func call(_ tool: String, _ arguments: String = "{}", id: Int = 1, more: String = "") {
    send(
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","#
        + #""arguments":\#(arguments)\#(more)}}"#)
  }
}

/// Commands of an API that are made when they are first used.
@MainActor
final class Operations: FeatureModule, CommandSource {
  let name = "items"
  let abstract = "Items"
  let commands: [any Command] = []
  private let all: [SampleOperation]
  /// The names of the commands that were made, in order.
  private(set) var made: [String] = []

  init(_ operations: [SampleOperation]) { all = operations }

  /// Reads that list something, numbered from 1.
  convenience init(count: Int, _ others: SampleOperation...) {
    self.init(
      (1...count).map {
        SampleOperation("list\($0)", "List what is number \($0)", changesData: false)
      }
        + others)
  }

  var contributions: Contributions { Contributions(source: self, author: "the API 'wh'") }

  var summaries: [CommandSummary] {
    all.map {
      let specification = $0.specification
      return CommandSummary(
        specification.name, specification.abstract, changesData: specification.changesData)
    }
  }

  func command(named name: String) -> (any Command)? {
    guard let operation = all.first(where: { $0.specification.name == name }) else { return nil }
    made.append(name)
    return operation
  }
}

/// An operation, which writes what it was given.
struct SampleOperation: Command {
  var specification: CommandSpecification

  /// - Parameter options: the names of its options; `!` before one makes it secret.
  init(
    _ name: String, _ abstract: String, options: [String] = [], confirms: String? = nil,
    changesData: Bool = true
  ) {
    var header = OptionSpecification(
      "header", value: "NAME:VALUE", "add a header field"
    ).secret().repeating()
    header.isExtra = true
    let options: [OptionSpecification] = options.map {
      var option = OptionSpecification(
        $0.replacing("!", with: ""), value: "TEXT", "see elsewhere")
      option.isSecret = $0.hasPrefix("!")
      return option
    }
    specification = CommandSpecification(
      name, abstract: abstract, options: options + [header], changesData: changesData
    ).confirming(confirms)
  }

  func run(_ invocation: Invocation) async throws {
    let options = specification.options.dropLast()
    try invocation.output.record(
      [Column("did")] + options.map { Column($0.name) },
      [.text(specification.name)]
        + options.map { invocation.arguments.text($0.name).map { .text($0) } ?? .null })
  }
}

/// Commands of many kinds.
@MainActor
final class SampleModule: FeatureModule {
  let name = "sample"
  let abstract = "Try what can be served"
  var cancelled = 0
  var commands: [any Command] {
    [
      SampleCommand("list", changesData: false) { invocation in
        try invocation.output.columns([Column("id"), Column("price")])
        for number in 1...3 { try invocation.output.row([.integer(number), .text("a\nb")]) }
      },
      SampleCommand("none", changesData: false) { try $0.output.columns([Column("id")]) },
      SampleCommand("say") { try $0.output.text("hello\nyou") },
      SampleCommand("silent") { _ in },
      SampleCommand("note") { invocation in
        invocation.console.notify("look")
        try invocation.output.record([Column("id")], [.integer(1)])
      },
      SampleCommand("fail") { _ in throw ShellError(.notFound, "not there", hint: "look") },
      SampleCommand("wait") { [self] _ in
        do {
          try await Task.sleep(for: .seconds(3_600))
        } catch {
          cancelled += 1
          throw error
        }
      },
      SampleCommand("drop", confirms: "Drop it?") { try $0.output.text("dropped") },
      SampleCommand("name") { invocation in
        try invocation.output.text(
          try await invocation.console.ask(Question("name", alternative: "--name N")))
      },
      SampleCommand("progress") { invocation in
        invocation.console.progress(ProgressUpdate("half", fraction: 0.5))
        invocation.console.progress(ProgressUpdate("less", fraction: 0.4))
        invocation.console.progress(nil)
      },
      SampleCommand("big") { invocation in
        let text = String(repeating: "x", count: 1 << 20)
        for _ in 0..<40 { try invocation.output.text(text) }
      },
      SampleCommand("read") { try $0.output.text(try await $0.console.readInput(upTo: 10)) },
      SampleCommand("secret", hasSecretWords: true) { _ in },
      SampleArguments(),
    ]
  }
}

/// A command without parameters.
struct SampleCommand: Command {
  let specification: CommandSpecification
  private let body: @MainActor (Invocation) async throws -> Void

  init(
    _ name: String, confirms: String? = nil, hasSecretWords: Bool = false, changesData: Bool = true,
    _ body: @escaping @MainActor (Invocation) async throws -> Void
  ) {
    var specification = CommandSpecification(
      name, abstract: "Try \(name)", changesData: changesData
    ).confirming(confirms)
    specification.hasSecretWords = hasSecretWords
    self.specification = specification
    self.body = body
  }

  func run(_ invocation: Invocation) async throws { try await body(invocation) }
}

/// A command with parameters of all kinds, which writes what it was given.
struct SampleArguments: Command {
  enum Colour: String, CaseIterable, ParameterValue { case red, green }

  let place = Argument<String?>("PLACE", "where")
  let item = Argument<String>("ITEM", "which one")
  let count = Option<Int?>("per-page", "how many", in: 1...9)
  let price = Option<Double?>("price", "how much", in: 0...9.5)
  let colour = Option<Colour>("colour", "which colour", default: .red)
  let tags = Option<[String]>("tag", "a tag")
  let all = Flag("all", "all of them")
  var specification: CommandSpecification {
    CommandSpecification(
      "take", abstract: "Take parameters", discussion: "More of it.",
      parameters: [place, item, count, price, colour, tags, all])
  }

  func run(_ invocation: Invocation) async throws {
    try invocation.output.record(
      ["place", "item", "count", "price", "colour", "tags", "all"].map { Column($0) },
      [
        invocation[place].map { .text($0) } ?? .null, .text(invocation[item]),
        invocation[count].map { .integer($0) } ?? .null,
        invocation[price].map { CellValue($0) } ?? .null,
        .text(invocation[colour].rawValue), .list(invocation[tags].map { .text($0) }),
        .boolean(invocation[all]),
      ])
  }
}
