import SeashellKit
import WebServer

struct Serve: Command {
  /// The maximum length of a password on standard input, in bytes.
  private static let longestInput = 4_096

  /// The time limits for requests in flight when the server stops.
  private static let stopBounds = (
    sigterm: Duration.seconds(10), interrupt: Duration.milliseconds(500)
  )

  let context: ModuleContext
  let host = Option<String>(
    "host", value: "HOST", "the host or address to listen at", default: "127.0.0.1")
  let port = Option<Int>(
    "port", value: "PORT", "the port to listen at; 0 chooses a free one", in: 0...65_535,
    default: 8080)
  let database = Option<String?>(
    "database", value: "FILE",
    "the shop's database, created if it does not exist; the default is the embedded shop's",
    completion: "files")
  let products = Option<Int?>(
    "products", "create a new shop with N products, for measurements", in: 1...10_000_000)
  let delay = Option<Int>(
    "delay", value: "MS", "wait this many milliseconds before each response", in: 0...600_000,
    default: 0)
  let failureRate = Option<Double>(
    "fail", value: "RATE", "answer this share of the requests with 503", in: 0...1, default: 0)
  let allowsRemote = Flag("allow-remote", "let other machines reach the shop")
  let readsPassword = Flag(
    "password-stdin", "set the password of 'demo' to the line on standard input")

  var specification: CommandSpecification {
    CommandSpecification(
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
          "serve --products 100000",
          "serves 100,000 generated products, and deletes them at the end"),
        .init("serve --delay 300 --fail 0.1", "is slow, and fails every tenth request"),
      ],
      parameters: [
        host, port, database, products, delay, failureRate, allowsRemote, readsPassword,
      ])
  }

  func run(_ invocation: Invocation) async throws {
    let settings = settings(invocation)
    let remote = try await checkRemoteAccess(invocation)
    // Done before the URL is printed, since SIGTERM may follow at once.
    try await invocation.handlingTermination {
      try await serve(settings, isRemote: remote, invocation)
    }
  }

  private func serve(
    _ settings: ShopServerSettings, isRemote: Bool, _ invocation: Invocation
  ) async throws {
    let (file, products) = (invocation[database], invocation[products])
    let embedded = "\(context.directories.data)/shop.db"
    // Off the main thread, since another process may hold the lock of a folder.
    let database = try await offMain {
      try ServedDatabase(file: file, products: products, embedded: embedded)
    }
    defer { database.remove() }
    let service = ShopService(database: database.path, settings)
    let isReady = try await unlessTerminated(invocation) {
      if let products = database.products { invocation.report("creating \(products) products…") }
      try await database.generate()
      try await service.open()
      if invocation[readsPassword] {
        try await service.setPassword(
          try PasswordInput.line(
            of: try await invocation.console.readInput(upTo: Self.longestInput, isSecret: true)))
      }
      if isRemote { try await service.checkPassword() }
    }
    if isReady { try await serve(service, invocation) }
  }

  /// Serves, and prints a line for each request, until the command is stopped.
  private func serve(_ service: ShopService, _ invocation: Invocation) async throws {
    let authority = try await service.start()
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

  private func settings(_ invocation: Invocation) -> ShopServerSettings {
    var settings = ShopServerSettings()
    settings.http.host = invocation[host]
    settings.http.port = invocation[port]
    settings.delay = .milliseconds(invocation[delay])
    settings.failureRate = invocation[failureRate]
    return settings
  }

  /// Returns whether other machines can reach the server; throws unless that is allowed.
  private func checkRemoteAccess(_ invocation: Invocation) async throws -> Bool {
    let isRemote = try await !ShopService.isLoopback(invocation[host])
    guard isRemote, !invocation[allowsRemote] else { return isRemote }
    throw invocation.usageError(
      "other machines can reach '\(invocation[host])'", at: host,
      hint: "pass --allow-remote to allow it")
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
