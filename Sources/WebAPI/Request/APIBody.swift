public import Events
public import FoundationEssentials

/// A request's body: its bytes, and the type that they have.
///
/// A body is encoded when it is made, and what fails then is thrown when the request is sent.
public struct APIBody: Sendable {
  /// The media type, sent as `Content-Type`.
  public var contentType: String

  private let encoded: Result<Data, APIError>

  private init(contentType: String, _ encoded: Result<Data, APIError>) {
    self.contentType = contentType
    self.encoded = encoded
  }

  /// A JSON value.
  public static func json(_ value: JSONValue) -> APIBody {
    encodable(value, JSONEncoder())
  }

  /// A value in JSON, its keys as they are and its dates in ISO 8601.
  public static func encoded(_ value: some Encodable) -> APIBody {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return encodable(value, encoder)
  }

  /// A value in JSON, as an encoder of the caller's writes it.
  public static func encodable(_ value: some Encodable, _ encoder: JSONEncoder) -> APIBody {
    APIBody(
      contentType: "application/json",
      Result { try encoder.encode(value) }.mapError { APIError(encoding: value, failedWith: $0) })
  }

  /// A form with texts and files, as `multipart/form-data` (RFC 7578).
  public static func form(_ form: FormData) -> APIBody {
    let boundary = form.boundary { "seashell-" + UUID().uuidString }
    return APIBody(
      contentType: "multipart/form-data; boundary=\(boundary)",
      Result { () throws(APIError) in try form.encoded(boundary: boundary) })
  }

  /// Names and values as `application/x-www-form-urlencoded`; empty values are sent, nil ones not.
  public static func urlEncoded(_ fields: APIQuery) -> APIBody {
    APIBody(
      contentType: "application/x-www-form-urlencoded", .success(Data(fields.formEncoded.utf8)))
  }

  /// Bytes of any type.
  public static func data(_ data: Data, contentType: String) -> APIBody {
    APIBody(contentType: contentType, .success(data))
  }

  /// The bytes.
  ///
  /// - Throws: ``APIError`` `invalid` where the value could not be encoded.
  public func data() throws(APIError) -> Data { try encoded.get() }
}

extension APIBody: CustomStringConvertible {
  /// The type and the size; never the content.
  public var description: String {
    switch encoded {
    case .success(let data): "\(contentType), \(data.count) bytes"
    case .failure: "\(contentType), not encodable"
    }
  }
}

extension APIBody: CustomDebugStringConvertible {
  /// The type and the size; never the content.
  public var debugDescription: String { description }
}
