public import CoreEvents

// The paths in these events are without the service's version. The client posts the events after a successful
// write, also in the background; a shell posts them for the changes that a server's feed reports. The shell
// also posts DataInvalidated when the user or the environment changes, and when a lost service is back.

/// An event about the data of a service.
public protocol DataEvent: Event {
  /// The path of the data concerned, such as `products/p-7`; nil for everything.
  var path: String? { get }

  /// The environment of the data.
  var environment: EnvironmentID { get }
}

extension DataEvent {
  /// The names of the fields.
  public static var fields: [String] { ["resource", "id", "environment"] }

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

  fileprivate static func path(_ resource: String, _ id: String?) -> String {
    id.map { "\(resource)/\($0)" } ?? resource
  }
}

/// An element was added to a resource: `APIClientDataInserted`.
public struct DataInserted: DataEvent, RecordEvent, Hashable {
  /// The name of these events.
  public static let name = "api.data.inserted"

  /// The path of the collection, such as `products/p-7/reviews`.
  public let resource: String

  /// The element's id, if it is known.
  public let id: String?

  /// The environment of the data.
  public let environment: EnvironmentID

  /// The record as the server has sent it, if it has.
  public private(set) var record = AttachedRecord()

  /// The path of the element, or of the whole resource.
  public var path: String? { Self.path(resource, id) }

  /// Creates an event.
  public init(
    resource: String, id: String? = nil, environment: EnvironmentID,
    record: AttachedRecord = AttachedRecord()
  ) {
    self.resource = resource
    self.id = id
    self.environment = environment
    self.record = record
  }

  private enum CodingKeys: CodingKey { case resource, id, environment }
}

/// An element of a resource, or the whole resource, was changed: `APIClientDataUpdated`.
public struct DataUpdated: DataEvent, RecordEvent, Hashable {
  /// The name of these events.
  public static let name = "api.data.updated"

  /// The path of the resource, such as `products/p-7/reviews`.
  public let resource: String

  /// The element's id, unless the whole resource was changed.
  public let id: String?

  /// The environment of the data.
  public let environment: EnvironmentID

  /// The record as the server has sent it, if it has.
  public private(set) var record = AttachedRecord()

  /// The path of the element, or of the whole resource.
  public var path: String? { Self.path(resource, id) }

  /// Creates an event.
  public init(
    resource: String, id: String? = nil, environment: EnvironmentID,
    record: AttachedRecord = AttachedRecord()
  ) {
    self.resource = resource
    self.id = id
    self.environment = environment
    self.record = record
  }

  private enum CodingKeys: CodingKey { case resource, id, environment }
}

/// An element of a resource, or the whole resource, was deleted: `APIClientDataDeleted`.
public struct DataDeleted: DataEvent, RecordEvent, Hashable {
  /// The name of these events.
  public static let name = "api.data.deleted"

  /// The path of the resource, such as `products/p-7/reviews`.
  public let resource: String

  /// The element's id, unless the whole resource was deleted.
  public let id: String?

  /// The environment of the data.
  public let environment: EnvironmentID

  /// The record as the server has sent it, if it has.
  public private(set) var record = AttachedRecord()

  /// The path of the element, or of the whole resource.
  public var path: String? { Self.path(resource, id) }

  /// Creates an event.
  public init(
    resource: String, id: String? = nil, environment: EnvironmentID,
    record: AttachedRecord = AttachedRecord()
  ) {
    self.resource = resource
    self.id = id
    self.environment = environment
    self.record = record
  }

  private enum CodingKeys: CodingKey { case resource, id, environment }
}

/// Data that was fetched earlier may be out of date: `APIClientDataInvalidated`.
public struct DataInvalidated: DataEvent, Hashable {
  /// The name of these events.
  public static let name = "api.data.invalidated"

  /// The path of the resource, such as `products/p-7`; nil for everything.
  public let resource: String?

  /// The element's id, if the event is about one element.
  public let id: String?

  /// The environment of the data.
  public let environment: EnvironmentID

  /// The path of the element, or of the whole resource, unless everything is meant.
  public var path: String? { resource.map { Self.path($0, id) } }

  /// Creates an event.
  public init(resource: String? = nil, id: String? = nil, environment: EnvironmentID) {
    self.resource = resource
    self.id = id
    self.environment = environment
  }
}
