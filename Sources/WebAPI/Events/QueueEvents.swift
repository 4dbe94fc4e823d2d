public import CoreEvents

/// A write was put into the queue, since it could not be sent now or was to be sent later.
public struct QueuedWriteAdded: Event, Hashable {
  /// The name of these events.
  public static let name = "queue.write.added"

  /// The write's name in the queue: `q-12`.
  public let write: String

  /// The method.
  public let method: String

  /// The path: `products/p-7/reviews`.
  public let resource: String

  /// Where the write is to be sent.
  public let environment: EnvironmentID

  /// Creates an event.
  public init(write: String, method: String, resource: String, environment: EnvironmentID) {
    self.write = write
    self.method = method
    self.resource = resource
    self.environment = environment
  }
}

/// A write that waited in the queue was sent, and the service has taken it.
public struct QueuedWriteSent: Event, Hashable {
  /// The name of these events.
  public static let name = "queue.write.sent"

  /// The write's name in the queue: `q-12`.
  public let write: String

  /// The method.
  public let method: String

  /// The path: `products/p-7/reviews`.
  public let resource: String

  /// The id of what it has created; nil if it has created nothing.
  public let id: String?

  /// Creates an event.
  public init(write: String, method: String, resource: String, id: String?) {
    self.write = write
    self.method = method
    self.resource = resource
    self.id = id
  }
}

/// A write in the queue was refused, and stays there until the user decides.
public struct QueuedWriteFailed: Event, Hashable {
  /// The name of these events.
  public static let name = "queue.write.failed"

  /// The write's name in the queue: `q-12`.
  public let write: String

  /// The method.
  public let method: String

  /// The path: `products/p-7/reviews`.
  public let resource: String

  /// Why it was refused.
  public let reason: String

  /// Creates an event.
  public init(write: String, method: String, resource: String, reason: String) {
    self.write = write
    self.method = method
    self.resource = resource
    self.reason = reason
  }
}
