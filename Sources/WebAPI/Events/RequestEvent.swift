public import CoreEvents
public import WebMessages

/// An event about a request that failed: ``Unconnected``, ``Unauthorized`` or ``Forbidden``.
public protocol RequestEvent: PayloadEvent where Payload == FailedRequest {}

/// A request that failed, without its query.
public struct FailedRequest: Codable, Hashable, Sendable {
  /// The environment that the request was for.
  public let environment: EnvironmentID

  /// The method.
  public let method: HTTPMethod

  /// The path, without the service's version: `products/p-7`.
  public let path: String

  /// Creates the content of an event.
  public init(environment: EnvironmentID, method: HTTPMethod, path: String) {
    self.environment = environment
    self.method = method
    self.path = path
  }
}

extension RequestEvent {
  /// The names of the fields.
  public static var fields: [String] { ["environment", "method", "path"] }

  /// The environment that the request was for.
  public var environment: EnvironmentID { payload.environment }

  /// The method of the request.
  public var method: HTTPMethod { payload.method }

  /// The path of the request: `products/p-7`.
  public var path: String { payload.path }

  /// Creates an event.
  public init(environment: EnvironmentID, method: HTTPMethod, path: String) {
    self.init(payload: FailedRequest(environment: environment, method: method, path: path))
  }
}
