public import CoreEvents

/// An event about a write of the queue.
public protocol QueuedWriteEvent: PayloadEvent where Payload == QueuedWriteNotice {}

/// What an event says about a write of the queue.
public struct QueuedWriteNotice: Codable, Hashable, Sendable {
  /// The write's name in the queue: `q-12`.
  public let write: String

  /// The method.
  public let method: String

  /// The path: `products/p-7/reviews`.
  public let resource: String

  /// The environment that the write is for.
  public let environment: EnvironmentID

  /// The id of the created resource, if the write was sent and created one.
  public let id: String?

  /// Why the write was rejected, if it was.
  public let reason: String?

  /// Creates the content of an event.
  public init(
    write: String, method: String, resource: String, environment: EnvironmentID, id: String? = nil,
    reason: String? = nil
  ) {
    self.write = write
    self.method = method
    self.resource = resource
    self.environment = environment
    self.id = id
    self.reason = reason
  }
}

extension QueuedWriteEvent {
  /// Creates an event.
  ///
  /// - Parameters:
  ///   - write: the write's name in the queue: `q-12`.
  ///   - id: the id of the created resource, if the write was sent and created one.
  ///   - reason: why the write was rejected, if it was.
  public init(
    write: String, method: String, resource: String, environment: EnvironmentID, id: String? = nil,
    reason: String? = nil
  ) {
    self.init(
      payload: QueuedWriteNotice(
        write: write, method: method, resource: resource, environment: environment, id: id,
        reason: reason))
  }

  /// The write's name in the queue: `q-12`.
  public var write: String { payload.write }

  /// The method.
  public var method: String { payload.method }

  /// The path: `products/p-7/reviews`.
  public var resource: String { payload.resource }

  /// The environment that the write is for.
  public var environment: EnvironmentID { payload.environment }
}

/// A write was put into the queue, because it could not be sent or was to be sent later.
public struct QueuedWriteAdded: QueuedWriteEvent {
  /// The name of these events.
  public static let name = "queue.write.added"

  /// The names of the fields.
  public static var fields: [String] { ["write", "method", "resource", "environment"] }

  /// The write.
  public let payload: QueuedWriteNotice

  /// Creates an event.
  public init(payload: QueuedWriteNotice) { self.payload = payload }
}

/// A queued write was sent and accepted by the service.
public struct QueuedWriteSent: QueuedWriteEvent {
  /// The name of these events.
  public static let name = "queue.write.sent"

  /// The names of the fields.
  public static var fields: [String] { ["write", "method", "resource", "environment", "id"] }

  /// The write.
  public let payload: QueuedWriteNotice

  /// The id of the created resource, if the write created one.
  public var id: String? { payload.id }

  /// Creates an event.
  public init(payload: QueuedWriteNotice) { self.payload = payload }
}

/// A queued write was rejected, and stays in the queue until the user decides.
public struct QueuedWriteFailed: QueuedWriteEvent {
  /// The name of these events.
  public static let name = "queue.write.failed"

  /// The names of the fields.
  public static var fields: [String] { ["write", "method", "resource", "environment", "reason"] }

  /// The write.
  public let payload: QueuedWriteNotice

  /// Why it was rejected.
  public var reason: String { payload.reason ?? "" }

  /// Creates an event.
  public init(payload: QueuedWriteNotice) { self.payload = payload }
}
