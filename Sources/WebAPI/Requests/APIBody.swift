public import CoreJSON
public import FoundationEssentials
public import WebMessages

/// A request's body and its media type.
///
/// A body is encoded when it is created. If that fails, sending the request throws the error.
public struct APIBody: Sendable {
  /// The media type, sent as `Content-Type`.
  public var contentType: String

  // Outside the request, which is copied often.
  private indirect enum Content {
    case encoded(Result<Data, APIError>)
    case stream(count: Int?, open: @Sendable () throws(APIError) -> HTTPBody)
  }

  private let content: Content

  /// Whether its keys are converted to the service's spelling.
  private var isOurs = false

  private indirect enum FieldSource {
    case none
    case json
    case form(FormData)
    case pairs(APIQuery)
    case known(JSONValue?)
  }

  private var fieldSource = FieldSource.none

  private init(contentType: String, _ encoded: Result<Data, APIError>) {
    self.contentType = contentType
    content = .encoded(encoded)
  }

  /// A JSON value.
  ///
  /// Its keys are sent in camel case to a service that uses that.
  public static func json(_ value: JSONValue) -> APIBody {
    var body = APIBody(
      contentType: "application/json", .success(Data(value.jsonBytes)))
    body.fieldSource = .known(value)
    body.isOurs = true
    return body
  }

  /// A JSON object with its members in this order, and dates in ISO 8601.
  ///
  /// A member that is nil is left out; `JSONValue.null` sends `null`:
  ///
  /// ```swift
  /// .object(["title": title, "labels": labels, "assignee": isFree ? JSONValue.null : nil])
  /// ```
  ///
  /// Its keys are sent in camel case to a service that uses that.
  public static func object(_ members: KeyValuePairs<String, (any Encodable)?>) -> APIBody {
    let encoder = encoder()
    do {
      let members = try members.compactMap { name, value -> (String, JSONValue)? in
        guard let value else { return nil }
        if let value = value as? JSONValue { return (name, value) }
        return (name, try JSONValue(json: try encoder.encode(value)))
      }
      return json(JSONValue(members))
    } catch {
      return APIBody(
        contentType: "application/json",
        .failure(APIError(encodingFailedWith: error)))
    }
  }

  /// A value as JSON, with its members sorted by name and dates in ISO 8601.
  ///
  /// Its keys are sent in camel case to a service that uses that.
  public static func encoded(_ value: some Encodable) -> APIBody {
    var body = encodable(value, encoder())
    body.isOurs = true
    return body
  }

  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// A value as JSON, encoded by the caller's own encoder.
  public static func encodable(_ value: some Encodable, _ encoder: JSONEncoder) -> APIBody {
    var body = APIBody(
      contentType: "application/json",
      Result { try encoder.encode(value) }.mapError { APIError(encodingFailedWith: $0) })
    body.fieldSource = .json
    return body
  }

  /// A form with texts and files, as `multipart/form-data` (RFC 7578).
  public static func formData(_ form: FormData) -> APIBody {
    let boundary = form.boundary { "form-" + UUID().uuidString }
    var body = APIBody(
      contentType: "multipart/form-data; boundary=\(boundary)",
      Result { () throws(APIError) in try form.encoded(boundary: boundary) })
    body.fieldSource = .form(form)
    return body
  }

  /// Names and values as `application/x-www-form-urlencoded`.
  ///
  /// Empty values are sent; nil values are not.
  public static func urlEncoded(_ fields: APIQuery) -> APIBody {
    var body = APIBody(
      contentType: "application/x-www-form-urlencoded", .success(Data(fields.formEncoded.utf8)))
    body.fieldSource = .pairs(fields)
    return body
  }

  /// Bytes of any type.
  public static func data(_ data: Data, contentType: String) -> APIBody {
    var body = APIBody(contentType: contentType, .success(data))
    if contentType.lowercased().hasPrefix("application/json") { body.fieldSource = .json }
    return body
  }

  /// Bytes that are read while they are sent, for example from a file.
  ///
  /// - Parameters:
  ///   - contentType: the media type.
  ///   - count: the number of bytes, if it is known.
  ///   - open: returns the bytes from the start; called each time the body is sent.
  public static func stream(
    contentType: String, count: Int? = nil,
    _ open: @escaping @Sendable () throws(APIError) -> HTTPBody
  ) -> APIBody {
    APIBody(contentType: contentType, stream: count, open)
  }

  private init(
    contentType: String, stream count: Int?,
    _ open: @escaping @Sendable () throws(APIError) -> HTTPBody
  ) {
    self.contentType = contentType
    content = .stream(count: count, open: open)
  }

  /// Whether the bytes are read while they are sent.
  package var isStream: Bool {
    if case .stream = content { true } else { false }
  }

  func message(keys: ServiceKeys = .snake) throws(APIError) -> HTTPBody {
    switch content {
    case .encoded(let encoded):
      HTTPBody(isOurs && keys == .camel ? CamelKeys.of(try encoded.get()) : try encoded.get())
    case .stream(_, let open): try open()
    }
  }
}

extension APIBody {
  /// Restores a stored body, which is sent byte for byte as originally.
  ///
  /// - Parameters:
  ///   - data: the bytes, as ``kept`` returned them.
  ///   - convertsKeys: whether its keys are converted to the service's spelling.
  ///   - fields: its names and values, if they are known.
  init(kept data: Data, contentType: String, convertsKeys: Bool, fields: JSONValue?) {
    self.init(contentType: contentType, .success(data))
    isOurs = convertsKeys
    fieldSource = .known(fields)
  }

  /// The bytes, and whether their keys must still be converted, unless this is a stream or encoding failed.
  var kept: (data: Data, convertsKeys: Bool)? {
    guard case .encoded(.success(let data)) = content else { return nil }
    return (data, isOurs)
  }

  /// Returns the JSON body with a member changed; nil if the body is not a JSON object.
  func setting(_ path: ArraySlice<String>, to value: JSONValue) -> APIBody? {
    guard let kept, let fields = JSONValue(body: kept.data), case .object = fields else {
      return nil
    }
    let changed = fields.setting(path, to: value)
    return APIBody(
      kept: Data(changed.jsonBytes), contentType: contentType, convertsKeys: kept.convertsKeys,
      fields: changed)
  }

  var form: FormData? {
    if case .form(let form) = fieldSource { form } else { nil }
  }

  /// The names and values, if the body is a form or JSON.
  ///
  /// The values of a form are strings; a name that occurs several times has an array of them. A file is an
  /// object with its name and size.
  var fields: JSONValue? {
    switch fieldSource {
    case .none: return nil
    case .json:
      guard let data = kept?.data else { return nil }
      return JSONValue(body: data)
    case .form(let form): return form.values
    case .pairs(let query): return query.values
    case .known(let fields): return fields
    }
  }
}

extension APIBody: CustomStringConvertible {
  /// The type and the size; never the content.
  public var description: String {
    switch content {
    case .encoded(.success(let data)): "\(contentType), \(data.count) bytes"
    case .encoded(.failure): "\(contentType), not encodable"
    case .stream(let count?, _): "\(contentType), \(count) bytes"
    case .stream(nil, _): "\(contentType), a stream"
    }
  }
}

extension APIBody: CustomDebugStringConvertible {
  /// The type and the size; never the content.
  public var debugDescription: String { description }
}

extension APIError {
  fileprivate init(encodingFailedWith error: any Error) {
    var place = ""
    if case EncodingError.invalidValue(_, let context) = error {
      place = Self.place(context.codingPath).map { " at \($0)" } ?? ""
    }
    self.init(.invalid, detail: "the body cannot be encoded\(place)")
  }

  /// A coding path such as `data[3].price`; nil for the whole value.
  static func place(_ path: [any CodingKey]) -> String? {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
    return text.isEmpty ? nil : text.bounded(200)
  }
}

extension JSONValue {
  /// Returns the value with a member at a path changed; what is no object on the way becomes one.
  fileprivate func setting(_ path: ArraySlice<String>, to value: JSONValue) -> JSONValue {
    guard let name = path.first else { return value }
    var members = if case .object(let members) = self { members } else { JSONObject() }
    members[name] = (members[name] ?? .null).setting(path.dropFirst(), to: value)
    return .object(members)
  }

  /// Reads a JSON body, which may begin with a byte order mark; nil if it is not JSON.
  package init?(body: Data) {
    let json = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body
    guard let value = try? JSONValue(json: json) else { return nil }
    self = value
  }
}
