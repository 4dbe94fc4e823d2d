/// An event whose content events of other types have, too.
///
/// It is encoded as its payload, so that the payload's fields are the event's.
public protocol PayloadEvent: Event, Hashable {
  /// The type of the content.
  associatedtype Payload: Codable & Hashable & Sendable

  /// The content.
  var payload: Payload { get }

  /// Creates an event with a content.
  init(payload: Payload)
}

extension PayloadEvent {
  /// Decodes the payload.
  public init(from decoder: any Decoder) throws {
    self.init(payload: try Payload(from: decoder))
  }

  /// Encodes the payload.
  public func encode(to encoder: any Encoder) throws { try payload.encode(to: encoder) }
}
