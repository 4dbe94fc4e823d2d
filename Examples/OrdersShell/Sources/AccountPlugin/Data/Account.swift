import SeashellKit

/// A signed-in user and the environment.
struct Account: Sendable, Equatable {
  let user: String
  let environment: EnvironmentID
}
