import Events
import FoundationEssentials

/// What a server says about a failure.
///
/// These forms are understood, whatever the service speaks otherwise: `{"errors": [{"status",
/// "title", "detail", "source"}]}`, which is JSON:API's; `{"title", "detail"}`, which is RFC 9457's;
/// `{"message"}`; `{"error"}` as a text, also with `error_description` (RFC 6749, section 5.2), or as
/// an object; a short plain text; and the title of a page in HTML.
struct ServerProblem {
  var status: Int?
  var title: String?
  var detail: String?
  var fields: [FieldError] = []

  /// Makes one that says nothing.
  init() {}

  /// Reads the body of an answer; nil where it says nothing that can be understood.
  init?(body: Data, _ headers: HTTPHeaders = [:]) {
    // No server explains itself at length: what is longer is a page, and not for us.
    guard !body.isEmpty, body.count <= 1 << 16 else { return nil }
    if let body = try? JSONDecoder().decode(JSONValue.self, from: body) {
      self.init(json: body)
    } else {
      self.init(text: body, headers)
    }
  }

  private init?(json body: JSONValue) {
    if let errors = body["errors"], let problem = ServerProblem(errors: errors) {
      self = problem
      return
    }
    let error = body["error"]
    if let nested = error, case .object = nested {
      title = nested["title"]?.text ?? nested["status"]?.text
      detail = nested["message"]?.text ?? nested["detail"]?.text ?? nested["description"]?.text
    } else if let error = error?.text {
      let more = body["error_description"]?.text ?? body["message"]?.text
      title = more == nil ? nil : error
      detail = more ?? error
    } else {
      title = body["title"]?.text
      detail = body["detail"]?.text ?? body["message"]?.text ?? body["error_description"]?.text
    }
    status = body["status"].flatMap(Self.number)
    // RFC 9457, section 3, and its examples before it was one.
    for list in ["errors", "invalid-params"] {
      guard case .array(let errors) = body[list] else { continue }
      for error in errors.prefix(20) { add(error) }
    }
    if title == nil, detail == nil, fields.isEmpty { return nil }
  }

  /// Reads JSON:API's list of errors; nil where it has none.
  init?(errors: JSONValue) {
    guard case .array(let errors) = errors, let first = errors.first else { return nil }
    status = first["status"].flatMap(Self.number)
    title = first["title"]?.text
    detail = first["detail"]?.text ?? first["message"]?.text ?? first.text
    for error in errors.prefix(20) { add(error) }
  }

  private mutating func add(_ error: JSONValue) {
    let name = error["name"]?.text ?? error["field"]?.text
    guard let field = Self.field(error["source"]) ?? Self.field(error) ?? name else { return }
    let text =
      error["detail"]?.text ?? error["title"]?.text ?? error["reason"]?.text
      ?? error["message"]?.text ?? "not valid"
    fields.append(FieldError(field, .other(text)))
  }

  /// The field that a source points to: the last part of a pointer (RFC 6901), or a parameter.
  private static func field(_ source: JSONValue?) -> String? {
    if let pointer = source?["pointer"]?.text {
      return pointer.split(separator: "/").last.map {
        String($0).replacing("~1", with: "/").replacing("~0", with: "~")
      }
    }
    return source?["parameter"]?.text ?? source?["header"]?.text
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
