public import CoreEvents

/// Something in a resource was changed.
public struct DataUpdated: Event, Hashable {
  /// The name of these events.
  public static let name = "api.data.updated"

  /// A path without the service's version: where it is, such as `products/p-7/reviews`.
  public let resource: String

  /// Its id within the resource, where there is one.
  public let id: String?

  /// Makes the event.
  public init(resource: String, id: String? = nil) {
    self.resource = resource
    self.id = id
  }
}
