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
    parameters = RequestParameters(
      sendsBody: method.isWrite, takesBody: method.isWrite || method == .get,
      mayBeList: [.get, .post].contains(method))
  }

  var specification: CommandSpecification {
    RequestSpecification.specification(of: method, parameters, examples)
  }

  func run(_ invocation: Invocation) async throws {
    let isDry = invocation[parameters.isDry]
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
    let mostPages = parameters.mayBeList ? invocation[parameters.mostPages] : nil
    if parameters.mayBeList, invocation[parameters.all] || mostPages != nil {
      guard !invocation[parameters.includesHead] else {
        throw invocation.usageError(
          "--include cannot be used with --all and --max-pages", at: parameters.includesHead)
      }
      return try await AllPages(
        invocation: invocation, request: request, most: mostPages,
        pages: { apis.pages(of: $0, from: api) },
        mayHaveFailed: !apis.trustsStatus(of: api.name)
      ).write(through: api.context.offline)
    }
    let answer = try await send(request, through: api.context.offline, invocation)
    if !apis.trustsStatus(of: api.name), let failed = answer.failedAnswer { throw failed }
  }

  /// Sends a request and writes its response, which it returns with the part of the body that was checked.
  private func send(
    _ request: APIRequest, through access: OfflineAccess, _ invocation: Invocation
  ) async throws -> APIResponse {
    let mayBeFeed = Self.mayBeFeed(request)
    let response = try await stream(
      request, through: access, isEndless: mayBeFeed,
      showsHeaders: invocation[parameters.includesHead])
    let type = response.headers["Content-Type"]
    let isFeed = mayBeFeed || Self.isFeed(type)
    let isSuccess = (200..<300).contains(response.statusCode)
    if method != .head, !invocation[parameters.includesHead], ResponseBody.isRecords(invocation) {
      if isSuccess, MediaType.isJSON(type) {
        if request.asksToGoOn { invocation.output.beginEndless() }
        return try await writeRecords(response, request, invocation)
      }
      if isSuccess, MediaType.isJSONStream(type) {
        var body = ResponseBody(
          .stream(try invocation.output.json(named: request.description, isStream: true)))
        return try await write(response, to: &body, isFeed: true, invocation)
      }
      if ResponseBody.mustBeRecords(invocation) {
        if isSuccess, let start = try await response.body.next() {
          let problem = type.map { "it is \($0)" } ?? "the response does not name its type"
          throw ResponseBody.error(
            response.statusCode, request, problem,
            hint: ResponseBody.hint(type, start, isForStage: invocation.chosenFormat == nil))
        }
        var nothing = ResponseBody(.nothing)
        return try await write(response, to: &nothing, isFeed: false, invocation)
      }
    }
    if invocation.chosenFormat == "json" {
      return try await writeJSON(response, to: request, isFeed: isFeed, invocation)
    }
    var body = ResponseBody(.bytes(try invocation.output.bytes()))
    if invocation[parameters.includesHead] { try body.write(Self.head(of: response).utf8) }
    return try await write(response, to: &body, isFeed: isFeed, invocation)
  }

  private func writeRecords(
    _ response: APIStream, _ request: APIRequest, _ invocation: Invocation
  ) async throws -> APIResponse {
    let first = try await response.body.next()
    // A terminal would show nothing of an object or a list without elements.
    let isHollow = ["{}", "[]"].contains(first.map { String(decoding: $0, as: UTF8.self) })
    var body = ResponseBody(
      isHollow && !ResponseBody.mustBeRecords(invocation)
        ? .bytes(try invocation.output.bytes())
        : .records(try invocation.output.json(named: request.description)))
    return try await write(response, beginningWith: first, to: &body, isFeed: false, invocation)
  }

  /// Writes the body as it arrives.
  private func write(
    _ response: APIStream, beginningWith first: Data? = nil, to body: inout ResponseBody,
    isFeed: Bool, _ invocation: Invocation
  ) async throws -> APIResponse {
    // The success of a write may be reported by something other than the API, such as a network's sign-in
    // page.
    let isChecked =
      !(200..<300).contains(response.statusCode) || method.isWrite
      || !isFeed && MediaType.isJSON(response.headers["Content-Type"])
    var start = Data()
    if isFeed { try invocation.output.showNow() }
    var next = first
    if next == nil, method != .head { next = try await response.body.next() }
    while let piece = next {
      if isChecked { start.append(piece.prefix(Self.maximumError - start.count)) }
      try body.write(piece)
      if isFeed { try invocation.output.showNow() }
      try await invocation.output.room()
      do {
        next = try await response.body.next()
      } catch {
        try body.endEarly()
        throw error
      }
    }
    try body.end()
    let answer = APIResponse(
      statusCode: response.statusCode, headers: response.headers, data: start,
      request: response.request)
    try Self.verify(answer)
    return answer
  }

  private static func verify(_ response: APIResponse) throws {
    // 304 is the expected response to a conditional request, and a redirect that to one that is not to be
    // followed.
    if response.statusCode == 304 { return }
    if !response.request.followsRedirects, (300..<400).contains(response.statusCode) { return }
    try response.verify()
  }

  private func writeJSON(
    _ stream: APIStream, to request: APIRequest, isFeed: Bool, _ invocation: Invocation
  ) async throws -> APIResponse {
    if isFeed, Self.isFeed(stream.headers["Content-Type"]) {
      throw ResponseBody.error(stream.statusCode, request, "it is a stream of events")
    }
    let head = invocation[parameters.includesHead] ? Self.head(of: stream) : nil
    var response = try await JSONResponse(invocation: invocation, request: request)
      .write(stream, head: head)
    response.data = response.data.prefix(Self.maximumError)
    try Self.verify(response)
    return response
  }

  /// Splits `wh:items/3` into the API and the path; a path without a name belongs to the current
  /// API.
  ///
  /// A path whose first segment has a colon must begin with `/` or `./`, as in a URL (RFC 3986,
  /// section 4.2). Another API must be written: a value from a variable is only a path.
  private static func target(
    _ given: GivenText, _ apis: APIRegistry
  ) throws -> (API, GivenText) {
    let path = given.text
    let end = path.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    guard let colon = end, path.utf8[colon] == UInt8(ascii: ":"), given.isWritten(at: colon) else {
      return (apis.current, given)
    }
    let rest = given[path.utf8.index(after: colon)...]
    let name = String(path[..<colon])
    // A path may begin with two slashes, too.
    guard rest.text.hasPrefix("//"), ["http", "https"].contains(name) || !apis.names.contains(name)
    else { return (try apis.ready(name), rest) }
    // A full URL may belong to the environment of another API.
    let isHere = apis.current.client.environment.contains(path)
    let other = isHere ? nil : apis.used.first { $0.client.environment.contains(path) }
    return (other ?? apis.current, given)
  }

  private func stream(
    _ request: APIRequest, through access: OfflineAccess, isEndless: Bool, showsHeaders: Bool
  ) async throws -> APIStream {
    do {
      return try await access.stream(request, isEndless: isEndless, showsHeaders: showsHeaders)
    } catch let error as QueueError
      where error.code == .unsafe && request.headers["If-Match"] == nil && method != .post
    {
      throw ShellError(
        .usage, error.message,
        hint: "pass --header 'If-Match: \"…\"' with the ETag that 'api get -i' shows")
    }
  }

  /// Whether the response may have no end, which must be known before sending: the request asks for that, accepts event
  /// streams, or is for the API's `events`.
  private static func mayBeFeed(_ request: APIRequest) -> Bool {
    guard request.method == .get else { return false }
    let path = request.url?.path(percentEncoded: true) ?? ""
    return path.hasSuffix("/events") || path.hasSuffix("/events/")
      || isFeed(request.headers["Accept"]) || request.asksToGoOn
  }

  private static func isFeed(_ type: String?) -> Bool {
    MediaType.name(type) == MediaType.events
  }

  private static func head(of response: APIStream) -> String {
    var head = "HTTP \(response.statusCode)\n"
    for (name, value) in response.headers { head += "\(name): \(value)\n" }
    return head + "\n"
  }
}
