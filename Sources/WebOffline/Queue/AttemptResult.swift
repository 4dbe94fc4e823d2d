import CoreJSON
import FoundationEssentials
import WebAPI

/// The result of a try to send a write.
enum AttemptResult: Sendable {
  /// The service has accepted it.
  case sent(created: String?)
  /// It will be tried again later.
  case postponed(Setback)
  /// The user must decide.
  case held(Setback, theirs: JSONValue? = nil)
}

/// Why a write was not accepted.
struct Setback: Sendable {
  /// The reason, in a few words.
  var reason: String

  /// The response's status, if there was one.
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
  /// Creates a setback from a request's error.
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
