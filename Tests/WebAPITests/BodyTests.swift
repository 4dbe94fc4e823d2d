import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

@Suite struct BodyTests {
  private func text(_ body: APIBody) throws -> String {
    String(decoding: try body.message().data ?? Data(), as: UTF8.self)
  }

  @Test func `a JSON value is written with its own type`() throws {
    let body = APIBody.json(["rating": 4])
    #expect(body.contentType == "application/json")
    #expect(try text(body) == #"{"rating":4}"#)
  }

  @Test func `an object body keeps its order, omits nil, and sends explicit nulls`() throws {
    let missing: String? = nil
    let body = APIBody.object([
      "title": "a/b", "labels": ["x"], "due": Date(timeIntervalSince1970: 0), "note": missing,
      "assignee": JSONValue.null, "budget": Decimal(string: "0.10"),
      "meta": ["b": 1, "a": 2] as JSONValue,
    ])
    #expect(
      try text(body) == #"{"title":"a/b","labels":["x"],"due":"1970-01-01T00:00:00Z","#
        + #""assignee":null,"budget":0.1,"meta":{"b":1,"a":2}}"#)
    #expect(body.fields?["title"] == "a/b")
    let nothing = APIBody.object(["ratio": Double.nan])
    #expect(throws: APIError.self) { try text(nothing) }
  }

  @Test func `a value's members are sorted by name, so that equal values are equal bytes`() throws {
    struct Change: Encodable { var (b, a, d, c) = (1, 2, 3, 4) }
    #expect(try text(.encoded(Change())) == #"{"a":2,"b":1,"c":4,"d":3}"#)
  }

  @Test func `a value is encoded with ISO 8601 dates or with the caller's encoder`() throws {
    struct Moment: Encodable { var takenAt = Date(timeIntervalSince1970: 0) }
    #expect(try text(.encoded(Moment())) == #"{"takenAt":"1970-01-01T00:00:00Z"}"#)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(try text(.encodable(Moment(), encoder)) == #"{"taken_at":0}"#)
  }

  @Test func `an encoding failure throws, and nothing is sent`() async throws {
    let transport = StubTransport(status: 201)
    let client = try StubClient(transport)
    let request = APIRequest(
      path: "products", method: .post, body: .encoded(Item(id: "x", price: .nan)))
    let error = await failure { _ = try await request.response(on: client) }
    #expect(error?.code == .invalid)
    #expect(error?.detail == "the body cannot be encoded at price")
    #expect(transport.requests.isEmpty)
  }

  @Test func `a urlencoded form escapes its fields and keeps empty ones`() throws {
    let nothing: String? = nil
    let body = APIBody.urlEncoded(["comment": "a b&c+d", "empty": "", "nil": nothing, "n": 1])
    #expect(body.contentType == "application/x-www-form-urlencoded")
    #expect(try text(body) == "comment=a%20b%26c%2Bd&empty=&n=1")
  }

  @Test func `a body's type is sent with it`() async throws {
    let transport = StubTransport(status: 200)
    let body = APIBody.data(Data("<a/>".utf8), contentType: "text/xml")
    let request = APIRequest(path: "x", method: .put, body: body)
    _ = try await request.response(on: StubClient(transport))
    #expect(transport.requests.first?.headers["Content-Type"] == "text/xml")
    #expect(transport.requests.first?.body?.data == Data("<a/>".utf8))
  }

  @Test func `a body's description has the size and not the content`() {
    #expect("\(APIBody.json("secret"))" == "application/json, 8 bytes")
    #expect(String(reflecting: APIBody.json("secret")) == "application/json, 8 bytes")
  }
}
