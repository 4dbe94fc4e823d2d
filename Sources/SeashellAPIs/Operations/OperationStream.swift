import CoreJSON
import SeashellKit
import ShellCommands
import ShellOutput
import WebMessages

/// Writes the answer of an operation that need not have an end as it comes.
@MainActor
struct OperationStream {
  /// The maximum size of an event, in bytes.
  private static let longest = 1 << 20
  private static let columns = ["id", "event", "data"]

  let sender: OperationSender
  let invocation: Invocation
  /// Whether to write the stream unchanged.
  let isRaw: Bool
  /// Whether the command has `--all`, and whether it, or several pages, were asked for.
  let (hasPages, asksForPages): (Bool, Bool)

  /// Whether an operation's response is, or may be, a stream of events or of JSON values.
  static func mayBeStream(_ operation: DescribedOperation) -> Bool {
    operation.responses.contains { response in
      response.status.hasPrefix("2")
        && response.bodies.contains { isStream($0.contentType) }
    }
  }

  private static func isStream(_ type: String?) -> Bool {
    MediaType.name(type) == MediaType.events || MediaType.isJSONStream(type)
  }

  /// Sends the request, and writes what comes until the server ends the stream or the user presses Ctrl-C.
  ///
  /// - Returns: the response if it has an end; nil if it was written.
  /// - Throws: what the request throws.
  func follow(_ request: APIRequest) async throws -> APIResponse? {
    let isAsked = request.asksToGoOn
    let stream = try await request.stream(on: sender.client, isEndless: true)
    let type = stream.headers["Content-Type"]
    // Lines after which the server has more are read to their end, and then the other pages.
    let sign = MediaType.isJSONStream(type) ? stream.moreSign : nil
    let isRead = asksForPages && !isRaw && !isAsked && sign != nil
    guard isAsked || Self.isStream(type), !isRead, (200..<300).contains(stream.statusCode) else {
      let response = try await stream.response(upTo: request.maximumResponseSize)
      try response.verify()
      return response
    }
    if isRaw {
      try await writeBytes(of: stream)
    } else if MediaType.name(type) == MediaType.events {
      try await writeEvents(of: stream)
    } else if MediaType.isJSONStream(type) || MediaType.isJSON(type) {
      let isStream = MediaType.isJSONStream(type)
      if !isStream { invocation.output.beginEndless() }
      try await write(
        stream, to: invocation.output.json(named: request.description, isStream: isStream))
    } else {
      try await writeBytes(of: stream)
    }
    if let sign {
      let hint = hasPages ? "; --all lists every one" : ""
      invocation.console.notify("the server has more (\(sign))\(hint)")
    }
    return nil
  }

  private func writeBytes(of stream: APIStream) async throws {
    var bytes = try invocation.output.bytes()
    while let piece = try await stream.body.next() {
      try bytes.write(piece)
      try invocation.output.showNow()
      try await invocation.output.room()
    }
    try bytes.end()
  }

  private func write(_ stream: APIStream, to json: OutputJSON) async throws {
    while let piece = try await stream.body.next() {
      // The mark before each value of `application/json-seq` is no part of it.
      try json.write(piece.filter { $0 != 0x1E })
      try invocation.output.showNow()
      try await invocation.output.room()
    }
    try json.end()
  }

  private func writeEvents(of stream: APIStream) async throws {
    let output = invocation.output
    output.beginEndless()
    try output.columns(Self.columns.map { Column($0) })
    try output.showNow()
    var parser = ServerSentEventParser(bound: Self.longest)
    while let piece = try await stream.body.next() {
      for event in try parser.parse(piece) {
        let data = (try? JSONValue(json: event.data)).map { CellValue($0) } ?? .text(event.data)
        let id = event.inheritsID ? nil : event.id
        try output.row([id.map { .text($0) } ?? .null, .text(event.name), data])
      }
      try output.showNow()
      try await output.room()
    }
  }
}
