import CoreEvents
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@Suite struct AnnouncingTests {
  /// The events posted while a request is sent, in a form that is easy to compare.
  private func posted(
    by request: APIRequest, base: String = "https://shop.test", authorizer: (any Authorizer)? = nil,
    _ transport: StubTransport
  ) async throws -> [String] {
    let bus = EventBus { _, _ in }
    let record = Record<String>()
    let subscription = bus.subscribeAll { event in
      guard let change = (event as? any DataEvent)?.change else {
        return record.add(event.eventName)
      }
      record.add("\(event.eventName) \(change.resource ?? "-") \(change.id ?? "-")")
    }
    defer { withExtendedLifetime(subscription) {} }
    let client = try StubClient(transport, base: base, events: bus, authorizer: authorizer)
    _ = try? await request.response(on: client)
    return record.elements
  }

  @Test(
    arguments: [
      (.get, 200, []), (.head, 200, []),
      (.post, 201, ["api.data.inserted products/p-7/reviews -"]),
      (.post, 204, ["api.data.inserted products/p-7/reviews -"]),
      (.put, 200, ["api.data.updated products/p-7 reviews"]),
      (.patch, 200, ["api.data.updated products/p-7 reviews"]),
      (.delete, 204, ["api.data.deleted products/p-7 reviews"]),
      (.post, 302, []), (.put, 404, []), (.delete, 409, []), (.post, 422, []), (.post, 500, []),
      (.get, 401, ["api.unauthorized"]), (.post, 401, ["api.unauthorized"]),
      (.get, 403, ["api.forbidden"]), (.delete, 403, ["api.forbidden"]), (.get, 404, []),
    ] as [(HTTPMethod, Int, [String])])
  func `every method and status posts its event`(method: HTTPMethod, status: Int, events: [String])
    async throws
  {
    var request = APIRequest(path: "products/\("p-7")/reviews", method: method)
    request.headers["Authorization"] = "Bearer x"
    #expect(try await posted(by: request, StubTransport(status: status)) == events)
  }

  @Test(
    arguments: [
      ("/v1/products/p-7/reviews/r-9", "", "r-9"),
      ("https://shop.test/v1/reviews/r%2F9/?x#y", "", "r/9"),
      ("/v1/reviews/r-9", #"{"id":"other"}"#, "r-9"), (nil, #"{"id":"r-9"}"#, "r-9"),
      (nil, #"{"id":9}"#, "9"), (nil, #"{"data":{"id":"r-9"}}"#, "r-9"),
      (nil, #"{"id":null}"#, "-"),
      (nil, "[]", "-"), (nil, "created", "-"), (nil, "", "-"), ("/", "", "-"),
    ] as [(String?, String, String)])
  func `an insert event has the id from the Location header or from the body`(
    location: String?, body: String, id: String
  ) async throws {
    var headers = HTTPHeaders()
    headers["Location"] = location
    let request = APIRequest(path: "reviews", method: .post)
    #expect(
      try await posted(by: request, StubTransport(status: 201, headers: headers, body))
        == ["api.data.inserted reviews \(id)"])
  }

  @Test func `an event's resource is the path without base and version, unescaped`() async throws {
    let transport = StubTransport(status: 200)
    let element = APIRequest(path: "products/\("a/ü")", version: "v9", method: .put)
    #expect(
      try await posted(by: element, base: "https://shop.test/api", transport)
        == ["api.data.updated products a/ü"])
    let whole = APIRequest(path: "session", method: .delete)
    #expect(try await posted(by: whole, transport) == ["api.data.deleted session -"])
    let link = try APIRequest(url: url("https://shop.test/v1/products/p-7?x=1"), method: .delete)
    #expect(try await posted(by: link, transport) == ["api.data.deleted products p-7"])
    let elsewhere = try APIRequest(url: url("https://other.test/v1/products/p-7"), method: .delete)
    #expect(try await posted(by: elsewhere, transport) == [])
  }

  @Test(arguments: [(201, []), (401, ["api.unauthorized"]), (403, ["api.forbidden"])])
  func `a request that does not announce posts nothing about data`(status: Int, events: [String])
    async throws
  {
    var request = APIRequest(path: "session", method: .post, announces: false)
    request.headers["Authorization"] = "Bearer x"
    #expect(try await posted(by: request, StubTransport(status: status)) == events)
  }

  @Test(
    arguments: [
      ("announces", true, 200, "", ["api.data.inserted orders/7/pay -"]),
      ("announces nothing", false, 200, "", []),
      ("is an action", .updated("orders", "7"), 200, "", ["api.data.updated orders 7"]),
      ("is one on all", .updated("orders"), 204, "", ["api.data.updated orders -"]),
      ("has failed", .updated("orders", "7"), 409, "", []),
      ("searches", .ifCreated, 200, "", []),
      ("makes", .ifCreated, 201, "", ["api.data.inserted orders/7/pay -"]),
      ("makes at", .ifCreated, 200, "/v1/pays/9", ["api.data.inserted orders/7/pay 9"]),
    ] as [(String, APIAnnouncement, Int, String, [String])])
  func `a write is announced as its request says`(
    name: String, announces: APIAnnouncement, status: Int, location: String, events: [String]
  ) async throws {
    let headers: HTTPHeaders = location.isEmpty ? [:] : ["Location": location]
    let request = APIRequest(path: "orders/7/pay", method: .post, announces: announces)
    #expect(
      try await posted(by: request, StubTransport(status: status, headers: headers)) == events)
  }

  @Test(arguments: [.put, .patch, .delete] as [HTTPMethod])
  func `only a POST must have created something to be announced`(method: HTTPMethod) async throws {
    let request = APIRequest(path: "orders/7", method: method, announces: .ifCreated)
    let kind = method == .delete ? "deleted" : "updated"
    #expect(
      try await posted(by: request, StubTransport(status: 204)) == ["api.data.\(kind) orders 7"])
  }

  @Test func `every 401 posts one event, with or without credentials`() async throws {
    struct Keyed: Authorizer {
      let key: String?
      func authorize(_ request: inout APIRequest) async throws { request.headers["X-Key"] = key }
      func recover(from response: APIResponse) async -> Bool { false }
    }
    let (request, refusing) = (APIRequest(path: "x"), StubTransport(status: 401))
    for authorizer in [nil, Keyed(key: nil), Keyed(key: "k")] {
      #expect(
        try await posted(by: request, authorizer: authorizer, refusing) == ["api.unauthorized"])
    }
    var login = APIRequest(path: "session", method: .post)
    login.authorizes = false
    #expect(try await posted(by: login, refusing) == ["api.unauthorized"])
    var background = request
    background.isBackground = true
    #expect(try await posted(by: background, refusing) == [])
  }

  @Test func `a renewal that is refused is told with the request that it was for`() async throws {
    let (bus, record) = (EventBus(), Record<String>())
    let subscription = bus.subscribe(to: Unauthorized.self) {
      record.add("\($0.method.rawValue) \($0.path) \($0.environment)")
    }
    var client = try StubClient(StubTransport(status: 401), events: bus)
    client.authorizer = Renewing(client: client)
    _ = try await APIRequest(path: "x", query: ["secret": "s"]).response(on: client)
    #expect(record.elements == ["GET x shop.test:default"])
    withExtendedLifetime(subscription) {}
  }

  /// Asks the server for new credentials when they are rejected.
  private struct Renewing: Authorizer {
    let client: StubClient
    func authorize(_ request: inout APIRequest) async throws {}
    func recover(from response: APIResponse) async throws -> Bool {
      var request = APIRequest(path: "session/refresh", method: .post)
      request.authorizes = false
      return try await request.response(on: client).statusCode == 200
    }
  }

  @Test func `a request can announce that data must be requested again`() async throws {
    let request = APIRequest(
      path: "orders/import", method: .post, announces: .invalidated("orders"))
    #expect(
      try await posted(by: request, StubTransport(status: 202)) == ["api.data.invalidated orders -"]
    )
  }

  @Test(arguments: [401, 403])
  func `a 401 from another service does not end the session here`(status: Int) async throws {
    let link = try APIRequest(url: url("https://other.test/x"))
    #expect(try await posted(by: link, StubTransport(status: status)) == [])
    // Redirected away, and away and back again: without the credentials in both cases.
    for last in ["other.test", "shop.test"] {
      let transport = StubTransport { request in
        let address = request.url.absoluteString
        if address.hasSuffix("shop.test/v1/x") {
          return HTTPResponse(status: 302, headers: ["Location": "https://other.test/y"])
        }
        if last == "shop.test", request.url.host() == "other.test" {
          return HTTPResponse(status: 302, headers: ["Location": "https://shop.test/z"])
        }
        return HTTPResponse(status: status)
      }
      #expect(try await posted(by: APIRequest(path: "x"), transport) == [])
    }
  }

  @Test func `a 401 that was recovered from posts no event`() async throws {
    struct Second: Authorizer {
      let record = Record<String>()
      func authorize(_ request: inout APIRequest) async throws {
        request.headers["Authorization"] = "\(record.elements.count)"
      }
      func recover(from response: APIResponse) async -> Bool {
        record.add("")
        return true
      }
    }
    let transport = StubTransport { request in
      HTTPResponse(status: request.headers["Authorization"] == "1" ? 201 : 401)
    }
    let request = APIRequest(path: "reviews", method: .post)
    #expect(
      try await posted(by: request, authorizer: Second(), transport)
        == ["api.data.inserted reviews -"])
  }

  @Test(
    arguments: [
      (.unconnected, ["api.unconnected"]), (.cut, ["api.unconnected"]), (.limit, []),
      (.late, ["api.unconnected"]), (.unintelligible, []),
    ] as [(TransportError.Code, [String])])
  func `a failed connection posts an event`(code: TransportError.Code, events: [String])
    async throws
  {
    let transport = StubTransport { _ in throw TransportError(code, reason: "why") }
    #expect(try await posted(by: APIRequest(path: "x", method: .post), transport) == events)
  }

  @Test func `a change is announced even if its response is lost`() async throws {
    let transport = StubTransport { _ in
      HTTPResponse(
        status: 201, headers: ["Location": "/v1/reviews/r-9"],
        body: HTTPBody { throw TransportError(.cut, reason: "why") })
    }
    #expect(
      try await posted(by: APIRequest(path: "reviews", method: .post), transport)
        == ["api.data.inserted reviews r-9", "api.unconnected"])
  }

  @Test func `a write's Event-Id is remembered, announced or not`() async throws {
    for announces in [true, false] as [APIAnnouncement] {
      let announced = RecentEventIDs()
      let transport = StubTransport(status: 201, headers: ["event-id": "e-5"])
      let client = try StubClient(transport, announced: announced)
      _ = try await APIRequest(path: "x").response(on: client)
      #expect(!announced.contains("e-5"))
      _ = try await APIRequest(path: "x", method: .post, announces: announces).response(on: client)
      #expect(announced.contains("e-5"))
    }
  }

  @Test func `an Event-Id is remembered before its event is delivered`() async throws {
    let announced = RecentEventIDs()
    let bus = EventBus { _, _ in }
    let record = Record<String>()
    let subscription = bus.subscribe(to: DataInserted.self) { _ in
      record.add("\(announced.contains("e-5"))")
    }
    defer { withExtendedLifetime(subscription) {} }
    let transport = StubTransport(status: 201, headers: ["Event-Id": "e-5"])
    let client = try StubClient(transport, events: bus, announced: announced)
    _ = try await APIRequest(path: "x", method: .post).response(on: client)
    #expect(record.elements == ["true"])
  }

  @Test func `a change that the feed has already posted is not posted again`() async throws {
    let announced = RecentEventIDs()
    announced.insert("e-5")
    let bus = EventBus { _, _ in }
    let record = Record<String>()
    let subscription = bus.subscribeAll { record.add($0.eventName) }
    defer { withExtendedLifetime(subscription) {} }
    for id in ["e-5", "e-6", "e-6"] {
      let transport = StubTransport(status: 201, headers: ["Event-Id": id])
      let client = try StubClient(transport, events: bus, announced: announced)
      _ = try await APIRequest(path: "x", method: .post).response(on: client)
    }
    #expect(record.elements == ["api.data.inserted"])
  }

  @Test func `a background request that is refused or lost posts no event`() async throws {
    var request = APIRequest(path: "x")
    request.isBackground = true
    request.retry = false
    for status in [401, 403, 503] {
      #expect(try await posted(by: request, StubTransport(status: status)) == [])
    }
    let lost = StubTransport { _ in throw TransportError(.unconnected, reason: "why") }
    #expect(try await posted(by: request, lost) == [])
    #expect(try await posted(by: APIRequest(path: "x"), lost) == ["api.unconnected"])
  }
}
