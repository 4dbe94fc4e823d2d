public import CoreEvents

/// Something was removed from a resource.
public struct DataDeleted: Event, Hashable {
  /// The name of these events.
  public static let name = "api.data.deleted"

  /// A path without the service's version: where it was, such as `products/p-7/reviews`.
  public let resource: String

  /// Its id within the resource, where there is one.
  public let id: String?

  /// Makes the event.
  public init(resource: String, id: String? = nil) {
    self.resource = resource
    self.id = id
  }
}
