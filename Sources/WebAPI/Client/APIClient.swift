public import CoreEvents
public import FoundationEssentials
public import WebMessages

/// A web service's central point: its address, its way there, and an eye on every exchange.
///
/// ```swift
/// struct EnvironmentClient: APIClient {
///   let baseURL: URL
///   let version: String? = "v1"
///   let transport: any Transport
/// }
/// ```
///
/// Everything but the address and the transport has a default.
///
/// A request reads the properties once, at its start. A type whose properties change while the program
/// runs, such as with the environment, overrides ``snapshot`` to read them together; its authorizer
/// then chooses credentials by the request's address.
public protocol APIClient: Sendable {
  /// The service's address, with or without a path and a slash at its end.
  ///
  /// Its query and fragment are ignored.
  var baseURL: URL { get }

  /// The version that stands before every path; nil where the service has none.
  var version: String? { get }

  /// What carries the requests.
  var transport: any Transport { get }

  /// How the service wraps what it answers.
  var format: ServiceFormat { get }

  /// How the service spells the names of fields.
  var keys: ServiceKeys { get }

  /// How many redirects in a row are followed.
  var maximumRedirects: Int { get }

  /// How many bytes of an answer's body are read, streamed ones that have an end included; nil leaves
  /// it to each request, and a streamed answer unbounded unless it is packed: that unpacks to 1 GiB at
  /// most.
  var maximumResponseSize: Int? { get }

  /// When and how often requests are sent again.
  var retries: APIRetrySettings { get }

  /// What is known of the service being reached; nil where nothing is remembered.
  var health: CircuitBreaker? { get }

  /// The answers that the service may say are still good; nil where none are kept.
  var cache: ResponseCache? { get }

  /// Where the client posts what happens to its requests; nil where nobody listens.
  var events: EventBus? { get }

  /// What gives requests their credentials; nil where there is no session.
  var authorizer: (any Authorizer)? { get }

  /// The ids of the events that this client has posted on the server's behalf.
  var announced: RecentEventIDs? { get }

  /// The properties as they are now, for one request.
  var snapshot: APIClientSnapshot { get }

  /// Looks at a request, and may change it, before it is addressed and authorized.
  ///
  /// - Throws: whatever ends the request; it reaches the caller unchanged.
  func willSendRequest(_ request: inout APIRequest) async throws

  /// Looks at the response that the caller will get, and may change it.
  ///
  /// What the answer means for others is posted afterwards, as the hook leaves it: a 401 that it
  /// turns into something else is not posted. An answer that is streamed does not come by here.
  ///
  /// - Throws: whatever ends the request; it reaches the caller unchanged.
  func didReceiveResponse(_ response: inout APIResponse) async throws

  /// Waits before a request is sent again, and may tell the user meanwhile.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws

  /// Takes a line about what is sent and received, each try and each redirect: for a trace.
  ///
  /// It holds no credentials. It may hold what the server said: whoever prints it escapes it.
  ///
  /// - Parameter line: makes the line, if it is wanted.
  func trace(_ line: () -> String)
}
