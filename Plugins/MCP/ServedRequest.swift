import SeashellKit

/// A request of the client, with the means to answer it.
@MainActor
final class ServedRequest {
  /// The request's id: a text or an integer.
  let id: CellValue
  let method: String
  let parameters: CellValue
  let revision: ServedRevision
  /// The client's capabilities: a `ClientCapabilities`.
  let capabilities: CellValue
  private let replies: ServingReplies
  private let batch: ServingBatch?
  private(set) var isOpen = true

  init(
    _ id: CellValue, _ method: String, _ parameters: CellValue, _ revision: ServedRevision,
    capabilities: CellValue, replies: ServingReplies, batch: ServingBatch?
  ) {
    self.id = id
    self.method = method
    self.parameters = parameters
    self.revision = revision
    self.capabilities = capabilities
    self.replies = replies
    self.batch = batch
    batch?.open()
  }

  /// The token for notifications of progress; nil if the client wants none.
  var progressToken: CellValue? {
    switch parameters["_meta"]?["progressToken"] {
    case .text(let text)?: .text(text)
    case .integer(let number)?: .integer(number)
    default: nil
    }
  }

  var canElicit: Bool {
    guard revision >= .june2025, let elicitation = capabilities["elicitation"]?.fieldsValue else {
      return false
    }
    // An empty object means forms, the only mode of the first revisions.
    return elicitation.isEmpty || elicitation.contains { $0.name == "form" }
  }

  /// Sends the result, unless the request was answered or dropped.
  ///
  /// `isCacheable` says that results of the method say how long they are valid. `type` and `meta`,
  /// further members of `_meta`, are for clients since 2026-07-28.
  func succeed(
    _ members: [UInt8], isCacheable: Bool = false, type: String = "complete",
    meta: CellValue.Field? = nil
  ) {
    var bytes: [UInt8] = Array(#""result":{"#.utf8)
    if !revision.isByHandshake {
      let info = CellValue.Field("io.modelcontextprotocol/serverInfo", replies.serverInfo)
      bytes +=
        CellValue.record([
          .init("resultType", .text(type)),
          .init("_meta", .record([info] + (meta.map { [$0] } ?? []))),
        ]).memberBytes
      if isCacheable { bytes += #","ttlMs":0,"cacheScope":"private""#.utf8 }
      if !members.isEmpty { bytes.append(UInt8(ascii: ",")) }
    }
    bytes += members
    bytes.append(UInt8(ascii: "}"))
    answer(bytes)
  }

  func succeed(_ result: CellValue, isCacheable: Bool = false) {
    succeed(result.memberBytes, isCacheable: isCacheable)
  }

  func fail(_ error: ServingError) {
    answer(Array(#""error":"#.utf8) + error.json.jsonBytes)
  }

  /// Leaves the request without a response, after the client has cancelled it.
  func drop() {
    guard isOpen else { return }
    isOpen = false
    batch?.close(with: nil)
  }

  private func answer(_ member: [UInt8]) {
    guard isOpen else { return }
    isOpen = false
    let message =
      Array(#"{"jsonrpc":"2.0","id":"#.utf8) + id.jsonBytes + [UInt8(ascii: ",")] + member
      + [UInt8(ascii: "}")]
    if let batch { batch.close(with: message) } else { replies.output.write(message) }
  }
}

@MainActor
final class ServingReplies {
  let output: ServingOutput
  let serverInfo: CellValue

  init(_ output: ServingOutput, serverInfo: CellValue) {
    self.output = output
    self.serverInfo = serverInfo
  }

  /// Sends an error in response to a message that is not a request.
  func refuse(_ error: ServingError, id: CellValue = .null) {
    output.write(
      CellValue.members(["jsonrpc": .text("2.0"), "id": id, "error": error.json]).jsonBytes)
  }

  /// Sends a notification, unless the output queue is full.
  func notify(_ method: String, _ parameters: CellValue? = nil) {
    guard !output.isFull else { return }
    send(method, parameters, id: nil)
  }

  func send(_ method: String, _ parameters: CellValue?, id: CellValue?) {
    output.write(
      CellValue.members([
        "jsonrpc": .text("2.0"), "id": id, "method": .text(method), "params": parameters,
      ]).jsonBytes)
  }
}

/// Collects the responses to the requests of one array, and sends them as one array.
@MainActor
final class ServingBatch {
  private let replies: ServingReplies
  private var responses: [[UInt8]] = []
  private var openCount = 0

  init(_ replies: ServingReplies) {
    self.replies = replies
  }

  /// Counts an open request, or the array itself while it is being read.
  func open() { openCount += 1 }

  /// Adds a response unless it is nil, and sends the array after the last one.
  func close(with response: [UInt8]?) {
    if let response { responses.append(response) }
    openCount -= 1
    guard openCount == 0, !responses.isEmpty else { return }
    replies.output.write(
      [UInt8(ascii: "[")] + responses.joined(separator: [UInt8(ascii: ",")])
        + [UInt8(ascii: "]")])
  }
}
