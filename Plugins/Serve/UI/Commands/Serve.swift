import SeashellKit
import ShopServer
import WebServer

struct Serve: Command {
  /// The longest password input, in bytes.
  private static let longestInput = 4_096

  /// The time limits for requests in flight when the server stops.
  private static let stopBounds = (
    sigterm: Duration.seconds(10), interrupt: Duration.milliseconds(500)
  )

  let context: ModuleContext
  let specification = CommandSpecification(
    "serve",
    abstract: "Serve the embedded shop over HTTP until it is stopped",
    discussion: """
      Prints the URL once the shop can be reached, and a line for each request, without its query, on \
      standard error; 'seashell -q serve' leaves out those lines. Ctrl-C stops it. SIGTERM gives the \
      requests in flight 10 seconds, then stops it with exit status 0.

      Only this machine can reach the shop, unless --allow-remote is given. That requires a new password \
      for the account 'demo': --password-stdin sets it, as in 'seashell serve --host 0.0.0.0 \
      --allow-remote --password-stdin < password.txt'. Nothing is encrypted: put a TLS proxy in front, \
      or use it in a trusted network.

      --fail 0.25 answers every fourth request with 503, before anything is changed.
      """,
    examples: [
      .init("serve", "serves on http://127.0.0.1:8080, which 'seashell -e dev' uses"),
      .init("serve --port 0", "chooses a free port and prints it"),
      .init(
        "serve --products 100000", "serves 100,000 generated products, and deletes them at the end"),
      .init("serve --delay 300 --fail 0.1", "is slow, and fails every tenth request"),
    ],
    options: [
      .init("host", value: "HOST", "the host or address to listen at", default: "127.0.0.1"),
      .init(
        "port", value: "PORT", "the port to listen at; 0 chooses a free one",
        type: .integer(0...65_535), default: "8080"),
      .init(
        "database", value: "FILE",
        "the shop's database, created if it does not exist; the default is the embedded shop's",
        completion: "files"),
      .init(
        "products", value: "N", "create a new shop with N products, for measurements",
        type: .integer(1...10_000_000)),
      .init(
        "delay", value: "MS", "wait this many milliseconds before each response",
        type: .integer(0...600_000), default: "0"),
      .init(
        "fail", value: "RATE", "answer this share of the requests, 0 to 1, with 503", type: .number,
        default: "0"),
      .init(flag: "allow-remote", "let other machines reach the shop"),
      .init(
        flag: "password-stdin", "set the password of 'demo' to the line on standard input"),
    ])

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let settings = try settings(arguments)
    let remote = try checkRemoteAccess(arguments, settings)
    // Before the URL is printed, since SIGTERM may follow at once.
    try await invocation.handlingTermination {
      try await serve(settings, isRemote: remote, invocation)
    }
  }

  private func serve(
    _ settings: ShopServerSettings, isRemote: Bool, _ invocation: Invocation
  ) async throws {
    let arguments = invocation.arguments
    let database = try ServedDatabase(
      file: arguments.text("database"), products: arguments.integer("products"),
      embedded: "\(context.directories.data)/shop.db")
    defer { database.remove() }
    let service = ShopService(database: database.path, settings)
    let isReady = try await unlessTerminated(invocation) {
      if let products = database.products { invocation.report("creating \(products) products…") }
      try await database.generate()
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

  /// Serves and prints a line for each request, until the command is stopped.
  private func serve(_ service: ShopService, _ invocation: Invocation) async throws {
    let authority = try service.start()
    let logging = Task {
      while let batch = await service.log.next() {
        for record in batch.records { invocation.report(record.line) }
        if batch.dropped > 0 { invocation.report(ServeView.dropped(batch.dropped)) }
        await Task.yield()
      }
    }
    let outcome: Result<Void, any Error>
    do {
      try invocation.output.text(ServeView.address(authority))
      try invocation.output.showNow()
      invocation.report(ServeView.advice(authority))
      try await invocation.untilTerminated()
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    let isTerminated = (try? outcome.get()) != nil
    let cut = await service.stop(
      within: isTerminated ? Self.stopBounds.sigterm : Self.stopBounds.interrupt)
    await logging.value
    if cut > 0 { invocation.report(ServeView.cut(cut)) }
    try outcome.get()
  }

  private func settings(_ arguments: BoundArguments) throws -> ShopServerSettings {
    var settings = ShopServerSettings()
    settings.http.host = arguments.text("host") ?? settings.http.host
    settings.http.port = arguments.integer("port") ?? settings.http.port
    settings.delay = .milliseconds(arguments.integer("delay") ?? 0)
    settings.failureRate = arguments.number("fail") ?? 0
    guard settings.failureRate <= 1 else {
      throw ShellError(
        .usage, "--fail takes a number from 0 to 1", word: arguments.word(of: "fail"))
    }
    return settings
  }

  /// Returns whether other machines can reach the server; throws unless that is allowed.
  private func checkRemoteAccess(
    _ arguments: BoundArguments, _ settings: ShopServerSettings
  ) throws -> Bool {
    let isRemote = try !ShopService.isLoopback(settings.http.host)
    guard isRemote, !arguments.flag("allow-remote") else { return isRemote }
    throw ShellError(
      .usage, "other machines can reach '\(settings.http.host)'",
      hint: "pass --allow-remote to allow it", word: arguments.word(of: "host"))
  }

  /// Runs `body`; on SIGTERM, cancels it and returns false.
  @MainActor
  private func unlessTerminated(
    _ invocation: Invocation, _ body: @escaping @MainActor () async throws -> Void
  ) async throws -> Bool {
    let work = Task { try await body() }
    let termination = Task {
      try await invocation.untilTerminated()
      work.cancel()
    }
    defer { termination.cancel() }
    do {
      try await withTaskCancellationHandler {
        try await work.value
      } onCancel: {
        work.cancel()
      }
    } catch {
      guard work.isCancelled, !Task.isCancelled else { throw error }
      return false
    }
    return true
  }
}

private enum PasswordInput {
  /// Returns an input's only line, without its newline.
  static func line(of input: String) throws -> String {
    var line = input
    if let last = line.last, last == "\n" || last == "\r\n" { line.removeLast() }
    guard !line.isEmpty else { throw ShellError(.usage, "the password is empty") }
    guard !line.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) else {
      throw ShellError(
        .usage, "standard input has more than one line", hint: "pass only the password")
    }
    return line
  }
}
