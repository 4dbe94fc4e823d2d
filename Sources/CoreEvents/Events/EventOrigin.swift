package import FoundationEssentials

/// Where the events come from that are being posted.
///
/// It holds for the handlers that `post` calls, and for the events that they post in turn. Without one, an event is
/// a module's or the user's own.
package enum EventOrigin: Sendable {
  /// A write of this process.
  ///
  /// - Parameters:
  ///   - id: the id of its event in the server's feed, if the server has said it.
  ///   - number: names the write if there is none.
  case write(id: String?, number: UUID)
  /// Another process: its change came from a feed or a stream.
  case elsewhere

  @TaskLocal package static var current: EventOrigin?
}
