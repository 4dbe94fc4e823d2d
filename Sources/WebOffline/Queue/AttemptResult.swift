import CoreJSON
import FoundationEssentials
import WebAPI

enum AttemptResult: Sendable {
  /// The service has accepted it.
  case sent(created: String?)
  case postponed(Setback)
  case held(Setback, theirs: JSONValue? = nil)
}

struct Setback: Sendable {
  var reason: String

  var status: Int?

  /// Whether the service may have carried it out in spite of the failure.
  var isInDoubt: Bool

  /// How long the service asks to wait, if it does.
  var wait: Duration?

  /// Whether the write was sent in this try, so that the service may have received it.
  var wasSent = false

  /// Whether the user must decide only because the write was sent, so that the service could carry it out
  /// twice.
  var isHeldAsSent = false

  /// Whether the owner's other writes would now fail for the same reason.
  var concernsAll = false
}

extension Setback {
  init(_ error: APIError, isInDoubt: Bool, concernsAll: Bool = false) {
    let said = error.problems.prefix(3).map(\.description).joined(separator: "; ")
    let text = said.isEmpty ? error.detail ?? error.title : said
    reason =
      switch (error.status, text) {
      case (let status?, let text?): "\(status): \(text)"
      case (let status?, nil): "the service responded with \(status)"
      case (nil, let text?): text
      case (nil, nil): error.failureReason ?? "it failed"
      }
    status = error.status
    self.isInDoubt = isInDoubt
    wait = error.retryAfter
    self.concernsAll = concernsAll
  }
}
