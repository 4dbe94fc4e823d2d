public import CoreEvents

/// A change of a service's data.
public struct DataChange: Sendable, Hashable {
  /// The kinds of change; their raw values are the events' names.
  public enum Kind: String, Sendable, CaseIterable {
    /// An element was created.
    case inserted = "api.data.inserted"
    /// An element, or the whole resource, was changed.
    case updated = "api.data.updated"
    /// An element, or the whole resource, was deleted.
    case deleted = "api.data.deleted"
    /// Data must be requested again.
    case invalidated = "api.data.invalidated"
  }

  /// What has happened to the data.
  public var kind: Kind

  /// The path of the resource, such as `products/p-7/reviews`; nil for everything, which only an
  /// invalidation can mean.
  public var resource: String?

  /// The element's id, if the change is of one element and it is known.
  public var id: String?

  /// The record as the server has sent it, if it has.
  public var record: AttachedRecord

  /// Creates a change.
  public init(
    _ kind: Kind, of resource: String? = nil, id: String? = nil,
    record: AttachedRecord = AttachedRecord()
  ) {
    self.kind = kind
    self.resource = resource
    self.id = id
    self.record = record
  }

  /// The path of the element, or of the whole resource; nil for everything.
  public var path: String? {
    resource.map { resource in id.map { "\(resource)/\($0)" } ?? resource }
  }

  /// A change of unknown extent: everything may have changed.
  public static let everything = DataChange(.invalidated)
}
