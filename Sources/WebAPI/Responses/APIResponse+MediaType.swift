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
  private var asked: [String] {
    let types = (request.headers["Accept"] ?? format.mediaType).split(separator: ",")
    return types.filter { types.count == 1 || !$0.contains("*/*;q=0.") }.map {
      MediaType.name(String($0))
    }
  }

  static func isJSON(_ type: String) -> Bool {
    type.hasSuffix("/json") || type.hasSuffix("+json")
  }
}
