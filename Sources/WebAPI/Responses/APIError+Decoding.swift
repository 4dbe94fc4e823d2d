import CoreEvents
import FoundationEssentials
import WebMessages

extension APIError {
  /// The error of a response that could not be decoded.
  ///
  /// The decoder's own message is left out, since it may quote the body and names Swift's types.
  init(decodingFrom response: APIResponse, failedWith error: any Error) {
    func named(_ path: [any CodingKey]) -> String {
      Self.place(path).map { "'\($0)'" } ?? "the response"
    }
    let what: String
    switch error {
    case _ where response.data.isEmpty:
      what = "the response has no body"
    case DecodingError.keyNotFound(let key, let context):
      what = "\(named(context.codingPath + [key])) is missing"
    case DecodingError.valueNotFound(let type, let context):
      what = "\(named(context.codingPath)) is null, and should be \(JSONKind.name(of: type))"
    case DecodingError.typeMismatch(let type, let context):
      let found = response.json.flatMap { JSONKind.name(of: $0, at: context.codingPath) }
      let came = found.map { "is \($0), and " } ?? ""
      what = "\(named(context.codingPath)) \(came)should be \(JSONKind.name(of: type))"
    case DecodingError.dataCorrupted(let context):
      // A number that does not fit its type is reported without a path too.
      if response.json == nil {
        what = "the response is not " + Self.sent(response)
      } else {
        what = "\(named(context.codingPath)) has a value that cannot be read"
      }
    default:
      what = "it cannot be read"
    }
    self.init(unreadable: what, in: response)
  }

  /// The error of a response without a required member.
  init(missing member: String, in response: APIResponse) {
    self.init(
      unreadable: response.data.isEmpty ? "the response has no body" : "'\(member)' is missing",
      in: response)
  }

  private init(unreadable what: String, in response: APIResponse) {
    self.init(
      .unavailable, status: response.statusCode, detail: what,
      request: response.request.description,
      mayHaveBeenApplied: response.request.method.isWrite)
  }

  /// What a response should have been, and what its media type says instead.
  private static func sent(_ response: APIResponse) -> String {
    guard let type = response.headers["Content-Type"] else { return "JSON" }
    let kind = type.prefix { $0 != ";" }.lowercased().trimmingSpaces
    if kind.hasSuffix("/json") || kind.hasSuffix("+json") { return "valid JSON" }
    if HTMLTitle.isHTML(type.lowercased()) {
      let page = String(decoding: response.data.prefix(1 << 13), as: UTF8.self)
      let title = HTMLTitle.of(page).map { ", titled '\(response.request.redact($0))'" } ?? ""
      return "JSON but an HTML page" + title.bounded(100)
    }
    return "JSON but \(type.prefix { $0 != ";" })".bounded(100)
  }
}

extension APIResponse {
  /// The body, if it is JSON.
  fileprivate var json: JSONValue? { try? JSONDecoder().decode(JSONValue.self, from: data) }
}

/// Names for JSON's values and Swift's types in messages.
private enum JSONKind {
  /// Returns the name of a Swift type's values in JSON.
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

  /// Returns the name of the value at a path; nil if the path is not in the JSON, as with a custom
  /// decoder.
  static func name(of value: JSONValue, at path: [any CodingKey]) -> String? {
    var value = value
    for key in path {
      let next = key.intValue.map { value[$0] } ?? value[key.stringValue]
      guard let next else { return nil }
      value = next
    }
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
