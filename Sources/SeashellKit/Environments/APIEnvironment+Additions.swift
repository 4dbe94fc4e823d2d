import ShellOutput
import WebAPI
import WebAuthorization
import WebMessages

extension APIEnvironment {
  /// The names of the query parameters in which a configured key is sent.
  var keyParameters: [String] {
    (credentials ?? []).compactMap {
      if case .apiKey(let name, .query) = $0.scheme.kind { name } else { nil }
    }
  }

  /// Returns what the configuration adds to each request for the environment's API.
  ///
  /// A value from a variable is a credential, whatever its name is. A variable that is not set is an error
  /// when a request is sent.
  ///
  /// - Parameter variable: returns a variable that the process was started with.
  func additions(
    variable: @escaping @Sendable (String) -> String? = {
      SecretVariables.process.value(of: $0)?.text
    }
  ) -> [APIRequestAddition] {
    guard !headers.isEmpty || !query.isEmpty else { return [] }
    return headers.map { addition(.header, "header field", $0, variable) }
      + query.map { addition(.query, "query parameter", $0, variable) }
  }

  private func addition(
    _ place: APIRequestAddition.Place, _ kind: String, _ value: ConfiguredValue,
    _ variable: @escaping @Sendable (String) -> String?
  ) -> APIRequestAddition {
    APIRequestAddition(place, value.name, isSecret: value.variable != nil) { [name] in
      switch value.source {
      case .text(let text): return text
      case .variable(let source):
        let text = variable(source) ?? ""
        guard !text.isEmpty, HTTPHeaders.isValue(text) else {
          let problem = text.isEmpty ? "is not set" : "has a control character"
          throw ShellError(
            .unauthorized,
            "\(name) sends the \(kind) \(value.name) from the variable \(source), which \(problem)",
            hint: "set \(source) before the shell starts")
        }
        return text
      }
    }
  }
}
