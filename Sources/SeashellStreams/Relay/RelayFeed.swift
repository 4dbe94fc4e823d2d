import CoreEvents
import CoreJSON
import CoreSystem
import FoundationEssentials
import SeashellKit
import ShellOutput
import WebAPI
import WebMessages

/// Publishes the events of a server's feed.
///
/// The message of an event has the id `ENVIRONMENT/ID`, or `ENVIRONMENT/sha256/…` with the digest of a long id. A gap is the event `api.data.invalidated` without a
/// resource, with a field `missing` that tells after which event, and why.
@MainActor
final class RelayFeed: OrderedFeed {
  let purpose = "'events relay'"
  /// Nobody signs in where a relay runs, and another one may have a session.
  let waitsForSession = false
  private let environment: EnvironmentID
  private let publisher: RelayPublisher
  private let report: @MainActor (String) -> Void

  init(
    _ environment: EnvironmentID, _ publisher: RelayPublisher,
    report: @escaping @MainActor (String) -> Void
  ) {
    (self.environment, self.publisher, self.report) = (environment, publisher, report)
  }

  /// The beginning of the ids of an environment's messages.
  static func prefix(_ environment: EnvironmentID) -> String { "\(environment)/" }

  var lastID: String? { publisher.lastID }

  func open(_ environment: APIEnvironment) {}

  func take(_ piece: Data, _ parser: inout ServerSentEventParser) async throws {
    for event in try parser.parse(piece) {
      guard let found = FeedEvent(event) else { continue }
      if found.isGap {
        reportGap("the server no longer has them")
        continue
      }
      guard event.id.map(HTTPHeaders.isValue) ?? true else { throw invalidID() }
      // An event without an id of its own has that of no other one.
      let id = found.id.map(messageID) ?? UUID().uuidString
      var message = try EventMessage(id: id, of: found.change.event(in: environment))
      message.resume = event.id
      publisher.add(message, upTo: event.id)
      try await publisher.untilRoom()
    }
    guard parser.lastID == parser.resumableID else { throw invalidID() }
    publisher.advance(to: parser.lastID)
  }

  func reportGap(_ reason: String) {
    let after = publisher.lastID
    report("events\(after.map { " after \($0)" } ?? "") may be missing: \(reason)")
    var missing: JSONObject = ["reason": .string(reason)]
    if let after { missing["after"] = .string(after) }
    // Another relay that finds the same gap gives it the same id.
    let id = after.map { messageID("gap/" + $0) } ?? UUID().uuidString
    publisher.add(
      EventMessage(
        id: id,
        DynamicEvent(
          eventName: DataInvalidated.name,
          payload: [
            "environment": .string(environment.description), "missing": .object(missing),
          ])),
      isGap: true)
  }

  func fail(_ error: any Error) { publisher.fail(error) }

  /// The id of a message, which has room for what ``RelayPublisher`` adds to it.
  private func messageID(_ id: String) -> String {
    let isShort = id.utf8.count <= EventMessage.longestID / 2
    return Self.prefix(environment) + (isShort ? id : "sha256/" + SHA256.digest(of: Array(id.utf8)))
  }

  private func invalidID() -> ShellError {
    ShellError(
      .unavailable,
      "the event feed of \(environment) sends an event whose id has control characters",
      hint: "no request could resume after it, so the event was not published")
  }
}
