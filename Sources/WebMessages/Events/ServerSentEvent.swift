/// One event of a stream of server-sent events.
///
/// Source: the HTML Standard, section 9.2, "Server-sent events".
package struct ServerSentEvent: Sendable, Hashable {
  /// What kind of event it is; `message` where the server does not say.
  package var name: String

  /// The event's content, its lines joined by newlines.
  package var data: String

  /// The id that the stream is resumed after; nil where none has come yet.
  package var id: String?

  /// Whether the id is that of an earlier event, and this one has none.
  package var inheritsID: Bool

  package init(name: String, data: String, id: String? = nil, inheritsID: Bool = false) {
    self.name = name
    self.data = data
    self.id = id
    self.inheritsID = inheritsID
  }
}
