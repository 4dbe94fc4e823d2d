public import CoreJSON
public import FoundationEssentials
public import WebMessages

/// A write that is kept in a queue until the service has taken it.
public struct QueuedWrite: Sendable, Hashable, Identifiable {
  /// Why a write is in the queue.
  public enum State: String, Sendable, Codable, CaseIterable {
    /// It is sent when the service is reached, its turn comes and its account is signed in.
    case waiting
    /// It is not sent until the user decides: see the reason. A write that a service without keys may have
    /// received is held.
    case held
  }

  /// The number, which no other write of the queue ever gets.
  public let number: Int

  /// To whom it belongs.
  public let owner: DataOwner

  /// The method.
  public let method: HTTPMethod

  /// The path under the service's address: `products/p-7/reviews`.
  public let path: APIPath

  /// The fields of the body, if it is a form or JSON.
  public let fields: JSONValue?

  /// The values that the user saw before the change; nil if they are not known.
  public let base: JSONValue?

  /// The values on the server, which differ from ``base``, after a conflict.
  public let theirs: JSONValue?

  /// Why it is in the queue.
  public let state: State

  /// Why the last try failed, or why it is held; nil before the first try.
  public let reason: String?

  /// The status of the last response; nil if there was none.
  public let status: Int?

  /// How often sending it was tried.
  public let tries: Int

  /// Whether the service may have carried it out already.
  public let isInDoubt: Bool

  /// When it was put into the queue.
  public let createdAt: Date

  /// The earliest time of the next try; nil if it can be sent at once.
  public let notBefore: Date?

  /// The write that creates the resource which this one changes; nil if there is none in the queue.
  public let dependsOn: Int?

  /// The name by which users call it, also in a path: `q-12`.
  public var id: String { Self.id(number) }

  /// Returns the name of the write with a number.
  public static func id(_ number: Int) -> String { "q-\(number)" }

  /// Returns the number in a name; nil if the text is no name of a queued write.
  public static func number(_ id: String) -> Int? {
    guard id.hasPrefix("q-"), let number = Int(id.dropFirst(2)), number > 0 else { return nil }
    return Self.id(number) == id ? number : nil
  }

  /// The method and the path, without credentials: `POST products/p-7/reviews`.
  public var summary: String { "\(method.rawValue) \(TraceText.withoutSecrets(path.description))" }

  /// The write with `…` in place of each credential, to show it.
  ///
  /// A write with a credential cannot be put into the queue; an older version may have done so.
  public var masked: QueuedWrite {
    QueuedWrite(
      number: number, owner: owner, method: method, path: path,
      fields: fields?.maskingCredentials(), base: base?.maskingCredentials(),
      theirs: theirs?.maskingCredentials(), state: state, reason: reason, status: status,
      tries: tries, isInDoubt: isInDoubt, createdAt: createdAt, notBefore: notBefore,
      dependsOn: dependsOn)
  }

  /// Creates a description of a queued write.
  public init(
    number: Int, owner: DataOwner, method: HTTPMethod, path: APIPath, fields: JSONValue? = nil,
    base: JSONValue? = nil, theirs: JSONValue? = nil, state: State = .waiting,
    reason: String? = nil, status: Int? = nil, tries: Int = 0, isInDoubt: Bool = false,
    createdAt: Date, notBefore: Date? = nil, dependsOn: Int? = nil
  ) {
    self.number = number
    self.owner = owner
    self.method = method
    self.path = path
    self.fields = fields
    self.base = base
    self.theirs = theirs
    self.state = state
    self.reason = reason
    self.status = status
    self.tries = tries
    self.isInDoubt = isInDoubt
    self.createdAt = createdAt
    self.notBefore = notBefore
    self.dependsOn = dependsOn
  }
}
