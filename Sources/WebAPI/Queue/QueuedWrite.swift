public import CoreJSON
public import FoundationEssentials
public import WebMessages

/// A write that stays in a queue until the service has accepted it.
public struct QueuedWrite: Sendable, Hashable, Identifiable {
  /// Why a write is in the queue.
  public enum State: String, Sendable, Codable, CaseIterable {
    /// It is sent when the service is reachable, its turn comes and its account is signed in.
    case waiting
    /// It is not sent until the user decides; see the reason. A write that a service without idempotency keys
    /// may have received is held.
    case held
  }

  /// The number, which the queue never gives to another write.
  public let number: Int

  /// The owner of the write.
  public let owner: DataOwner

  /// The method.
  public let method: HTTPMethod

  /// The path under the service's address: `products/p-7/reviews`.
  public let path: APIPath

  /// The fields of the body, if it is a form or JSON.
  public var fields: JSONValue?

  /// The values that the user saw before the change, if they are known.
  public var base: JSONValue?

  /// The server's values, after a conflict: they differ from ``base``.
  public var theirs: JSONValue?

  /// Whether it waits or is held.
  public var state = State.waiting

  /// Why the last try failed, or why the write is held, once there was a try.
  public var reason: String?

  /// The status of the last response, if there was one.
  public var status: Int?

  /// How many times sending was tried.
  public var tries = 0

  /// Whether the service may have carried it out already.
  public var isInDoubt = false

  /// When it was put into the queue.
  public let createdAt: Date

  /// The earliest time of the next try, if it must wait.
  public var notBefore: Date?

  /// The queued write that creates the resource which this one changes, if any.
  public var dependsOn: Int?

  /// The name by which users call it, also in a path: `q-12`.
  public var id: String { Self.id(number) }

  /// Returns the name of the write with a number.
  public static func id(_ number: Int) -> String { "q-\(number)" }

  /// Returns the number in a name; nil if the text is not the name of a queued write.
  public static func number(_ id: String) -> Int? {
    guard id.hasPrefix("q-"), let number = Int(id.dropFirst(2)), number > 0 else { return nil }
    return Self.id(number) == id ? number : nil
  }

  /// The method and the path, without credentials: `POST products/p-7/reviews`.
  public var summary: String { "\(method.rawValue) \(TraceText.withoutSecrets(path.description))" }

  /// The write with `…` in place of each credential, for display.
  ///
  /// A write with a credential cannot be queued, but an older version may have done so.
  public var masked: QueuedWrite {
    var masked = self
    masked.fields = fields?.maskingCredentials()
    masked.base = base?.maskingCredentials()
    masked.theirs = theirs?.maskingCredentials()
    return masked
  }

  /// Creates a description of a write that waits, and was not tried yet.
  public init(
    number: Int, owner: DataOwner, method: HTTPMethod, path: APIPath, fields: JSONValue? = nil,
    createdAt: Date
  ) {
    self.number = number
    self.owner = owner
    self.method = method
    self.path = path
    self.fields = fields
    self.createdAt = createdAt
  }
}

extension QueuedWriteEvent {
  /// Creates an event about a write.
  package init(
    _ write: QueuedWrite, in environment: EnvironmentID, id: String? = nil, reason: String? = nil
  ) {
    self.init(
      write: write.id, method: write.method.rawValue, resource: write.path.resource,
      environment: environment, id: id, reason: reason)
  }
}
