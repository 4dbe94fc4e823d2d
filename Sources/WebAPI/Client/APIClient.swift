public import Events
public import FoundationEssentials

/// A web service's central point: its address, its way there, and an eye on every exchange.
///
/// ```swift
/// struct ShopClient: APIClient {
///   let baseURL: URL
///   let version: String? = "v1"
///   let transport: any Transport
/// }
/// ```
///
/// What may change while the program runs, such as the environment, is read once a request. A type
/// whose properties change together keeps them behind one lock; its authorizer goes by the address
/// that the request has when it is authorized.
public protocol APIClient: Sendable {
  /// The service's address, with or without a path and a slash at its end.
  ///
  /// Its query and fragment are ignored.
  var baseURL: URL { get }

  /// The version that stands before every path; nil where the service has none.
  var version: String? { get }

  /// What carries the requests.
  var transport: any Transport { get }

  /// Where the client posts what happens to its requests; nil where nobody listens.
  var events: EventBus? { get }

  /// What gives requests their credentials; nil where there is no session.
  var authorizer: (any Authorizer)? { get }

  /// The ids of the events that this client has posted on the server's behalf.
  var announced: AnnouncedEvents? { get }

  /// Looks at a request, and may change it, before it is addressed and authorized.
  ///
  /// - Throws: whatever ends the request; it reaches the caller unchanged.
  func willSendRequest(_ request: inout APIRequest) async throws

  /// Looks at the response that the caller will get, and may change it.
  ///
  /// The events of the exchange have been posted by then.
  ///
  /// - Throws: whatever ends the request; it reaches the caller unchanged.
  func didReceiveResponse(_ response: inout APIResponse) async throws
}

extension APIClient {
  /// No version.
  public var version: String? { nil }

  /// Nobody listens.
  public var events: EventBus? { nil }

  /// No session.
  public var authorizer: (any Authorizer)? { nil }

  /// Nothing is remembered.
  public var announced: AnnouncedEvents? { nil }

  /// Does nothing.
  public func willSendRequest(_ request: inout APIRequest) async throws {}

  /// Does nothing.
  public func didReceiveResponse(_ response: inout APIResponse) async throws {}
}
