import SeashellKit

/// The access token in the shell's variable, `ORDERS_TOKEN`, such as for continuous integration.
///
/// It is sent only to the environment on which the shell started, and is not stored or renewed.
struct SessionVariable: Sendable {
  /// The name of the variable.
  let name: String

  let token: SessionSecret
  private let environment: APIEnvironment

  /// - Parameters:
  ///   - name: the name of the variable.
  ///   - text: its value.
  ///   - environment: the environment to send the token to.
  init(_ name: String, _ text: String, for environment: APIEnvironment) {
    self.name = name
    token = SessionSecret(text)
    self.environment = environment
  }

  /// What tells the token's account from others.
  var account: String { SignedInUser.account(ofToken: token.text) }

  /// What to do if the server does not accept the token.
  var remedy: String { "the token in \(name) was refused; it may have expired, so set a new one" }

  /// - Throws: ``ShellError`` `usage` if the value cannot be a token; it does not quote it.
  func check() throws(ShellError) {
    guard token.isToken else {
      throw ShellError(
        .usage, "\(name) has characters that a token cannot have",
        hint: "check it for spaces and newlines")
    }
  }

  /// Whether the token is sent at all: not if others could read it on the way.
  var isSent: Bool { environment.mayCarryCredentials }

  /// Whether the token is sent with requests to an environment.
  func serves(_ environment: APIEnvironment) -> Bool { environment == self.environment }
}
