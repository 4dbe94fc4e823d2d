import CoreJSON
import CoreSecrets
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// The response to the last request, for a check of it.
@MainActor
struct LastAnswer {
  let response: any LastResponse
  private let requests: SentRequests

  /// How much of a body is in an error, of which less is shown, in characters.
  private static let longestBody = 4000

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

  /// Whether the response has no body.
  var isEmpty: Bool {
    get throws(ShellError) { try text()?.isEmpty ?? true }
  }

  private func text() throws(ShellError) -> String? {
    try response.fields(withBody: true).first { $0.name == ResponseField.text.rawValue }?.value
      .textValue
  }

  /// The body as JSON, or as text if its type is another.
  ///
  /// - Throws: an `expectation` error if there is no body, or it is not JSON.
  func json() throws(ShellError) -> JSONValue {
    guard status != nil else {
      throw ShellError(.expectation, "the last response comes from a store, which keeps no body")
    }
    guard let text = try text(), !text.isEmpty else {
      throw ShellError(.expectation, "the last response has no body").adding(details: details)
    }
    let headers = try response.fields(withBody: false).first {
      $0.name == ResponseField.headers.rawValue
    }
    let type = headers?.value["content-type"]?.plainText.lowercased()
    guard type?.contains("json") ?? true else { return .string(text) }
    do throws(JSONError) {
      return try JSONValue(json: text)
    } catch {
      throw ShellError(.expectation, "the body of the last response is not JSON: \(error)")
        .adding(details: details)
    }
  }

  /// The request with its answer, for an error, without credentials.
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
      + [texts["text"]].compactMap {
        $0.map { String(CredentialText.masked($0).prefix(Self.longestBody)) }
      }
      .filter { !$0.isEmpty }
  }
}
