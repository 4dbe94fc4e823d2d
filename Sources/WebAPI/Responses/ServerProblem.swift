import CoreJSON
import FoundationEssentials
import WebMessages

/// The problems in a server's response.
///
/// These forms are understood from every service: JSON:API's `{"errors": [{"status", "title", "detail",
/// "source"}]}`; RFC 9457's `{"title", "detail"}`; `{"message"}`; `{"error"}` as a text, also with
/// `error_description` (RFC 6749, section 5.2), or as an object, which may also be in `detail`; FastAPI's
/// `{"detail": [{"loc", "msg"}]}`; `{"errors": {"field": ["text"]}}`; failing these, `{"errorMessage"}` and
/// similar names; a short plain text; and the title of an HTML page.
struct ServerProblem {
  /// How many problems are read at most.
  private static let maximum = 100

  var status: Int?

  /// The problems; the first one provides the error's title and detail.
  var problems: [APIProblem] = []

  init(detail: String) {
    problems = [APIProblem(detail: detail)]
  }

  /// Parses the body of a response; nil if its form is unknown.
  init?(body: Data, _ headers: HTTPHeaders = [:]) {
    // A longer body is a page for people, not an error message.
    guard !body.isEmpty, body.count <= 1 << 16 else { return nil }
    if let body = JSONValue(body: body) {
      self.init(json: body)
    } else {
      self.init(text: body, headers)
    }
  }

  private init?(json body: JSONValue) {
    add(Self.summary(of: body))
    // The lists of JSON:API, of RFC 9457, section 3, and of the examples in its predecessor, and FastAPI's.
    for name in ["errors", "invalid-params", "detail"] {
      if let list = body[name], let more = ServerProblem(errors: list) {
        status = status ?? more.status
        more.problems.forEach { add($0) }
      }
    }
    if case .object(let fields)? = body["errors"] {
      for (name, texts) in fields.prefix(Self.maximum) {
        guard let detail = (texts[0] ?? texts).text else { continue }
        add(APIProblem(detail: detail, field: name))
      }
    }
    status = body["status"].flatMap(Self.number) ?? status
    if problems.isEmpty { addUnknown(body) }
    if problems.isEmpty, status == nil { return nil }
  }

  /// Adds the problems in unknown members: texts and lists of texts whose name ends in `message`, such as
  /// `errorMessage`, and FastAPI's lists.
  private mutating func addUnknown(_ body: JSONValue) {
    guard case .object(let members) = body else { return }
    for (name, value) in members.prefix(Self.maximum) {
      let name = name.lowercased()
      if name.hasSuffix("message") || name.hasSuffix("messages") {
        let texts = if case .array(let list) = value { list } else { [value] }
        for text in texts.prefix(Self.maximum) {
          if let detail = text.text { add(APIProblem(detail: detail)) }
        }
      } else if value[0]?["loc"] != nil, let more = ServerProblem(errors: value) {
        more.problems.forEach { add($0) }
      }
    }
  }

  init?(errors: JSONValue) {
    guard case .array(let errors) = errors, let first = errors.first else { return nil }
    status = first["status"].flatMap(Self.number)
    for error in errors.prefix(Self.maximum) { add(Self.problem(error)) }
  }

  private mutating func add(_ problem: APIProblem) {
    if !problem.isEmpty, !problems.contains(problem) { problems.append(problem) }
  }

  /// Returns the problem next to a list, or the only problem.
  private static func summary(of body: JSONValue) -> APIProblem {
    let error = body["error"]
    for case .some(.object(let nested)) in [error, body["detail"]] {
      return APIProblem(
        code: code(.object(nested)), title: nested["title"]?.text ?? nested["status"]?.text,
        detail: nested["message"]?.text ?? nested["detail"]?.text ?? nested["description"]?.text
          ?? nested["reason"]?.text)
    }
    if let error = error?.text {
      if let description = body["error_description"]?.text {
        return APIProblem(code: error, title: error, detail: description)
      }
      let message = body["message"]?.text
      return APIProblem(
        code: code(body), title: message == nil ? nil : error, detail: message ?? error)
    }
    return APIProblem(
      code: code(body), title: body["title"]?.text,
      detail: body["detail"]?.text ?? body["message"]?.text ?? body["error_description"]?.text)
  }

  private static func problem(_ error: JSONValue) -> APIProblem {
    APIProblem(
      code: code(error), title: error["title"]?.text,
      detail: error["detail"]?.text ?? error["reason"]?.text ?? error["message"]?.text
        ?? error["msg"]?.text ?? error.text,
      field: field(error["source"]) ?? field(error) ?? error["name"]?.text ?? error["field"]?.text
        ?? field(at: error["loc"]))
  }

  private static func code(_ error: JSONValue) -> String? {
    switch error["code"] {
    case .string(let code) where !code.isEmpty: code
    case .integer(let code): String(code)
    default: nil
    }
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

  /// The field at a path such as `["body", "price"]`, without the part of the request that it was in.
  private static func field(at path: JSONValue?) -> String? {
    guard case .array(let parts)? = path else { return nil }
    let names = parts.dropFirst().compactMap { part in
      part.text ?? number(part).map { "\($0)" }
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
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
