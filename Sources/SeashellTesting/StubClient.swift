import FoundationEssentials
import SeashellHosting

/// A client whose properties a test sets, and which records its trace.
struct StubClient: APIClient {
  var baseURL: URL
  var version: String?
  var transport: any Transport
  var events: EventBus?
  var authorizer: (any Authorizer)?
  var announced: RecentEventIDs?
  var format = ServiceFormat.plain
  var keys = ServiceKeys.snake
  var retries = APIRetrySettings.never
  var honorsIdempotencyKeys: Bool
  var health: CircuitBreaker?
  var cache: ResponseCache?
  var maximumRedirects = 5
  var maximumResponseSize: Int?
  var additions: [APIRequestAddition] = []
  var deferral: (any WriteDeferral)?
  var traced: Record<String>?
  var commands: Record<String>?
  var cancelled: Record<DataChange>?

  /// Creates a client that repeats no request.
  init(
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

  func didCancelWrite(_ change: DataChange) async { cancelled?.add(change) }

  func trace(_ line: () -> String) { traced?.add(line()) }

  func traceCommand(_ line: () -> String) -> Bool {
    commands?.add(line())
    return commands != nil
  }
}
