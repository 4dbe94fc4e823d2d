public import CoreEvents

/// A write was put into the queue, because it could not be sent or was to be sent later.
public struct QueuedWriteAdded: Event, Hashable {
  /// The name of these events.
  public static let name = "queue.write.added"

  /// The names of the fields.
  public static var fields: [String] { ["write", "method", "resource", "environment"] }

  /// The write's name in the queue: `q-12`.
  public let write: String

  /// The method.
  public let method: String

  /// The path: `products/p-7/reviews`.
  public let resource: String

  /// The environment that the write is for.
  public let environment: EnvironmentID

  /// Creates an event.
  public init(write: String, method: String, resource: String, environment: EnvironmentID) {
    self.write = write
    self.method = method
    self.resource = resource
    self.environment = environment
  }
}

/// A queued write was sent and accepted by the service.
public struct QueuedWriteSent: Event, Hashable {
  /// The name of these events.
  public static let name = "queue.write.sent"

  /// The names of the fields.
  public static var fields: [String] { ["write", "method", "resource", "id"] }

  /// The write's name in the queue: `q-12`.
  public let write: String

  /// The method.
  public let method: String

  /// The path: `products/p-7/reviews`.
  public let resource: String

  /// The id of the created resource, if the write created one.
  public let id: String?

  /// Creates an event.
  public init(write: String, method: String, resource: String, id: String?) {
    self.write = write
    self.method = method
    self.resource = resource
    self.id = id
  }
}

/// A queued write was rejected, and stays in the queue until the user decides.
public struct QueuedWriteFailed: Event, Hashable {
  /// The name of these events.
  public static let name = "queue.write.failed"

  /// The names of the fields.
  public static var fields: [String] { ["write", "method", "resource", "reason"] }

  /// The write's name in the queue: `q-12`.
  public let write: String

  /// The method.
  public let method: String

  /// The path: `products/p-7/reviews`.
  public let resource: String

  /// Why it was rejected.
  public let reason: String

  /// Creates an event.
  public init(write: String, method: String, resource: String, reason: String) {
    self.write = write
    self.method = method
    self.resource = resource
    self.reason = reason
  }
}
