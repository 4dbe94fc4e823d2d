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

  /// The names of the fields that an event of this type can have.
  ///
  /// The condition of a rule may then use no others. By default it is empty, which allows any name.
  static var fields: [String] { get }
}

/// An event about a record, which rules read as `$event.record`.
public protocol RecordEvent: Event {
  /// The record, if it is known.
  var record: AttachedRecord { get }
}

/// A record that stays in this process: it is not encoded with its event, and events are equal without it.
public struct AttachedRecord: Sendable, Hashable {
  private let read: @Sendable () -> JSONValue?

  /// Creates an attachment.
  ///
  /// - Parameter read: returns the record. It is called only if a rule handles the event.
  public init(_ read: @escaping @Sendable () -> JSONValue? = { nil }) { self.read = read }

  /// The record, if it is known.
  public var value: JSONValue? { read() }

  /// Returns true.
  public static func == (left: AttachedRecord, right: AttachedRecord) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension Event {
  /// No names: any field is possible.
  public static var fields: [String] { [] }

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
