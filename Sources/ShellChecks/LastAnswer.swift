import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// The response to the last request, for a check of it.
@MainActor
struct LastAnswer {
  private let response: any LastResponse
  private let requests: SentRequests

  /// - Throws: an `expectation` error if there is none.
  init(of shell: Shell, _ requests: SentRequests) throws(ShellError) {
    self.requests = requests
    switch shell.variables.response {
    case .response(let response): self.response = response
    case .failure:
      throw ShellError(.expectation, "the last request got no complete response")
    case nil: throw ShellError(.expectation, "no command has sent a request yet")
    }
  }

  /// The fields of the response; the body is read only if an expression uses it.
  func fields(of expression: ShellLanguage.Expression) throws(ShellError) -> [CellValue.Field] {
    let body: Set = [ResponseField.body.rawValue, ResponseField.text.rawValue]
    return try response.fields(withBody: expression.fields.contains { body.contains($0.name) })
  }

  /// The status code; nil for records from a store, which keeps none.
  var status: Int? {
    let fields = try? response.fields(withBody: false)
    guard case .integer(let status)? = fields?.first(where: { $0.name == "status" })?.value else {
      return nil
    }
    return status
  }

  /// The request with its answer, for an error.
  var details: [String] {
    var texts: [String: String] = [:]
    for withBody in [false, true] {
      for field in (try? response.fields(withBody: withBody)) ?? [] where field.value != .null {
        texts[field.name] = field.value.plainText
      }
    }
    guard let method = texts["method"], let url = texts["url"] else { return [] }
    let request = requests.line(of: method, url) ?? "\(method) \(url)"
    let answer = "answered \(texts["status"] ?? "from a store")"
    return [request, texts["duration"].map { "\(answer) in \($0)" } ?? answer]
      + [texts["text"]].compactMap(\.self).filter { !$0.isEmpty }
  }
}

extension ShellLanguage.Expression {
  /// The fields that the expression uses.
  var fields: [FieldPath] {
    if case .field(let path, _) = self { [path] } else { parts.flatMap(\.fields) }
  }

  var usesFields: Bool {
    if case .namedField = self { return true }
    return !fields.isEmpty || parts.contains(where: \.usesFields)
  }
}
