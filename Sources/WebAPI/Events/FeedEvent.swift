import CoreEvents
public import CoreJSON
import FoundationEssentials
package import WebMessages

/// A change of a service's data, reported by the service's feed.
public struct FeedEvent: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case inserted, updated, deleted, invalidated
  }

  /// The event's id in the feed, the same as a write's `Event-Id`; nil after a gap in the feed.
  public let id: String?

  private let kind: Kind
  private let resource: String?
  private let item: String?
  private let record: JSONValue?

  /// Creates an event from the name of one of the client's four data events.
  ///
  /// Returns nil for any other name, or if a required resource is missing.
  ///
  /// - Parameters:
  ///   - resource: the path of the resource, such as `products`; nil for everything.
  ///   - item: the id of the element, if the event is about one.
  ///   - record: the element itself, if the server has sent it.
  public init?(
    id: String?, name: String, resource: String?, item: String?, record: JSONValue? = nil
  ) {
    let kind: Kind? =
      switch name {
      case DataInserted.name: .inserted
      case DataUpdated.name: .updated
      case DataDeleted.name: .deleted
      case DataInvalidated.name: .invalidated
      default: nil
      }
    guard let kind, resource != nil || kind == .invalidated else { return nil }
    (self.id, self.kind, self.resource, self.item) = (id, kind, resource, item)
    self.record = record
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
  package var isGap: Bool { kind == .invalidated && resource == nil }

  /// Returns the client's event for the change.
  ///
  /// - Parameter environment: the environment of the feed.
  public func change(in environment: EnvironmentID) -> DataChange {
    guard let resource else {
      return .invalidated(.init(resource: nil, id: item, environment: environment))
    }
    let attached = AttachedRecord { [record] in record }
    return switch kind {
    case .inserted:
      .inserted(.init(resource: resource, id: item, environment: environment, record: attached))
    case .updated:
      .updated(.init(resource: resource, id: item, environment: environment, record: attached))
    case .deleted:
      .deleted(.init(resource: resource, id: item, environment: environment, record: attached))
    case .invalidated:
      .invalidated(.init(resource: resource, id: item, environment: environment))
    }
  }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
