import FoundationEssentials

extension APIError {
  /// The error of a body that could not be encoded.
  init(encoding value: some Encodable, failedWith error: any Error) {
    var place = ""
    if case EncodingError.invalidValue(_, let context) = error {
      place = Self.place(context.codingPath).map { " at \($0)" } ?? ""
    }
    self.init(.invalid, detail: "the body, of type \(type(of: value)), cannot be encoded\(place)")
  }

  /// The error of an answer that is not what its caller expects.
  ///
  /// What a decoder says itself is left out, since it may quote the body.
  init<Value>(decoding type: Value.Type, from response: APIResponse, failedWith error: any Error) {
    let what: String
    switch error {
    case _ where response.data.isEmpty:
      what = "the answer has no body"
    case DecodingError.keyNotFound(let key, let context):
      what = "\(Self.place(context.codingPath + [key]) ?? "the answer") is missing"
    case DecodingError.valueNotFound(let type, let context):
      what = "\(Self.place(context.codingPath) ?? "the answer") is null and not of type \(type)"
    case DecodingError.typeMismatch(let type, let context):
      what = "\(Self.place(context.codingPath) ?? "the answer") is not of type \(type)"
    case DecodingError.dataCorrupted(let context):
      // A number that does not fit its type is told without a place too.
      if (try? JSONDecoder().decode(AnyJSON.self, from: response.data)) == nil {
        what = "the answer is not " + Self.sent(response)
      } else {
        what = "\(Self.place(context.codingPath) ?? "the answer") has a value that cannot be read"
      }
    default:
      what = "reading the answer failed with \(Swift.type(of: error))"
    }
    self.init(unreadable: what, as: type, in: response)
  }

  /// The error of an answer without a member that its caller needs.
  init<Value>(missing member: String, as type: Value.Type, in response: APIResponse) {
    let what = response.data.isEmpty ? "the answer has no body" : "\(member) is missing"
    self.init(unreadable: what, as: type, in: response)
  }

  private init<Value>(unreadable what: String, as type: Value.Type, in response: APIResponse) {
    self.init(
      .unavailable, status: response.status, detail: "\(what), reading \(type)",
      request: response.request.description,
      mayHaveBeenApplied: response.request.method.isWrite)
  }

  /// A path such as `data[3].price`; nil for the whole.
  private static func place(_ path: [any CodingKey]) -> String? {
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

  /// What an answer that cannot be read is not, and what it says it is instead.
  private static func sent(_ response: APIResponse) -> String {
    guard let type = response.headers["Content-Type"] else { return "JSON" }
    let kind = type.prefix { $0 != ";" }.lowercased().trimmingSpaces
    if kind.hasSuffix("/json") || kind.hasSuffix("+json") { return "valid JSON" }
    if HTMLTitle.isHTML(type.lowercased()) {
      let page = String(decoding: response.data.prefix(1 << 13), as: UTF8.self)
      let title = HTMLTitle.of(page).map { ", titled '\(response.request.redact($0))'" } ?? ""
      return "JSON but a page of HTML" + title.bounded(100)
    }
    return "JSON but \(type.prefix { $0 != ";" })".bounded(100)
  }
}

/// Decodes from all that is JSON, and looks at none of it.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) {}
}
