public import CoreEvents
public import WebMessages

// The paths in these events are without the service's version. The client posts the events after a successful
// write, also in the background; a shell posts them for the changes that a server's feed reports. The shell
// also posts DataInvalidated when the user or the environment changes, and when a lost service is back.

/// An event about the data of a service: a change of one kind, in an environment.
public protocol DataEvent: Event, Hashable {
  /// The kind of the changes.
  static var kind: DataChange.Kind { get }

  /// The change; its kind is the event's.
  var change: DataChange { get }

  /// The environment of the data.
  var environment: EnvironmentID { get }

  /// Creates an event; the change takes the event's kind.
  init(_ change: DataChange, in environment: EnvironmentID)
}

extension DataEvent {
  /// The name of these events.
  public static var name: String { kind.rawValue }

  /// The names of the fields.
  public static var fields: [String] { ["resource", "id", "environment"] }

  /// Creates an event.
  public init(
    resource: String, id: String? = nil, environment: EnvironmentID,
    record: AttachedRecord = AttachedRecord()
  ) {
    self.init(DataChange(Self.kind, of: resource, id: id, record: record), in: environment)
  }

  /// The path of the resource, such as `products/p-7/reviews`; nil for everything, which only an
  /// invalidation can mean.
  public var resource: String? { change.resource }

  /// The element's id, if the event is about one element and it is known.
  public var id: String? { change.id }

  /// The path of the element, or of the whole resource; nil for everything.
  public var path: String? { change.path }

  /// Whether the event is about a resource, one of its elements, or something that contains it.
  ///
  /// A review added to `products/p-7/reviews` does not concern `products`.
  ///
  /// - Parameter resource: a path such as `orders`.
  public func concerns(_ resource: String) -> Bool {
    guard let path, path != resource else { return true }
    if resource.hasPrefix(path + "/") { return true }
    return path.hasPrefix(resource + "/")
      && !path.utf8.dropFirst(resource.utf8.count + 1).contains(UInt8(ascii: "/"))
  }

  /// Decodes the resource, the id and the environment.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: DataEventField.self)
    let resource =
      Self.kind == .invalidated
      ? try fields.decodeIfPresent(String.self, forKey: .resource)
      : try fields.decode(String.self, forKey: .resource)
    self.init(
      DataChange(
        Self.kind, of: resource, id: try fields.decodeIfPresent(String.self, forKey: .id)),
      in: try fields.decode(EnvironmentID.self, forKey: .environment))
  }

  /// Encodes the resource, the id and the environment; the record stays in this process.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: DataEventField.self)
    try fields.encodeIfPresent(resource, forKey: .resource)
    try fields.encodeIfPresent(id, forKey: .id)
    try fields.encode(environment, forKey: .environment)
  }
}

private enum DataEventField: CodingKey { case resource, id, environment }

extension RecordEvent where Self: DataEvent {
  /// The record as the server has sent it, if it has.
  public var record: AttachedRecord { change.record }
}

/// An element was added to a resource: `APIClientDataInserted`.
public struct DataInserted: DataEvent, RecordEvent {
  /// The kind of the changes.
  public static let kind = DataChange.Kind.inserted

  /// The change, whose resource is the collection.
  public private(set) var change: DataChange

  /// The environment of the data.
  public let environment: EnvironmentID

  /// Creates an event; the change takes this kind.
  public init(_ change: DataChange, in environment: EnvironmentID) {
    (self.change, self.environment) = (change, environment)
    self.change.kind = Self.kind
  }
}

/// An element of a resource, or the whole resource, was changed: `APIClientDataUpdated`.
public struct DataUpdated: DataEvent, RecordEvent {
  /// The kind of the changes.
  public static let kind = DataChange.Kind.updated

  /// The change; without an id it is of the whole resource.
  public private(set) var change: DataChange

  /// The environment of the data.
  public let environment: EnvironmentID

  /// Creates an event; the change takes this kind.
  public init(_ change: DataChange, in environment: EnvironmentID) {
    (self.change, self.environment) = (change, environment)
    self.change.kind = Self.kind
  }
}

/// An element of a resource, or the whole resource, was deleted: `APIClientDataDeleted`.
public struct DataDeleted: DataEvent, RecordEvent {
  /// The kind of the changes.
  public static let kind = DataChange.Kind.deleted

  /// The change; without an id it is of the whole resource.
  public private(set) var change: DataChange

  /// The environment of the data.
  public let environment: EnvironmentID

  /// Creates an event; the change takes this kind.
  public init(_ change: DataChange, in environment: EnvironmentID) {
    (self.change, self.environment) = (change, environment)
    self.change.kind = Self.kind
  }
}

/// Data that was fetched earlier may be out of date: `APIClientDataInvalidated`.
public struct DataInvalidated: DataEvent {
  /// The kind of the changes.
  public static let kind = DataChange.Kind.invalidated

  /// The change; without a resource it is of everything.
  public private(set) var change: DataChange

  /// The environment of the data.
  public let environment: EnvironmentID

  /// Creates an event; the change takes this kind.
  public init(_ change: DataChange, in environment: EnvironmentID) {
    (self.change, self.environment) = (change, environment)
    self.change.kind = Self.kind
  }

  /// Creates an event; without a resource it is about everything.
  public init(resource: String? = nil, id: String? = nil, environment: EnvironmentID) {
    self.init(DataChange(Self.kind, of: resource, id: id), in: environment)
  }
}

extension DataChange {
  /// Returns the event that reports the change in an environment.
  public func event(in environment: EnvironmentID) -> any DataEvent {
    switch kind {
    case .inserted: DataInserted(self, in: environment)
    case .updated: DataUpdated(self, in: environment)
    case .deleted: DataDeleted(self, in: environment)
    case .invalidated: DataInvalidated(self, in: environment)
    }
  }
}

extension EventBus {
  /// Calls a handler on the main actor for each of the four data events, as
  /// ``CoreEvents/EventBus/subscribeOnMain(to:_:)`` does for one type.
  ///
  /// - Returns: the subscriptions. Releasing them ends them.
  public func subscribeOnMain(
    toChanges handler: @escaping @MainActor @Sendable (any DataEvent) -> Void
  ) -> [Subscription] {
    [
      subscribeOnMain(to: DataInserted.self) { handler($0) },
      subscribeOnMain(to: DataUpdated.self) { handler($0) },
      subscribeOnMain(to: DataDeleted.self) { handler($0) },
      subscribeOnMain(to: DataInvalidated.self) { handler($0) },
    ]
  }
}
