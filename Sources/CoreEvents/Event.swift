/// Something that has happened, told to whoever listens.
///
/// A name is in the past tense and dotted, from the general to the particular, such as
/// `api.data.inserted`. An event crosses threads and may be written down, so it is a value that is
/// `Sendable` and `Codable`; it never carries a token, a password or a command's words.
public protocol Event: Sendable, Codable {
  /// The name under which events of this type are known.
  static var name: String { get }

  /// The name of this very event, by default that of its type.
  ///
  /// Only a type whose events come from elsewhere, such as ``DynamicEvent``, has several.
  var eventName: String { get }
}

extension Event {
  /// The name of the type.
  public var eventName: String { Self.name }
}
