import FoundationEssentials
import SeashellHosting
import SeashellKit

struct SendRequest: Command {
  /// The number of bytes that are checked in the response to an error or a write; the rest is only written.
  private static let maximumError = 1 << 16

  let parameters: RequestParameters

  private let method: HTTPMethod
  private let apis: APIRegistry
  private let offline: OfflineSetting
  private let examples: [CommandSpecification.Example]

  init(
    _ method: HTTPMethod, apis: APIRegistry, offline: OfflineSetting,
    examples: [CommandSpecification.Example]
  ) {
    self.method = method
    self.apis = apis
    self.offline = offline
    self.examples = examples
    parameters = RequestParameters(sendsBody: method.isWrite, mayBeList: method == .get)
  }

  var specification: CommandSpecification {
    RequestSpecification.specification(of: method, parameters, examples)
  }

  func run(_ invocation: Invocation) async throws {
    let isDry = invocation[parameters.isDry]
    let wantsJSON = try !isDry && JSONResponse.isWanted(invocation)
    let waits =
      !isDry && method.isWrite && (DataPreference.current.isLater || offline.value == .always)
    guard !waits || method != .patch else {
      throw ShellError(
        .usage, "a PATCH cannot be repeated safely, so it cannot wait in the queue",
        hint: "use 'api put', or send it without --later")
    }
    let builder = RequestBuilder(
      invocation: invocation, parameters: parameters, method: method, waits: waits)
    let (api, path) = try invocation.pointing(at: parameters.path) {
      try Self.target(invocation[parameters.path], apis)
    }
    let client = api.client
    let request = try await builder.request(path, to: client.environment)
    if isDry { return try await invocation.output.preview(request, on: client) }
    if parameters.mayBeList, invocation[parameters.all] {
      guard !invocation[parameters.includesHead] else {
        throw invocation.usageError(
          "--all and --include cannot be used together", at: parameters.includesHead)
      }
      return try await AllPages(invocation: invocation, request: request, isIndented: wantsJSON)
        .write(from: client)
    }
    let mayBeFeed = Self.mayBeFeed(request)
    let response = try await stream(request, on: client, isEndless: mayBeFeed)
    let isFeed = mayBeFeed || Self.isFeed(response.headers["Content-Type"])
    if wantsJSON {
      return try await writeJSON(response, to: request, isFeed: isFeed, invocation)
    }
    let isSuccess = (200..<300).contains(response.statusCode)
    // The success of a write may be reported by something other than the API, such as a network's sign-in
    // page.
    let isChecked = !isSuccess || method.isWrite
    var start = Data()
    var output = try invocation.output.bytes()
    if invocation[parameters.includesHead] { try output.write(Self.head(of: response).utf8) }
    if isFeed { try invocation.output.showNow() }
    while method != .head, let piece = try await response.body.next() {
      if isChecked { start.append(piece.prefix(Self.maximumError - start.count)) }
      try output.write(piece)
      if isFeed { try invocation.output.showNow() }
    }
    try output.end()
    try Self.verify(
      APIResponse(
        statusCode: response.statusCode, headers: response.headers, data: start,
        request: response.request))
  }

  private static func verify(_ response: APIResponse) throws {
    // 304 is the expected response to a conditional request, not an error.
    if response.statusCode != 304 { try response.verify() }
  }

  private func writeJSON(
    _ stream: APIStream, to request: APIRequest, isFeed: Bool, _ invocation: Invocation
  ) async throws {
    if isFeed, Self.isFeed(stream.headers["Content-Type"]) {
      throw JSONResponse.error(stream.statusCode, request, "it is a stream of events")
    }
    let head = invocation[parameters.includesHead] ? Self.head(of: stream) : nil
    var response = try await JSONResponse(invocation: invocation, request: request)
      .write(stream, head: head)
    response.data = response.data.prefix(Self.maximumError)
    try Self.verify(response)
  }

  /// Splits `wh:items/3` into the API and the path; a path without a name belongs to the current
  /// API.
  ///
  /// A path whose first segment has a colon must begin with `/` or `./`, as in a URL (RFC 3986,
  /// section 4.2).
  private static func target(_ path: String, _ apis: APIRegistry) throws -> (API, String) {
    let end = path.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    guard let colon = end, path[colon] == ":" else { return (apis.current, path) }
    let rest = path[colon...].dropFirst()
    guard rest.hasPrefix("//") else {
      return (try apis.ready(String(path[..<colon])), String(rest))
    }
    // A full URL may belong to the environment of another API.
    let isHere = apis.current.client.environment.contains(path)
    let other = isHere ? nil : apis.used.first { $0.client.environment.contains(path) }
    return (other ?? apis.current, path)
  }

  private func stream(
    _ request: APIRequest, on client: EnvironmentClient, isEndless: Bool
  ) async throws -> APIStream {
    do {
      return try await request.stream(on: client, isEndless: isEndless)
    } catch let error as QueueError
      where error.code == .unsafe && request.headers["If-Match"] == nil && method != .post
    {
      throw ShellError(
        .usage, error.message,
        hint: "pass --header 'If-Match: \"…\"' with the ETag that 'api get -i' shows")
    }
  }

  /// Whether the response may be an endless event stream, which must be known before sending: the
  /// request accepts event streams, or is for the API's `events`.
  private static func mayBeFeed(_ request: APIRequest) -> Bool {
    guard request.method == .get else { return false }
    let path = request.url?.path(percentEncoded: true) ?? ""
    return path.hasSuffix("/events") || path.hasSuffix("/events/")
      || isFeed(request.headers["Accept"])
  }

  private static func isFeed(_ type: String?) -> Bool {
    type?.lowercased().hasPrefix("text/event-stream") ?? false
  }

  private static func head(of response: APIStream) -> String {
    var head = "HTTP \(response.statusCode)\n"
    for (name, value) in response.headers { head += "\(name): \(value)\n" }
    return head + "\n"
  }
}
