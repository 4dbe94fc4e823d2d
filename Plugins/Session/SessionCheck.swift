import FoundationEssentials
import SeashellKit

/// Checks the session on the current environment, without asking the server.
struct SessionCheck: HealthCheck {
  private let context: ModuleContext

  init(_ context: ModuleContext) { self.context = context }

  func findings() async -> [Finding] {
    let environment = context.client.environment.name
    guard let user = await context.user.update() else {
      return [Finding("session", .ok, "not signed in on \(environment)")]
    }
    guard let name = user.name else {
      let variable = context.identity.tokenVariable
      let who = context.hadToken ? "the token in \(variable)" : "a user without a name"
      return [Finding("session", .ok, "\(who), on \(environment)")]
    }
    let end = user.expiresAt.map { ", until \($0.formatted(.iso8601))" } ?? ""
    return [Finding("session", .ok, "\(name) on \(environment)\(end)")]
  }
}
