import FoundationEssentials
import WebMessages

/// Detects responses that may not come from the service, such as the sign-in page of a network.
extension APIResponse {
  /// The error if a successful response to a write is an HTML page that was not requested; otherwise nil.
  ///
  /// Other types do not count: some services confirm a write with a word of plain text.
  var foreignPage: APIError? {
    guard isSuccess, request.method.isWrite, let type = unaskedType, Markup.isHTML(type) else {
      return nil
    }
    return APIError(unaskedType: type, in: self)
  }

  var unaskedBody: APIError? {
    guard isSuccess else { return nil }
    return unaskedType.map { APIError(unaskedType: $0, in: self) }
  }

  var asksForJSON: Bool { asked.contains { Self.isJSON($0) } }

  private var unaskedType: String? {
    guard !data.isEmpty, let type = headers["Content-Type"].map({ MediaType.name($0) }),
      !type.isEmpty
    else { return nil }
    let isAsked = asked.contains { range in
      range == type || range == "*/*" || range == "*"
        || range.hasSuffix("/*") && type.hasPrefix(range.dropLast())
        || Self.isJSON(range) && Self.isJSON(type)
    }
    return isAsked ? nil : type
  }

  /// The requested media types, in lower case and without parameters.
  ///
  /// `*/*` behind others only keeps a server from refusing, and asks for nothing.
  var asked: [String] {
    let types = (request.headers["Accept"] ?? format.mediaType).split(separator: ",")
    return types.filter { types.count == 1 || !$0.contains("*/*;q=0.") }.map {
      MediaType.name(String($0))
    }
  }

  /// The media types that a refusal names: in the first of these header fields that it has, else in its body, unless that
  /// is a page, whose markup has types of its own.
  ///
  /// - Parameter others: the types that it refuses, in lower case, which it may name too.
  func types(namedIn fields: [String], except others: [String]) -> [String] {
    let isPage = headers["Content-Type"].map(Markup.isHTML) ?? false
    let body = isPage ? "" : shownBody ?? ""
    // Some writers of JSON escape each slash.
    let text =
      fields.lazy.compactMap { headers[$0] }.first
      ?? String(body.prefix(4_096)).replacing("\\/", with: "/")
    var types: [String] = []
    for word in text.split(whereSeparator: { !$0.isASCII || "\r\n\t ,;:\"'`()[]{}<>=".contains($0) }
    ) {
      let type = (word.last == "." ? word.dropLast() : word).lowercased()
      let parts = type.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, Self.families.contains(String(parts[0])), types.count < 5,
        HTTPHeaders.isName(String(parts[1])), parts[1] != "*", !others.contains(type),
        !types.contains(type)
      else { continue }
      types.append(type)
    }
    return types
  }

  private static let families: Set = ["application", "audio", "image", "text", "video"]

  static func isJSON(_ type: String) -> Bool {
    type.hasSuffix("/json") || type.hasSuffix("+json")
  }
}
