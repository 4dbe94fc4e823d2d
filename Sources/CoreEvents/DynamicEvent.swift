/// An event whose name and content are known only at run time.
///
/// It carries what a module in another process or a server announces. On the bus all of them are of
/// one type: who wants one name only compares ``eventName``.
public struct DynamicEvent: Event, Hashable {
  /// The name of the type, which none of its events bears.
  public static let name = "dynamic"

  /// The name of this event, such as `plugin.loaded`.
  public let eventName: String

  /// What the event tells.
  public let payload: JSONValue

  /// Makes an event of that name.
  public init(eventName: String, payload: JSONValue = .null) {
    self.eventName = eventName
    self.payload = payload
  }
}
