public import CoreJSON

/// Something that has happened, posted on an ``EventBus`` to every subscriber of its type.
///
/// Names are dotted, from the general to the particular, and in the past tense: `api.data.inserted`.
/// Events cross threads and may be logged, so they are `Sendable` and `Codable` values. An event never
/// contains a token, a password or the words of a command.
public protocol Event: Sendable, Codable {
  /// The name of events of this type.
  static var name: String { get }

  /// The name of this event. By default it is the name of the type.
  ///
  /// Only a type such as ``DynamicEvent`` has events of several names.
  var eventName: String { get }
}

extension Event {
  /// The name of the type.
  public var eventName: String { Self.name }
}

/// An event whose name and content are known only at run time.
///
/// Modules in other processes and servers announce such events. They are all of this one type: to
/// handle one kind, subscribe to `DynamicEvent` and compare ``eventName``.
public struct DynamicEvent: Event, Hashable {
  /// The name of the type.
  ///
  /// Its events have names of their own.
  public static let name = "dynamic"

  /// The name of this event, such as `plugin.loaded`.
  public let eventName: String

  /// The content of the event.
  public let payload: JSONValue

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - eventName: the name of the event.
  ///   - payload: the content of the event.
  public init(eventName: String, payload: JSONValue = .null) {
    self.eventName = eventName
    self.payload = payload
  }
}
