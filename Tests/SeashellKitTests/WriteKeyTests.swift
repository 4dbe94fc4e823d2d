import Foundation
import SeashellHosting
import SeashellTesting
import Testing

@testable import SeashellKit
@testable import ShellCommands

/// The keys of the writes in a run that may be repeated.
@Suite struct WriteKeyTests {
  private let transport = StubTransport(status: 201, json: "{}")

  private func client(honorsKeys: Bool = true) throws -> EnvironmentClient {
    let environment = try APIEnvironment(
      "dev", "https://api.example.com", version: "v1", honorsIdempotencyKeys: honorsKeys)
    return EnvironmentClient(environment, events: nil) { [transport] _ in transport }
  }

  /// Sends requests in a run, and returns their keys.
  private func keys(
    _ requests: [APIRequest], run: String? = "mails\nm-1", honorsKeys: Bool = true
  ) async throws -> [String?] {
    let client = try client(honorsKeys: honorsKeys)
    let count = transport.requests.count
    try await WriteKeys.$current.withValue(run.map { WriteKeys(of: $0) }) {
      for request in requests { _ = try await request.response(on: client) }
    }
    return transport.requests[count...].map { $0.headers["Idempotency-Key"] }
  }

  private static func write(
    _ path: APIPath = "a", _ method: HTTPMethod = .post, query: APIQuery = [:],
    _ body: APIBody? = .json(["x": 1])
  ) -> APIRequest { APIRequest(path: path, method: method, query: query, body: body) }

  /// Distinct writes, each made anew: a form has another boundary each time.
  private static func writes() -> [APIRequest] {
    [
      write(), write("b"), write("a", .put), write("a", .patch), write("a", .delete, nil),
      write("a", query: ["q": "1"]), write("a", .post, .json(["x": 2])),
      write("a", .post, .formData(["x": "1"])), write("a", .post, .formData(["x": "2"])),
      write("a", .post, .formData(["x": FormDataPart(Data("1".utf8), fileName: "f")])),
      write("a", .post, .stream(contentType: "text/plain") { HTTPBody(Data("one".utf8)) }),
      write("a", .post, .stream(contentType: "text/plain") { HTTPBody(Data("two".utf8)) }),
      write("a", .post, .data(Data("three".utf8), contentType: "text/plain")),
    ]
  }

  @Test func `A repeated run sends the same keys, in whatever order its writes go out`()
    async throws
  {
    let first = try await keys(Self.writes())
    #expect(Set(first).count == first.count && !first.contains(nil))
    let again = try await keys(Self.writes().reversed())
    #expect(again == first.reversed())
  }

  @Test(arguments: ["mails\nm-2", "other\nm-1"])
  func `Another run has other keys`(run: String) async throws {
    let (one, other) = (
      try await keys(Self.writes()), try await keys(Self.writes(), run: run)
    )
    #expect(Set(one).isDisjoint(with: other))
  }

  @Test func `A second write with the same content has another key, which is repeated too`()
    async throws
  {
    let twice = [Self.write(), Self.write()]
    let first = try await keys(twice)
    #expect(first[0] != first[1])
    #expect(try await keys(twice) == first)
  }

  @Test func `A key is a UUID, and is the same on each machine`() async throws {
    let key = try #require(try await keys([Self.write()])[0])
    #expect(UUID(uuidString: key) != nil)
    #expect(key == "FF5952BD-90F1-87C8-80C5-048181D6AA4F")
  }

  @Test func `A module's form has the same key with any boundary`() async throws {
    let sent = try await keys(
      ["one", "two"].map { boundary in
        Self.write(
          "a", .post,
          .data(
            Data(
              "--\(boundary)\r\nContent-Disposition: form-data\r\n\r\n1\r\n--\(boundary)--\r\n".utf8
            ),
            contentType: "multipart/form-data; boundary=\(boundary)"))
      })
    #expect(sent[0] != sent[1])
    #expect(
      try await keys([
        Self.write(
          "a", .post,
          .data(
            Data("--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n".utf8),
            contentType: "multipart/form-data; boundary=\"x\""))
      ]) == [sent[0]])
  }

  @Test func `A key of its own stays, and so does the lack of one`() async throws {
    var (own, none, field) = (Self.write(), Self.write(), Self.write())
    (own.idempotencyKey, none.idempotencyKey) = ("mine", nil)
    field.headers["Idempotency-Key"] = "theirs"
    #expect(try await keys([own, none, field]) == ["mine", nil, "theirs"])
  }

  @Test func `Reads, signing in, other runs and other environments have no such keys`()
    async throws
  {
    #expect(try await keys([APIRequest(path: "a")]) == [nil])
    var signIn = Self.write()
    signIn.authorizes = false
    #expect(try await keys([signIn, signIn]) == [signIn.idempotencyKey, signIn.idempotencyKey])
    let (post, put) = (Self.write(), Self.write("a", .put))
    #expect(try await keys([post, put], run: nil) == [post.idempotencyKey, nil])
    #expect(try await keys([post, put], honorsKeys: false) == [post.idempotencyKey, nil])
  }
}
