import Events
import FoundationEssentials

/// What a server says about a failure.
///
/// Two forms are understood: `{"errors": [{"status", "title", "detail", "source"}]}`, which is
/// JSON:API's, and `{"message"}` or `{"error"}`.
struct ServerProblem {
  var status: Int?
  var title: String?
  var detail: String?
  var fields: [FieldError] = []

  /// Reads the body of an answer; nil where it has neither form.
  init?(body: Data) {
    // No server explains itself at length: what is longer is a page, and not for us.
    guard body.count <= 1 << 16, let body = try? JSONDecoder().decode(JSONValue.self, from: body)
    else { return nil }
    if let errors = body["errors"], let problem = ServerProblem(errors: errors) {
      self = problem
    } else if let detail = body["message"]?.text ?? body["error"]?.text
      ?? body["error"]?["message"]?.text
    {
      self.detail = detail
    } else {
      return nil
    }
  }

  /// Reads JSON:API's list of errors; nil where it has none.
  init?(errors: JSONValue) {
    guard case .array(let errors) = errors, let first = errors.first else { return nil }
    status = first["status"].flatMap(Self.number)
    title = first["title"]?.text
    detail = first["detail"]?.text ?? first.text
    for error in errors.prefix(20) {
      guard let field = Self.field(error["source"]) else { continue }
      let text = error["detail"]?.text ?? error["title"]?.text ?? "not valid"
      fields.append(FieldError(field, .other(text)))
    }
  }

  /// The field that a source points to: the last part of a pointer (RFC 6901), or a parameter.
  private static func field(_ source: JSONValue?) -> String? {
    if let pointer = source?["pointer"]?.text {
      return pointer.split(separator: "/").last.map(String.init)
    }
    return source?["parameter"]?.text
  }

  private static func number(_ value: JSONValue) -> Int? {
    switch value {
    case .integer(let number): number
    case .string(let text): Int(text)
    default: nil
    }
  }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self, !text.isEmpty { text } else { nil }
  }
}
