import FoundationEssentials
import SeashellKit
import SeashellTesting
import TestSupport
import Testing

/// A module that uses what `Documentation/WritingModules.md` says a module can reach.
@MainActor
final class OrdersModule: FeatureModule {
  let name = "orders"
  let abstract = "Orders"
  let commands: [any Command] = []
  let pageSize: Int
  private let context: ModuleContext
  private let log: Logger

  /// - Throws: an error with file and line if the section `orders` of config.json is wrong.
  init(_ context: ModuleContext) throws {
    self.context = context
    log = context.logger("orders")
    let section = try context.configuration("orders", fields: ["pageSize"])
    pageSize = try section?.integer("pageSize", in: 1...100, "orders") ?? 20
  }

  func subscribe(to bus: EventBus) -> [Subscription] {
    [
      // Before and after each request of every module.
      context.intercept(
        request: { request in request.headers["X-Trace"] = "orders" },
        response: { [log] response in log.debug("status \(response.statusCode)") }),
      // A task that ends with the module.
      context.task("orders") { [context, log] in
        while true {
          try await context.clock.sleep(for: .seconds(60))
          log.debug("a minute has passed")
        }
      },
      bus.subscribeOnMain(to: SignedIn.self) { [log] event in
        log.debug("hello, \(event.user ?? "you")")
      },
    ]
  }
}

@MainActor
@Suite struct ReachTests {
  private let transport = StubTransport(json: "{}")
  private let clock = ManualClock()

  private func harness(_ configuration: String = "{}") throws -> ShellHarness {
    let harness = try ShellHarness(transport, clock: clock)
    try harness.configure(configuration)
    return harness
  }

  private func lines(_ harness: ShellHarness) -> [String] {
    harness.trace.filter { $0.hasPrefix("orders: ") }
  }

  @Test func `everything that a module has installed ends when it is unloaded`() async throws {
    let harness = try harness()
    _ = await harness.run("set verbose on")
    for _ in 1...2 {
      try harness.load(OrdersModule(harness.context))
      await clock.sleepers(1)
      clock.advance(by: .seconds(60))
      await clock.sleepers(1)
      harness.bus.post(SignedIn(user: "ada", environment: .test))
      _ = try await APIRequest(path: "x").response(on: harness.context.client)
      #expect(transport.requests.last?.headers["X-Trace"] == "orders")
      try harness.unload("orders")
      harness.bus.post(SignedIn(user: "bea", environment: .test))
      _ = try await APIRequest(path: "x").response(on: harness.context.client)
      #expect(transport.requests.last?.headers["X-Trace"] == nil)
    }
    let lines = ["orders: a minute has passed", "orders: hello, ada", "orders: status 200"]
    #expect(self.lines(harness) == lines + lines)
  }

  @Test func `a logger builds its lines only with -v, and from any thread`() async throws {
    let harness = try harness()
    let log = harness.context.logger("orders")
    var built = 0
    func line() -> String {
      built += 1
      return "built"
    }
    log.debug(line())
    #expect(built == 0)
    _ = await harness.run("set verbose on")
    log.debug(line())
    await Task.detached { log.debug("detached") }.value
    #expect(lines(harness) == ["orders: built", "orders: detached"])
  }

  @Test func `an error of a module's task is a notice, but its cancellation is not`() async throws {
    let harness = try harness()
    let failed = harness.context.task("orders") { throw ShellError(.failed, "no orders") }
    let waiting = harness.context.task { [clock] in
      try await clock.sleep(for: .seconds(1))
    }
    await clock.sleepers(1)
    waiting.cancel()
    await until { !harness.console.notices.isEmpty }
    #expect(harness.console.notices == ["orders: no orders"])
    withExtendedLifetime(failed) {}
  }

  @Test func `a module has a section of its own in the configuration`() throws {
    let context = try harness("{ orders: { pageSize: 50 } }").context
    #expect(try OrdersModule(context).pageSize == 50)
    #expect(throws: Never.self) { try context.sections.check() }
    #expect(try OrdersModule(harness().context).pageSize == 20)
  }

  @Test(
    arguments: [
      ("{\n orders: { pagesize: 1 } }", 2, "unknown field 'pagesize' in orders"),
      ("{ orders:\n { pageSize: 0 } }", 2, "orders.pageSize must be 1 to 100 orders"),
      ("{ orders: 3 }", 1, "orders must be an object, not a number"),
    ] as [(String, Int, String)])
  func `a mistake in a module's section is reported with its line`(
    text: String, line: Int, message: String
  ) throws {
    let context = try harness(text).context
    let error = try #require(throws: ConfigurationError.self) { try OrdersModule(context) }
    #expect(error.message == message)
    #expect(error.line == line)
    #expect(error.shellError.status == .usage)
  }

  @Test func `a section that no module has asked for is unknown`() throws {
    let context = try harness("{ environments: {},\n ordres: {} }").context
    _ = try OrdersModule(context)
    let error = try #require(throws: ConfigurationError.self) { try context.sections.check() }
    #expect(error.line == 2)
    #expect(error.message == "unknown field 'ordres' in the configuration")
    #expect(error.hint == "did you mean orders?")
  }

  @Test(arguments: ["environment", "environments"])
  func `a module cannot ask for a field of the shell`(name: String) throws {
    let context = try harness("{ environments: {} }").context
    let error = try #require(throws: ShellError.self) {
      try context.configuration(name, fields: [])
    }
    #expect(error.message == "the field '\(name)' of the configuration belongs to the shell")
  }
}
