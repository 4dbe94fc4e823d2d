package import SeashellHosting
import SeashellKit

/// A right of a module at the gateway: `GET /products/**`, `events` or `events api.data.*`.
package enum GatewayRule: Sendable, Hashable {
  /// Send requests to the API; nil allows any method.
  case request(HTTPMethod?, PathPattern)
  /// Receive events, and post the module's own.
  case events(EventPattern)

  /// Parses a rule.
  ///
  /// - Throws: `ShellError` `usage` that says how a rule is written.
  package init(parsing text: String) throws(ShellError) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.first == "events", words.count <= 2,
      let pattern = EventPattern(parsing: words.dropFirst().first ?? "*")
    {
      self = .events(pattern)
      return
    }
    guard words.count == 2, let pattern = PathPattern(parsing: words[1]) else {
      throw Self.usageError(text)
    }
    if words[0] == "*" {
      self = .request(nil, pattern)
    } else if let method = HTTPMethod(rawValue: words[0].uppercased()) {
      self = .request(method, pattern)
    } else {
      throw Self.usageError(text)
    }
  }

  init(for method: HTTPMethod, _ segments: [String]) {
    self = .request(method, PathPattern(for: segments))
  }

  /// The rule as text, which ``init(parsing:)`` reads.
  package var text: String {
    switch self {
    case .request(let method, let path): "\(method?.rawValue ?? "*") \(path.text)"
    case .events(.all): "events"
    case .events(let pattern): "events \(pattern.text)"
    }
  }

  func allows(_ method: HTTPMethod, _ segments: [String]) -> Bool {
    guard case .request(let allowed, let path) = self else { return false }
    return (allowed == nil || allowed == method) && path.matches(segments)
  }

  private static func usageError(_ text: String) -> ShellError {
    ShellError(
      .usage, "cannot read the rule '\(text)'",
      hint:
        "write METHOD /PATH, such as 'GET /products/**' or '* /products/*/reviews', or 'events',"
        + " or 'events api.data.*'")
  }
}
