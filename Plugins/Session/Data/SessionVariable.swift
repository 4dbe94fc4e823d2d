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

  /// - Throws: ``SessionError`` `invalidVariable` if the value cannot be a token.
  func check() throws(SessionError) {
    guard token.isToken else { throw .invalidVariable(name) }
  }

  /// Whether the token is sent at all: not if others could read it on the way.
  var isSent: Bool { environment.mayCarryCredentials }

  /// Whether the token is sent with requests to an environment.
  func serves(_ environment: APIEnvironment) -> Bool { environment == self.environment }
}
