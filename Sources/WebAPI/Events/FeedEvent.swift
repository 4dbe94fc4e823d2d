import CoreEvents
import CoreJSON
import FoundationEssentials
package import WebMessages

/// A change of a service's data, as the service's feed reports it.
public struct FeedEvent: Sendable, Hashable {
  /// The event's id in the feed, the same as a write's `Event-Id`; nil after a gap in the feed.
  public let id: String?

  /// What has changed.
  public let change: DataChange

  /// Creates an event.
  public init(id: String?, _ change: DataChange) {
    self.id = id
    self.change = change
  }

  /// Creates an event from the name of one of the client's four data events.
  ///
  /// Returns nil for any other name, or if a required resource is missing.
  package init?(id: String?, name: String, resource: String?, item: String?) {
    let change: DataChange
    switch (name, resource) {
    case (DataInserted.name, let resource?): change = .inserted(.init(resource: resource, id: item))
    case (DataUpdated.name, let resource?): change = .updated(.init(resource: resource, id: item))
    case (DataDeleted.name, let resource?): change = .deleted(.init(resource: resource, id: item))
    case (DataInvalidated.name, let resource):
      change = .invalidated(.init(resource: resource, id: item))
    default: return nil
    }
    self.init(id: id, change)
  }

  /// Reads a server-sent event, whose data is a JSON object with `resource` and `id`.
  ///
  /// Returns nil if it is not one of the client's four data events.
  package init?(_ event: ServerSentEvent) {
    let content = try? JSONValue(json: event.data)
    // An inherited id belongs to another event.
    self.init(
      id: event.inheritsID ? nil : event.id, name: event.name,
      resource: content?["resource"]?.text, item: content?["id"]?.text)
  }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
