/// Names an environment of an API: `shop:live`.
///
/// Two APIs may have environments with the same name, so only both names together identify one.
public struct EnvironmentID: Sendable, Hashable {
  /// The name of the API.
  public let api: String

  /// The name of the environment.
  public let name: String

  /// Creates an id.
  public init(api: String, name: String) {
    self.api = api
    self.name = name
  }

  /// Creates an id from its text, such as `shop:live`; nil if the text has no `:` between two names.
  public init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let (api, name) = (text[..<colon], text[text.utf8.index(after: colon)...])
    guard !api.isEmpty, !name.isEmpty else { return nil }
    self.init(api: String(api), name: String(name))
  }
}

extension EnvironmentID: CustomStringConvertible {
  /// The text: `shop:live`.
  public var description: String { "\(api):\(name)" }
}

extension EnvironmentID: Codable {
  /// Decodes the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = EnvironmentID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "an environment is written API:NAME")
    }
    self = id
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
