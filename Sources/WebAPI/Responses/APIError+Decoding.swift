import CoreJSON
import FoundationEssentials
import WebMessages

extension APIError {
  /// The error of a response that could not be decoded.
  ///
  /// It omits the decoder's own message, which may quote the body and names Swift's types.
  init(
    decodingFrom response: APIResponse, as format: ServiceFormat?, failedWith error: any Error
  ) {
    func named(_ path: [any CodingKey]) -> String {
      Self.place(path).map { "'\($0)'" } ?? "the response"
    }
    var what: String
    let json = response.json
    var mismatch = Mismatch.field
    switch error {
    case _ where response.data.isEmpty:
      what = "the response has no body"
    case _ where json == nil:
      what = "the response is not " + Self.sent(response)
      mismatch = .notJSON
    case DecodingError.keyNotFound(let key, let context):
      what = "\(named(context.codingPath + [key])) is missing"
      let other = String(decoding: CamelKeys.camel(key.stringValue.utf8), as: UTF8.self)
      let isSpelled =
        other != key.stringValue && response.keys == .snake
        && json?.value(at: context.codingPath)?[other] != nil
      if isSpelled {
        what += ", but '\(other)' is there"
        mismatch = .keys(.camel)
      }
    case DecodingError.valueNotFound(let type, let context):
      what = "\(named(context.codingPath)) is null, and should be \(JSONKind.name(of: type))"
    case DecodingError.typeMismatch(let type, let context):
      let found = json.flatMap { JSONKind.name(of: $0, at: context.codingPath) }
      let came = found.map { "is \($0), and " } ?? ""
      what = "\(named(context.codingPath)) \(came)should be \(JSONKind.name(of: type))"
    case DecodingError.dataCorrupted(let context):
      // A JSONDecoder gives no path for a number that does not fit its type.
      what = "\(named(context.codingPath)) has a value that cannot be read"
    default:
      what = "it cannot be read"
    }
    if let json, let format, let seen = ServiceFormat.seen(in: json, instead: format) {
      what += "; \(seen.difference(from: format))"
      mismatch = .format(seen)
    }
    self.init(unreadable: what, in: response, mismatch)
  }

  init(missing member: String, in response: APIResponse, as format: ServiceFormat? = nil) {
    var what = response.data.isEmpty ? "the response has no body" : "'\(member)' is missing"
    var mismatch = Mismatch.field
    if let format, let json = response.json,
      let seen = ServiceFormat.seen(in: json, instead: format)
    {
      what += "; \(seen.difference(from: format))"
      mismatch = .format(seen)
    }
    self.init(unreadable: what, in: response, mismatch)
  }

  /// The error of a response whose media type is not the one that the request asked for.
  init(unaskedType type: String, in response: APIResponse) {
    let what =
      response.asksForJSON
      ? "the response is not " + Self.sent(response)
      : "the response is \(type), which was not asked for".bounded(100)
    self.init(unreadable: what, in: response, .notJSON)
  }

  private init(unreadable what: String, in response: APIResponse, _ mismatch: Mismatch) {
    self.init(
      .unavailable, status: response.statusCode, detail: what,
      request: response.request.description,
      mayHaveBeenApplied: response.request.method.isWrite)
    timesSent = response.request.timesSent
    self.mismatch = mismatch
  }

  private static func sent(_ response: APIResponse) -> String {
    guard let type = response.headers["Content-Type"] else { return "JSON" }
    let kind = type.prefix { $0 != ";" }.lowercased().trimmingSpaces
    if kind.hasSuffix("/json") || kind.hasSuffix("+json") { return "valid JSON" }
    if Markup.isHTML(type.lowercased()) {
      let page = String(decoding: response.data.prefix(1 << 13), as: UTF8.self)
      let title = Markup.title(of: page).map { ", titled '\(response.request.redact($0))'" } ?? ""
      return "JSON but an HTML page" + title.bounded(100)
    }
    return "JSON but \(type.prefix { $0 != ";" })".bounded(100)
  }
}

extension APIResponse {
  fileprivate var json: JSONValue? { JSONValue(body: data) }
}

extension JSONValue {
  fileprivate func value(at path: [any CodingKey]) -> JSONValue? {
    var value = self
    for key in path {
      guard let next = key.intValue.map({ value[$0] }) ?? value[key.stringValue] else { return nil }
      value = next
    }
    return value
  }
}

extension ServiceFormat {
  /// Returns the format that a response has instead of the expected one; nil if it may be the expected one.
  ///
  /// A client of JSON:API reads plain responses too.
  fileprivate static func seen(in json: JSONValue, instead expected: Self) -> Self? {
    guard expected != .jsonapi else { return nil }
    var seen = Self.plain
    if case .object(let members) = json, let data = members["data"] {
      let names: Set = ["data", "meta", "links", "errors", "included", "jsonapi"]
      let element = data[0] ?? data
      if element["type"] != nil, element["attributes"] != nil {
        seen = .jsonapi
      } else if names.isSuperset(of: members.keys) {
        seen = .container
      }
    }
    return seen == expected ? nil : seen
  }

  fileprivate func difference(from expected: Self) -> String {
    "the response is \(words), not \(expected.words)"
  }

  private var words: String {
    switch self {
    case .plain: "plain JSON"
    case .container: "a container with 'data'"
    case .jsonapi: "JSON:API"
    }
  }
}

private enum JSONKind {
  static func name(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is Date.Type: "a date such as 2026-01-31T12:00:00Z"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "something else"
    }
  }

  /// Returns what JSON calls the value at a path; nil if the JSON has no such path, as with a custom decoder.
  static func name(of value: JSONValue, at path: [any CodingKey]) -> String? {
    guard let value = value.value(at: path) else { return nil }
    return switch value {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
