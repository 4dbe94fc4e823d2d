import FoundationEssentials
import SeashellKit

/// Checks the session on the current environment, without asking the server.
@MainActor
struct SessionChecks {
  private let examination: Examination

  init(_ examination: Examination) {
    self.examination = examination
  }

  func findings() async -> [Finding] {
    let environment = examination.context.client.environment.name
    guard let user = await examination.context.user.update() else {
      return [Finding("session", .ok, "not signed in on \(environment)")]
    }
    guard let name = user.name else {
      let variable = examination.context.identity.tokenVariable
      let who = examination.context.hadToken ? "the token in \(variable)" : "a user without a name"
      return [Finding("session", .ok, "\(who), on \(environment)")]
    }
    let end = user.expiresAt.map { ", until \($0.formatted(.iso8601))" } ?? ""
    return [Finding("session", .ok, "\(name) on \(environment)\(end)")]
  }
}
