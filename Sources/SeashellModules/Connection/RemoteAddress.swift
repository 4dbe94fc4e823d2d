import FoundationEssentials
import SeashellKit
import WebMessages

/// The address of a remote module, with the user's credentials.
struct RemoteAddress: Sendable {
  let url: URL

  var headers: [String: String]

  /// The name of the variable with the token, for messages.
  var tokenVariable: String?

  /// Returns the token; nil if there is none.
  var token: @Sendable () async throws -> String?

  /// Renews the token that a user has signed in for, after a 401; returns whether there is another one now.
  ///
  /// It gets the refused field `Authorization`.
  var renew: @Sendable (String?) async throws -> Bool = { _ in false }

  /// Called when a request of a command is refused with 401, or with 403 for the scopes of its token, with the
  /// values of `WWW-Authenticate`; nil if users cannot sign in.
  var refused: (@MainActor @Sendable ([String]) -> Void)?

  init(
    _ url: URL, headers: [String: String] = [:], tokenVariable: String? = nil,
    token: @escaping @Sendable () async throws -> String? = { nil }
  ) {
    self.url = url
    self.headers = headers
    self.tokenVariable = tokenVariable
    self.token = token
  }

  private var origin: Origin { Origin(url) }

  /// Returns the header fields of a request, with the token; throws if a secret would be sent
  /// without encryption.
  func fields() async throws -> HTTPHeaders {
    var fields = HTTPHeaders()
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      guard HTTPHeaders.isName(name), HTTPHeaders.isValue(value) else {
        throw ShellError(.usage, "'\(name)' is not a header field that can be sent")
      }
      fields[name] = value
    }
    if let token = try await token() {
      guard HTTPHeaders.isValue(token) else {
        throw ShellError(.usage, "the token for '\(origin)' contains control characters")
      }
      fields["Authorization"] = "Bearer \(token)"
    }
    if fields.contains(where: { HTTPHeaders.isSecret($0.name) }), !origin.mayCarryCredentials {
      throw ShellError(
        .usage, "the token would be sent to '\(origin)' without encryption",
        hint: "use an address that begins with https")
    }
    return fields
  }

  /// The error of a response with this status; nil if the body may contain a protocol error.
  func error(status: Int, location: String?) -> (any Error)? {
    switch status {
    case 401:
      ShellError(.unauthorized, "'\(origin)' does not accept the token, or needs one", hint: hint)
    case 403:
      ShellError(
        .forbidden, "'\(origin)' does not let you do this", hint: refused == nil ? hint : nil)
    case 300..<400:
      ModuleError(
        "it redirects to '\(location ?? "?")'", hint: "add it with that address, if you trust it")
    case 500...: ShellError(.unavailable, "'\(origin)' answered with status \(status)")
    default: nil
    }
  }

  private var hint: String {
    tokenVariable.map { "set the variable '\($0)' to a valid token" }
      ?? "add the module with --token-env NAME, the variable that holds the token"
  }

  func error(_ error: TransportError) -> any Error {
    switch error.code {
    case .unconnected, .late:
      ShellError(.unconnected, "'\(origin)' cannot be reached: \(error.reason)")
    case .cut: cut
    case .limit: ShellError(.limit, "'\(origin)': \(error.reason)")
    case .unintelligible: ModuleError("it does not speak HTTP: \(error.reason)")
    }
  }

  var closedTooOften: ShellError {
    ShellError(
      .unconnected, "'\(origin)' closed the stream \(StreamPauses.most) times before the answer",
      hint: cut.hint)
  }

  var cut: ShellError {
    ShellError(
      .unconnected, "the connection to '\(origin)' was lost before the answer",
      hint: "the call may have been carried out")
  }
}
