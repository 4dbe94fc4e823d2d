import CoreJSON
import SeashellKit
import ShellCommands
import ShellOutput
import WebDescriptions
import WebMessages

@MainActor
struct OperationStream {
  private static let type = "text/event-stream"
  /// The maximum size of an event, in bytes.
  private static let longest = 1 << 20
  private static let columns = ["id", "event", "data"]

  let sender: OperationSender
  let invocation: Invocation
  /// Whether to write the stream unchanged.
  let isRaw: Bool

  /// Whether an operation's response is, or may be, a stream of events.
  static func mayBeStream(_ operation: DescribedOperation) -> Bool {
    operation.responses.contains { response in
      response.status.hasPrefix("2")
        && response.bodies.contains { MediaTypes.plain($0.contentType) == type }
    }
  }

  /// Sends the request, and writes the events until the server ends the stream or the user presses Ctrl-C.
  ///
  /// - Returns: the response if it is not a stream; nil if the events were written.
  /// - Throws: what the request throws.
  func follow(_ request: APIRequest) async throws -> APIResponse? {
    let stream = try await request.stream(on: sender.client, isEndless: true)
    guard MediaTypes.plain(stream.headers["Content-Type"] ?? "") == Self.type,
      (200..<300).contains(stream.statusCode)
    else {
      let response = try await stream.response(upTo: request.maximumResponseSize)
      try response.verify()
      return response
    }
    let output = invocation.output
    guard !isRaw else {
      var bytes = try output.bytes()
      while let piece = try await stream.body.next() {
        try bytes.write(piece)
        try output.showNow()
      }
      try bytes.end()
      return nil
    }
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
    return nil
  }
}
