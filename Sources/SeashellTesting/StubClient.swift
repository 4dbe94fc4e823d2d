package import FoundationEssentials
package import SeashellHosting

/// A client whose properties a test sets, and which records its trace.
package struct StubClient: APIClient {
  package var baseURL: URL
  package var version: String?
  package var transport: any Transport
  package var events: EventBus?
  package var authorizer: (any Authorizer)?
  package var announced: RecentEventIDs?
  package var format = ServiceFormat.plain
  package var keys = ServiceKeys.snake
  package var retries = APIRetrySettings.never
  package var honorsIdempotencyKeys: Bool
  package var health: CircuitBreaker?
  package var cache: ResponseCache?
  package var maximumRedirects = 5
  package var maximumResponseSize: Int?
  package var additions: [APIRequestAddition] = []
  package var deferral: (any WriteDeferral)?
  package var traced: Record<String>?
  package var commands: Record<String>?
  package var cancelled: Record<DataChange>?

  /// Creates a client that repeats no request.
  package init(
    _ transport: any Transport, base: String = "https://shop.test", version: String? = "v1",
    events: EventBus? = nil, authorizer: (any Authorizer)? = nil, announced: RecentEventIDs? = nil,
    honorsIdempotencyKeys: Bool = false
  ) throws {
    guard let url = URL(string: base) else {
      throw ShellError(.usage, "'\(base)' is not an address")
    }
    baseURL = url
    self.transport = transport
    self.version = version
    self.events = events
    self.authorizer = authorizer
    self.announced = announced
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
  }

  package func didCancelWrite(_ change: DataChange) async { cancelled?.add(change) }

  package func trace(_ line: () -> String) { traced?.add(line()) }

  package func traceCommand(_ line: () -> String) -> Bool {
    commands?.add(line())
    return commands != nil
  }
}
