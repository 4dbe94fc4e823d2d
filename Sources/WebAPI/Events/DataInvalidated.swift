public import CoreEvents

/// Data that was fetched earlier may no longer be what the server has.
public struct DataInvalidated: Event, Hashable {
  /// The name of these events.
  public static let name = "api.data.invalidated"

  /// A path without the service's version, such as `products/p-7`; nil means everything.
  public let resource: String?

  /// The id within the resource, where only one element is meant.
  public let id: String?

  /// Makes the event.
  public init(resource: String? = nil, id: String? = nil) {
    self.resource = resource
    self.id = id
  }
}
