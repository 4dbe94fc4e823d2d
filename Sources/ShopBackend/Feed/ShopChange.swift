/// A change of the shop's data, as the shop's feed reports it.
package struct ShopChange: Sendable, Hashable {
  /// The kinds of change, by the names of the feed's events.
  package enum Kind: String, Sendable {
    case inserted = "api.data.inserted"
    case updated = "api.data.updated"
    case deleted = "api.data.deleted"
    case invalidated = "api.data.invalidated"
  }

  /// Says that everything may have changed.
  static let everything = ShopChange(.invalidated)

  /// The id of the feed's event, the same as a write's `Event-Id`; nil if the feed has lost track.
  package let eventID: String?

  /// What happened.
  package let kind: Kind

  /// The collection's path, such as `products/p-7/reviews`; nil if everything may have changed.
  package let resource: String?

  /// The id of the changed element.
  package let item: String?

  /// Creates a change.
  package init(
    _ kind: Kind, eventID: String? = nil, resource: String? = nil, item: String? = nil
  ) {
    self.kind = kind
    self.eventID = eventID
    self.resource = resource
    self.item = item
  }
}
