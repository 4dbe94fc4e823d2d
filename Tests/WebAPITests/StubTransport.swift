import CoreEvents
import FoundationEssentials
import SeashellTesting
import Synchronization
import WebAPI
import WebMessages

extension StubTransport {
  /// Makes a transport that gives every request the same response.
  convenience init(status: Int, headers: HTTPHeaders = [:], _ body: String = "") {
    self.init { _ in
      HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(body.utf8)))
    }
  }
}

struct StubClient: APIClient {
  var baseURL: URL
  var version: String? = "v1"
  var transport: any Transport
  var events: EventBus?
  var authorizer: (any Authorizer)?
  var announced: RecentEventIDs?
  var format = ServiceFormat.plain
  var keys = ServiceKeys.snake
  var retries = APIRetrySettings.never
  var honorsIdempotencyKeys = false
  var health: CircuitBreaker?
  var cache: ResponseCache?
  var maximumRedirects = 5
  var maximumResponseSize: Int?
  var additions: [APIRequestAddition] = []
  var deferral: (any WriteDeferral)?
  var traced: Record?
  var commands: Record?

  func trace(_ line: () -> String) { traced?.add(line()) }

  func traceCommand(_ line: () -> String) -> Bool {
    commands?.add(line())
    return commands != nil
  }

  init(
    _ transport: any Transport, base: String = "https://shop.test", events: EventBus? = nil,
    authorizer: (any Authorizer)? = nil, announced: RecentEventIDs? = nil
  ) throws {
    self.transport = transport
    self.baseURL = try url(base)
    self.events = events
    self.authorizer = authorizer
    self.announced = announced
  }
}

struct NotAnAddress: Error {}

func url(_ text: String) throws -> URL {
  guard let url = URL(string: text) else { throw NotAnAddress() }
  return url
}

/// An answer that is here, for tests of what is made of one.
func answer(
  _ status: Int = 200, _ body: String = "", headers: HTTPHeaders = [:],
  to request: APIRequest = APIRequest(path: "products")
) -> APIResponse {
  APIResponse(
    statusCode: status, headers: headers, data: Data(body.utf8), request: request)
}

/// The error that the closure throws, if it throws an ``APIError``.
func failure(_ body: () async throws -> Void) async -> APIError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? APIError
  }
}

/// Collects what happens, in order.
final class Record: Sendable {
  private let entries = Mutex<[String]>([])

  var lines: [String] { entries.withLock(\.self) }

  func add(_ line: String) { entries.withLock { $0.append(line) } }
}

struct Item: Codable, Equatable {
  var id: String
  var price: Double?
}
