import SeashellKit

/// Converts credentials into data that may be shown to users.
enum SessionMapper {
  static func map(
    from credential: Credential, by scheme: SecurityScheme, in environment: String
  ) -> Session {
    Session(
      user: credential.user, environment: environment, scheme: scheme.id,
      scopes: credential.scopes, expiresAt: credential.expiresAt)
  }

  static func map(from credentials: [Credential], in environment: String) -> SignedInUser? {
    guard let account = account(of: credentials) else { return nil }
    return SignedInUser(
      name: credentials.lazy.compactMap(\.user).first, environment: environment,
      expiresAt: credentials.lazy.compactMap(\.expiresAt).min(), account: account)
  }

  /// Returns the account that all credentials of an environment stand for together; nil if there are none.
  ///
  /// A user who signs in as someone else with one of several schemes has another account, so that a queued
  /// write is not sent for the wrong user.
  static func account(of credentials: [Credential]) -> String? {
    credentials.isEmpty
      ? nil : credentials.map { $0.account ?? "unknown" }.joined(separator: "+")
  }
}
