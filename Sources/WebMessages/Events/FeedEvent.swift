import CoreEvents
package import CoreJSON

/// A change of a service's data, reported by the service's feed.
public struct FeedEvent: Sendable, Hashable {
  /// The event's id in the feed, the same as a write's `Event-Id`; nil after a gap in the feed.
  public let id: String?

  /// The change.
  public let change: DataChange

  /// Creates an event.
  ///
  /// - Parameter id: the event's id in the feed; nil if it has none.
  public init(id: String?, _ change: DataChange) {
    self.id = id
    self.change = change
  }

  /// Creates an event from the name of one of the client's four data events.
  ///
  /// Returns nil for any other name, or if a required resource is missing.
  ///
  /// - Parameters:
  ///   - resource: the path of the resource, such as `products`; nil for everything.
  ///   - item: the id of the element, if the event is about one.
  ///   - record: the element itself, if the server has sent it.
  package init?(
    id: String?, name: String, resource: String?, item: String?, record: JSONValue? = nil
  ) {
    guard let kind = DataChange.Kind(rawValue: name), resource != nil || kind == .invalidated
    else { return nil }
    let attached = record.map { record in AttachedRecord { record } } ?? AttachedRecord()
    self.init(id: id, DataChange(kind, of: resource, id: item, record: attached))
  }

  /// Reads a server-sent event, whose data is a JSON object with `resource` and `id`, and perhaps the element
  /// itself as `record`.
  ///
  /// Returns nil if it is not one of the client's four data events.
  package init?(_ event: ServerSentEvent) {
    let content = try? JSONValue(json: event.data)
    // An inherited id belongs to another event.
    self.init(
      id: event.inheritsID ? nil : event.id, name: event.name,
      resource: content?["resource"]?.text, item: content?["id"]?.text,
      // As of the answer to a write, a long one is not kept.
      record: event.data.utf8.count <= 1 << 14 ? content?["record"] : nil)
  }

  /// Whether it reports that the feed has missed changes.
  package var isGap: Bool { change.kind == .invalidated && change.resource == nil }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
