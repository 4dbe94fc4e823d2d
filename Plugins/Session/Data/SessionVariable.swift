import SeashellKit

/// The access token in the variable `SEASHELL_TOKEN`, such as for continuous integration.
///
/// It is sent only to the environment on which the shell started, and is not stored or renewed.
struct SessionVariable: Sendable {
  /// The name of the variable.
  static let name = "SEASHELL_TOKEN"

  /// What to do if the shop does not accept the token.
  static let remedy = "renew \(name)"

  let token: SessionSecret
  private let environment: APIEnvironment

  /// - Parameter environment: the environment to send the token to.
  /// - Throws: ``ShellError`` `usage` if the text cannot be a token; it does not quote the text.
  init(_ text: String, for environment: APIEnvironment) throws(ShellError) {
    token = SessionSecret(text)
    self.environment = environment
    guard token.isToken else {
      throw ShellError(
        .usage, "\(Self.name) has characters that a token cannot have",
        hint: "check it for spaces and newlines")
    }
  }

  /// Whether the token is sent at all: not if others could read it on the way.
  var isSent: Bool { environment.mayCarryCredentials }

  /// Whether the token is sent with requests to an environment.
  func serves(_ environment: APIEnvironment) -> Bool { environment == self.environment }
}
