import CoreEvents
import FoundationEssentials

extension FeedEvent {
  /// Reads an event of a service's stream; nil where it is of another kind.
  ///
  /// The name is that of one of the client's four data events, the data an object with `resource`
  /// and `id`.
  package init?(_ event: ServerSentEvent) {
    let content = try? JSONDecoder().decode(JSONValue.self, from: Data(event.data.utf8))
    let resource = content?["resource"]?.text
    let id = content?["id"]?.text
    let change: Change
    switch (event.name, resource) {
    case (DataInserted.name, let resource?): change = .inserted(.init(resource: resource, id: id))
    case (DataUpdated.name, let resource?): change = .updated(.init(resource: resource, id: id))
    case (DataDeleted.name, let resource?): change = .deleted(.init(resource: resource, id: id))
    case (DataInvalidated.name, let resource):
      change = .invalidated(.init(resource: resource, id: id))
    default: return nil
    }
    // By an id that is another one's it would be taken for that one.
    self.init(id: event.inheritsID ? nil : event.id, change)
  }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
