public import FoundationEssentials

/// How an answer's JSON becomes values.
///
/// Dates are read in ISO 8601, with or without fractions of a second.
public struct ResourceDecoder: Sendable {
  private let json: JSONDecoder

  /// Reads from services with camel case; nil where the same decoder does.
  private let camel: JSONDecoder?

  /// Makes a decoder from one of the caller's own.
  public init(_ json: JSONDecoder) {
    self.init(json, camel: nil)
  }

  /// Takes keys as they are: for types whose `CodingKeys` spell the names of the wire.
  ///
  /// Where a service spells its names in camel case, the names in `CodingKeys` are found all the same.
  /// This is the fastest way, about 1.7 times as fast as ``snakeCase``.
  public static let plain = ResourceDecoder(
    decoder(.useDefaultKeys),
    camel: decoder(
      .custom { path in Spelled(CamelKeys.snake(path.last?.stringValue ?? "")) }))

  /// Takes keys that are in camel case on the wire, as Swift's own names are.
  public static let camelCase = ResourceDecoder(decoder(.useDefaultKeys), camel: nil)

  /// Reads `currency_code` as `currencyCode`: for types without `CodingKeys` of their own.
  ///
  /// A type whose `CodingKeys` spell `currency_code` would not find it here; use ``plain``.
  public static let snakeCase = ResourceDecoder(
    decoder(.convertFromSnakeCase), camel: decoder(.useDefaultKeys))

  private init(_ json: JSONDecoder, camel: JSONDecoder?) {
    self.json = json
    self.camel = camel
  }

  /// The decoder for a service that spells its names so.
  func json(for keys: ServiceKeys) -> JSONDecoder {
    keys == .snake ? json : camel ?? json
  }

  private static func decoder(_ keys: JSONDecoder.KeyDecodingStrategy) -> JSONDecoder {
    let json = JSONDecoder()
    json.keyDecodingStrategy = keys
    json.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let date = try? Date(text, strategy: .iso8601) else {
        throw DecodingError.typeMismatch(
          Date.self,
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "This is no date in ISO 8601."))
      }
      return date
    }
    return json
  }

  /// A key as a type spells it.
  private struct Spelled: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
