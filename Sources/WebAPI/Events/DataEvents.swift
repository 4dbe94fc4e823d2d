public import CoreEvents

// The paths in these events are without the service's version.

/// An element was added to a resource.
public struct DataInserted: Event, Hashable {
  /// The name of these events.
  public static let name = "api.data.inserted"

  /// The path of the collection, such as `products/p-7/reviews`.
  public let resource: String

  /// The element's id, if it is known.
  public let id: String?

  /// Creates an event.
  public init(resource: String, id: String? = nil) {
    self.resource = resource
    self.id = id
  }
}

/// An element of a resource, or the whole resource, was changed.
public struct DataUpdated: Event, Hashable {
  /// The name of these events.
  public static let name = "api.data.updated"

  /// The path of the resource, such as `products/p-7/reviews`.
  public let resource: String

  /// The element's id; nil if the whole resource was changed.
  public let id: String?

  /// Creates an event.
  public init(resource: String, id: String? = nil) {
    self.resource = resource
    self.id = id
  }
}

/// An element of a resource, or the whole resource, was deleted.
public struct DataDeleted: Event, Hashable {
  /// The name of these events.
  public static let name = "api.data.deleted"

  /// The path of the resource, such as `products/p-7/reviews`.
  public let resource: String

  /// The element's id; nil if the whole resource was deleted.
  public let id: String?

  /// Creates an event.
  public init(resource: String, id: String? = nil) {
    self.resource = resource
    self.id = id
  }
}

/// Data that was fetched earlier may be out of date.
public struct DataInvalidated: Event, Hashable {
  /// The name of these events.
  public static let name = "api.data.invalidated"

  /// The path of the resource, such as `products/p-7`; nil means everything.
  public let resource: String?

  /// The element's id, if only one element is meant.
  public let id: String?

  /// Creates an event.
  public init(resource: String? = nil, id: String? = nil) {
    self.resource = resource
    self.id = id
  }
}
