import CoreJSON
import FoundationEssentials
import WebMessages

struct ShopResponse {
  var status: Int
  var headers: HTTPHeaders = [:]
  var body: [UInt8] = []

  /// The body of an endless response; nil for other responses.
  private var stream: HTTPBody?

  var message: HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: stream ?? HTTPBody(Data(body)))
  }

  init(status: Int) {
    self.status = status
  }

  init(
    status: Int = 200, as format: Representation, _ write: (inout JSONWriter) throws -> Void
  ) rethrows {
    var writer = JSONWriter()
    try write(&writer)
    self.init(status: status, json: writer.bytes, as: format)
  }

  init(status: Int = 200, json: [UInt8], as format: Representation) {
    self.status = status
    headers["Content-Type"] = format.mediaType
    body = json
  }

  init(status: Int = 200, _ resource: some WireResource, as format: Representation) {
    self.init(status: status, as: format) { $0.topLevel(resource, as: format) }
  }

  init(created resource: some WireResource, event: Int, as format: Representation) {
    self.init(status: 201, resource, as: format)
    headers["Location"] = resource.path
    headers["Event-Id"] = String(event)
  }

  init(eventStream stream: HTTPBody) {
    self.init(status: 200)
    headers = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
    self.stream = stream
  }

  init(_ problem: ShopProblem, to request: HTTPHeaders) {
    let isDocument = MediaType(request["Content-Type"] ?? "").name == MediaType.document
    self.init(status: problem.status, as: Representation(ofProblemFor: request)) { json in
      json.object { json in
        json.key("errors")
        json.openArray()
        json.object { json in
          json.member("status", String(problem.status))
          json.member("code", problem.code)
          json.member("title", problem.title)
          json.member("detail", problem.detail)
          if let source = problem.source { json.write(source, ofDocument: isDocument) }
        }
        json.closeArray()
      }
    }
    for field in problem.headers { headers.add(field.name, field.value) }
    // Otherwise a cache might keep a 404 (RFC 9111, section 4.2.2).
    headers["Cache-Control"] = "no-store"
  }

  /// Adds the headers for caches and conditional requests, and removes the body of a HEAD.
  ///
  /// A read whose `If-None-Match` contains the response's tag gets 304 (RFC 9110, section 15.4.5). An event
  /// stream is not changed.
  mutating func finish(for request: HTTPRequest) {
    guard stream == nil else { return }
    if !body.isEmpty { headers["Vary"] = "Accept" }
    if status == 200, !request.method.isWrite { addTag(for: request) }
    if !body.isEmpty { headers["Content-Length"] = String(body.count) }
    if request.method == .head { body = [] }
  }

  private mutating func addTag(for request: HTTPRequest) {
    let tag = EntityTag(of: body, headers)
    headers["ETag"] = tag.text
    if headers["Cache-Control"] == nil {
      // The content may change at any time. Only a user's own cache may keep what the user sees.
      let isSignedIn = request.headers["Authorization"] != nil
      headers["Cache-Control"] = isSignedIn ? "private, no-cache" : "no-cache"
    }
    guard tag.matches(request.headers) else { return }
    var unchanged = ShopResponse(status: 304)
    for name in ["Vary", "Cache-Control", "ETag"] { unchanged.headers[name] = headers[name] }
    self = unchanged
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ source: ShopProblem.Source, ofDocument isDocument: Bool) {
    object("source") { json in
      switch source {
      case .parameter(let name): json.member("parameter", name)
      case .field(let name):
        json.member("pointer", isDocument ? "/data/attributes/\(name)" : "/\(name)")
      case .member(let pointer): json.member("pointer", pointer)
      case .header(let name): json.member("header", name)
      }
    }
  }
}
