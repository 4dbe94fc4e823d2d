import SeashellKit

/// The token that the variable `SEASHELL_TOKEN` holds, where nobody can sign in.
///
/// It serves the environment on which the shell has started and no other, is kept in no file, and
/// cannot be renewed.
struct SessionVariable: Sendable {
  /// The variable's name.
  static let name = "SEASHELL_TOKEN"

  /// What to do where the shop does not accept it.
  static let remedy = "renew \(name)"

  let token: SessionSecret
  private let environment: APIEnvironment

  /// - Parameter environment: the one that it serves.
  /// - Throws: ``ShellError`` `usage` where the text is no token; it does not quote it.
  init(_ text: String, for environment: APIEnvironment) throws(ShellError) {
    token = SessionSecret(text)
    self.environment = environment
    guard token.isToken else {
      throw ShellError(
        .usage, "\(Self.name) has characters that no token has",
        hint: "it may have been set with a blank or a newline")
    }
  }

  /// Whether it is sent at all: never where others can read it on the way.
  var isSent: Bool { environment.isPrivate }

  /// Whether requests to an environment carry the token.
  func serves(_ environment: APIEnvironment) -> Bool { environment == self.environment }

  /// The value of the header field `Authorization` (RFC 6750, section 2.1).
  var authorization: String { "Bearer \(token.text)" }
}
