import CoreEvents
import FoundationEssentials
import WebMessages

/// One request's way to the service and back, with the client's settings as they were at its start.
struct Exchange {
  let client: any APIClient
  let baseURL: URL
  let home: Origin
  let version: String?
  let transport: any Transport
  let format: ServiceFormat
  let keys: ServiceKeys
  let maximumRedirects: Int
  let maximumResponseSize: Int?
  let retries: APIRetrySettings
  let health: CircuitBreaker?
  let cache: ResponseCache?
  let events: EventBus?
  let announced: RecentEventIDs?
  private let authorizer: (any Authorizer)?

  init(_ client: any APIClient) {
    let client = client.settled
    self.client = client
    baseURL = client.baseURL
    home = Origin(baseURL)
    version = client.version
    transport = client.transport
    format = client.format
    keys = client.keys
    maximumRedirects = client.maximumRedirects
    maximumResponseSize = client.maximumResponseSize
    let crossesNetwork = transport.crossesNetwork
    retries = crossesNetwork ? client.retries : .never
    health = crossesNetwork ? client.health : nil
    cache = crossesNetwork ? client.cache : nil
    events = client.events
    authorizer = client.authorizer
    announced = client.announced
  }

  /// Sends a request and reads its answer; what it means for others is still to be announced.
  func response(to request: APIRequest) async throws -> APIResponse {
    try await answer(to: request, isStreamed: false) { arrival in try await collect(arrival) }
  }

  /// Sends a request and leaves its answer's body to be read.
  func stream(_ request: APIRequest, isEndless: Bool) async throws -> APIStream {
    let arrival = try await answer(to: request, isStreamed: true, isEndless: isEndless) { $0 }
    announce(arrival.with(Data()))
    let body = arrival.response.body
    let bound = isEndless ? nil : streamBound(of: arrival.response)
    return APIStream(
      status: arrival.response.status, headers: arrival.response.headers,
      body: HTTPBody(count: body.count) {
        do {
          guard let bound else { return try await body.next() }
          return try await bound.next(of: body)
        } catch {
          throw lost(failure(error, arrival))
        }
      },
      request: arrival.request, format: format, keys: keys)
  }

  /// How much of a streamed answer is read: what the client says, and otherwise what no answer that
  /// is packed has any business to unpack to.
  private func streamBound(of response: HTTPResponse) -> StreamBound? {
    if let maximumResponseSize { return StreamBound(maximumResponseSize) }
    let codings = response.headers.list("Content-Encoding")
    return codings.allSatisfy { $0 == "identity" } ? nil : StreamBound(StreamBound.unpacked)
  }

  /// A request with its address, once it is known to be one that may be sent.
  struct Addressed {
    var request: APIRequest
    let address: URL
    let isHome: Bool
    let isTrusted: Bool
    let authorizer: (any Authorizer)?
  }

  func addressed(_ request: APIRequest) throws -> Addressed {
    if let refusal = request.refusal { throw refusal }
    var request = request
    let address = try request.address(base: baseURL, version: version, format: format)
    request.url = address
    let origin = Origin(address)
    request.origin = origin
    if let home = request.home, origin != home {
      throw APIError(leaving: home, for: origin, request)
    }
    let isTrusted = origin == home && origin.isPrivate
    if request.isConfidential, !isTrusted { throw APIError(untrusted: origin) }
    return Addressed(
      request: request, address: address, isHome: origin == home, isTrusted: isTrusted,
      authorizer: isTrusted && request.authorizes ? authorizer : nil)
  }

  /// Reads the body of an answer, and stores the answer where it may be.
  func collect(_ arrival: ResponseHead) async throws -> APIResponse {
    let elapsed = retries.stopwatch()
    var response = arrival.with(Data())
    response.format = format
    response.keys = keys
    do {
      response.data = try await arrival.response.body.collect(
        upTo: maximumResponseSize ?? arrival.request.maximumResponseSize)
    } catch {
      throw failure(error, arrival)
    }
    if !response.data.isEmpty {
      client.trace { "* a body of \(response.data.count) bytes in \(Self.text(elapsed()))" }
    }
    if let key = arrival.key { store(response, key, sent: arrival.sent) }
    return response
  }

  /// The error of a try, or `CancellationError` where the task was cancelled.
  func failure(_ error: any Error, _ arrival: ResponseHead) -> any Error {
    failure(error, of: arrival.request, arrival.with(Data()))
  }

  func failure(
    _ error: any Error, of request: APIRequest, _ response: APIResponse?
  ) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    let cause = error as? TransportError
    let isConnection = cause?.code == .unconnected || cause?.code == .cut
    return FailedTry(
      error: APIError(transport: error, of: request, status: response?.status),
      isConnection: isConnection, isHome: request.url.map(Origin.init) == home,
      isBackground: request.isBackground,
      isWorthRetrying: isConnection && cause?.isLasting != true,
      response: response)
  }

  /// The error that a caller gets of a failure after which nothing more is tried; posts that the
  /// service is lost where it is.
  func lost(_ error: any Error) -> any Error {
    guard let failed = error as? FailedTry else { return error }
    if failed.isConnection, failed.isHome, !failed.isBackground, health?.lose() ?? true {
      events?.post(Unconnected())
    }
    return failed.error
  }
}
