/// An event of a stream of server-sent events.
///
/// Source: the HTML Standard, section 9.2, "Server-sent events".
package struct ServerSentEvent: Sendable, Hashable {
  /// The kind of event; `message` if the server names none.
  package var name: String

  /// The event's data, its lines joined by newlines.
  package var data: String

  /// The id after which the stream can be resumed; nil if no event had one yet.
  package var id: String?

  /// Whether the id is an earlier event's, because this one has none of its own.
  package var inheritsID: Bool

  package init(name: String, data: String, id: String? = nil, inheritsID: Bool = false) {
    self.name = name
    self.data = data
    self.id = id
    self.inheritsID = inheritsID
  }
}
