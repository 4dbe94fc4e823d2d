import FoundationEssentials
import SeashellKit

/// Sends one request and writes its answer as it comes.
struct SendRequest: Command {
  /// How much of an answer that refuses is looked at for the server's own words, in bytes.
  private static let longestRefusal = 1 << 16

  let specification: CommandSpecification

  private let method: HTTPMethod
  private let client: EnvironmentClient
  private let console: any Console

  init(_ method: HTTPMethod, client: EnvironmentClient, console: any Console) {
    self.method = method
    self.client = client
    self.console = console
    specification = RequestSpecification.specification(of: method)
  }

  func run(_ invocation: Invocation) async throws {
    let words = RequestWords(invocation.arguments, method: method)
    let request = try await words.request(to: client.environment, console)
    let mayBeFeed = Self.mayBeFeed(request)
    let answer = try await request.stream(on: client, isEndless: mayBeFeed)
    let isFeed = mayBeFeed || Self.isFeed(answer.headers["Content-Type"])
    let isSuccess = (200..<300).contains(answer.status)
    // Kept for the one line that says why it was refused.
    var refusal = Data()
    var output = try invocation.output.bytes()
    if invocation.arguments.flag("include") { try output.write(Self.head(of: answer).utf8) }
    if isFeed { try invocation.output.showNow() }
    while method != .head, let piece = try await answer.body.next() {
      if !isSuccess { refusal.append(piece.prefix(Self.longestRefusal - refusal.count)) }
      try output.write(piece)
      if isFeed { try invocation.output.showNow() }
    }
    try output.end()
    // An answer that was asked for by its tag, and has not changed, is no failure.
    if isSuccess || answer.status == 304 { return }
    try APIResponse(
      status: answer.status, headers: answer.headers, data: refusal, request: answer.request
    ).verify()
  }

  /// Whether the answer may have no end of its own, which has to be known before the request is sent:
  /// whoever asks for a stream of events, or for what a shop's API calls `events`, is given a feed.
  private static func mayBeFeed(_ request: APIRequest) -> Bool {
    guard request.method == .get else { return false }
    return isFeed(request.headers["Accept"]) || request.url?.lastPathComponent == "events"
  }

  /// Whether a content type is that of a feed, which is shown as it comes.
  private static func isFeed(_ type: String?) -> Bool {
    type?.lowercased().hasPrefix("text/event-stream") ?? false
  }

  private static func head(of answer: APIStream) -> String {
    var head = "HTTP \(answer.status)\n"
    for (name, value) in answer.headers { head += "\(name): \(value)\n" }
    return head + "\n"
  }
}
