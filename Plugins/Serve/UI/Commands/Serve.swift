import SeashellKit
import ShopServer

struct Serve: Command {
  /// The longest password that is read from standard input, its newline included, in bytes.
  private static let longestInput = 4_096

  let context: ModuleContext
  let specification = CommandSpecification(
    "serve",
    abstract: "Serve the embedded shop over HTTP until it is stopped",
    discussion: """
      The address is printed as soon as the shop answers there, and a line for every request, without its \
      query, is told on standard error; 'seashell -q serve' leaves those out. Ctrl-C ends it, and so does \
      SIGTERM, which lets requests that have come whole be answered within 10 seconds, and then ends with \
      status 0.

      Only this machine is served, unless --allow-remote is given. That asks for another password of \
      the account 'demo' than its first one: --password-stdin sets it, as in 'seashell serve \
      --host 0.0.0.0 --allow-remote --password-stdin < password.txt'. It is not encrypted: put a \
      server that speaks TLS before it, or trust the network.

      --fail 0.25 answers every fourth request with 503, before anything is changed.
      """,
    examples: [
      .init("serve", "serves on http://127.0.0.1:8080; 'seashell -e dev' talks to it"),
      .init("serve --port 0", "takes a port that is free, and prints it"),
      .init(
        "serve --products 100000", "serves so many made-up products, and forgets them at the end"),
      .init("serve --delay 300 --fail 0.1", "is slow, and fails one request in ten"),
    ],
    options: [
      .init("host", value: "HOST", "the host or address to listen at", default: "127.0.0.1"),
      .init(
        "port", value: "PORT", "the port to listen at; 0 takes one that is free",
        type: .integer(0...65_535), default: "8080"),
      .init(
        "database", value: "FILE",
        "the shop's database, made where it is missing; left out, the embedded shop's own",
        completion: "files"),
      .init(
        "products", value: "N", "make a new shop with so many products, for measurements",
        type: .integer(1...10_000_000)),
      .init(
        "delay", value: "MS", "wait so many milliseconds before each answer",
        type: .integer(0...600_000), default: "0"),
      .init(
        "fail", value: "RATE", "answer this part of the requests, 0 to 1, with 503", type: .number,
        default: "0"),
      .init(flag: "allow-remote", "serve other machines as well"),
      .init(
        flag: "password-stdin", "first set the password of 'demo' to what standard input says"),
    ])

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let settings = try settings(arguments)
    let remote = try checkedRemote(arguments, settings)
    // From the beginning: whoever reads the address may say at once that it is enough.
    try await invocation.handlingTermination {
      try await serve(settings, isRemote: remote, invocation)
    }
  }

  private func serve(
    _ settings: ShopServerSettings, isRemote: Bool, _ invocation: Invocation
  ) async throws {
    let arguments = invocation.arguments
    let stock = try ServedStock(
      file: arguments.text("database"), products: arguments.integer("products"),
      embedded: "\(context.directories.data)/shop.db")
    defer { stock.remove() }
    let service = ShopService(database: stock.path, settings)
    let isReady = try await Preparation.unlessTerminated(invocation) {
      if stock.isMade { invocation.report("making \(stock.products ?? 0) products…") }
      try await stock.make()
      try await service.open()
      if arguments.flag("password-stdin") {
        try await service.setPassword(
          try PasswordInput.line(
            of: try await context.console.readInput(upTo: Self.longestInput, isSecret: true)))
      }
      if isRemote { try await service.checkPassword() }
    }
    if isReady { try await serve(service, invocation) }
  }

  /// Serves until it is stopped, and tells of every request meanwhile.
  private func serve(_ service: ShopService, _ invocation: Invocation) async throws {
    let authority = try service.start()
    let teller = Task {
      while let batch = await service.log.next() {
        for record in batch.records { invocation.report(record.line) }
        if batch.dropped > 0 { invocation.report(ServeView.dropped(batch.dropped)) }
        await Task.yield()
      }
    }
    let ending: Result<Void, any Error>
    do {
      try invocation.output.text(ServeView.address(authority))
      try invocation.output.showNow()
      invocation.report(ServeView.advice(authority))
      try await invocation.untilTerminated()
      ending = .success(())
    } catch {
      ending = .failure(error)
    }
    let isPatient = (try? ending.get()) != nil
    let cut = await service.stop(isPatient: isPatient)
    await teller.value
    if cut > 0 { invocation.report(ServeView.cut(cut)) }
    try ending.get()
  }

  private func settings(_ arguments: BoundArguments) throws -> ShopServerSettings {
    var settings = ShopServerSettings()
    settings.host = arguments.text("host") ?? settings.host
    settings.port = arguments.integer("port") ?? settings.port
    settings.delay = .milliseconds(arguments.integer("delay") ?? 0)
    settings.failures = arguments.number("fail") ?? 0
    guard settings.failures <= 1 else {
      throw ShellError(
        .usage, "--fail takes a number from 0 to 1", word: arguments.word(of: "fail"))
    }
    return settings
  }

  /// Whether other machines are served, which has to be allowed.
  private func checkedRemote(
    _ arguments: BoundArguments, _ settings: ShopServerSettings
  ) throws -> Bool {
    let isRemote: Bool
    do {
      isRemote = try !ShopServer.isLoopback(settings.host)
    } catch {
      throw ShopService.shellError(error)
    }
    guard isRemote, !arguments.flag("allow-remote") else { return isRemote }
    throw ShellError(
      .usage, "'\(settings.host)' is reached from other machines",
      hint: "give --allow-remote if that is meant", word: arguments.word(of: "host"))
  }
}
