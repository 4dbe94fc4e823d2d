import FoundationEssentials
import WebMessages

/// Responses that something between the client and the service may have sent, such as the sign-in page
/// of a network.
extension APIResponse {
  /// The error of a successful response to a write with a page of HTML that was not asked for; nil
  /// otherwise.
  ///
  /// Other types are no sign of that: some services confirm a write with a word of plain text.
  var foreignPage: APIError? {
    guard isSuccess, request.method.isWrite, let type = unaskedType, HTMLTitle.isHTML(type) else {
      return nil
    }
    return APIError(unaskedType: type, in: self)
  }

  /// The error of a successful response whose body has another type than the request asked for; nil
  /// otherwise.
  var unaskedBody: APIError? {
    guard isSuccess else { return nil }
    return unaskedType.map { APIError(unaskedType: $0, in: self) }
  }

  /// Whether the request asked for JSON.
  var asksForJSON: Bool { asked.contains { Self.isJSON($0) } }

  /// The body's media type, if the request did not ask for it; nil if it did, or there is no body.
  private var unaskedType: String? {
    guard !data.isEmpty, let type = headers["Content-Type"].map(Self.mediaType), !type.isEmpty
    else { return nil }
    let isAsked = asked.contains { range in
      range == type || range == "*/*" || range == "*"
        || range.hasSuffix("/*") && type.hasPrefix(range.dropLast())
        || Self.isJSON(range) && Self.isJSON(type)
    }
    return isAsked ? nil : type
  }

  /// The media types that the request asked for, in lower case and without parameters.
  private var asked: [String] {
    (request.headers["Accept"] ?? format.mediaType).split(separator: ",").map {
      Self.mediaType(String($0))
    }
  }

  private static func mediaType(_ text: String) -> String {
    String(text.prefix { $0 != ";" }.lowercased().trimmingSpaces)
  }

  private static func isJSON(_ type: String) -> Bool {
    type.hasSuffix("/json") || type.hasSuffix("+json")
  }
}
