import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import APIPlugin

/// The bodies that `api` sends.
extension APITests {
  @Test func `JSON is sent unchanged`() async throws {
    let (harness, transport) = try Self.bench()
    let json = "{ \"rating\" : 5.0, \"comment\":\"caf\\u00e9\" }"
    #expect(await harness.run("api post a --json '\(json)'").status == 0)
    let request = try #require(transport.requests.first)
    #expect(try await Self.body(request) == json)
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Idempotency-Key"] != nil)
  }

  @Test func `header fields are sent, and a Content-Type is that of the body`() async throws {
    let (harness, transport) = try Self.bench()
    let line =
      "api put a --json '[]' --header 'Content-Type: application/vnd.api+json' --header 'X-A:  1 '"
      + " --header X-A:2 --header 'Accept: */*'"
    #expect(await harness.run(line).status == 0)
    let headers = try #require(transport.requests.first).headers
    #expect(headers.values(of: "Content-Type") == ["application/vnd.api+json"])
    #expect(headers.values(of: "X-A") == ["1", "2"])
    #expect(headers.values(of: "Accept") == ["*/*"])
    #expect(headers["Idempotency-Key"] == nil)
  }

  @Test func `a form is sent in parts, with files`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("photo.json", "[1]")
    let (harness, transport) = try Self.bench()
    let line = "api post a --form rating=5 --form 'comment=a=b' --form photo=@\(path)"
    let result = await harness.run(line)
    #expect(result.status == 0, "\(result.errors)")
    let request = try #require(transport.requests.first)
    #expect(request.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    let body = try await Self.body(request)
    for part in [
      "name=\"rating\"\r\n\r\n5\r\n", "name=\"comment\"\r\n\r\na=b\r\n",
      "name=\"photo\"; filename=\"photo.json\"\r\nContent-Type: application/json\r\n\r\n[1]\r\n",
    ] { #expect(body.contains(part)) }
  }

  @Test func `a file is sent unchanged, and can be sent again`() async throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "0123456789abcdef", count: 100_000)
    let path = try folder.write("body.bin", text)
    let (harness, transport) = try Self.bench()
    let result = await harness.run("api post a --body-file \(path)")
    #expect(result.status == 0, "\(result.errors)")
    let request = try #require(transport.requests.first)
    #expect(request.headers["Content-Type"] == "application/octet-stream")
    #expect(request.body?.count == text.utf8.count)
    #expect(try await Self.body(request) == text)
    let file = try BodyFile.body(path)
    #expect("\(file)" == "application/octet-stream, \(text.utf8.count) bytes")
    #expect("\(try BodyFile.body(folder.write("a.JSON", "{}")))" == "application/json, 2 bytes")
  }

  @Test func `a file that shrinks while it is sent ends the request`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("body.bin", "0123456789")
    let (harness, transport) = try Self.bench()
    #expect(await harness.run("api post a --body-file \(path)").status == 0)
    try folder.write("body.bin", "")
    let body = try #require(transport.requests.first?.body)
    let error = await #expect(throws: ShellError.self) { _ = try await body.collect(upTo: 100) }
    #expect(error?.message == "\(path) changed while it was being sent")
  }

  @Test(arguments: [
    (
      "--body-file /proc/nonexistent", 1, "cannot read /proc/nonexistent: No such file or directory"
    ),
    ("--body-file /tmp", 1, "cannot read /tmp: not a regular file"),
    ("--form x=@/proc/nonexistent", 1, "cannot read /proc/nonexistent: No such file or directory"),
  ])
  func `a file that cannot be read is an error`(words: String, status: Int32, message: String)
    async throws
  {
    let (harness, transport) = try Self.bench()
    let result = await harness.run("api post a \(words)")
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      ("get", "--body '{ \"a\" :1}'", "{ \"a\" :1}", "application/json"),
      ("get", "--body @FILE", "[1]", "application/json"),
      ("put", "--body @FILE", "[1]", "application/json"),
      (
        "get", "--body - --header Content-Type:application/x-ndjson", "{}\n{}\n",
        "application/x-ndjson"
      ),
      ("get", "--body 'a b' --header Content-Type:text/plain", "a b", "text/plain"),
      ("get", "--body '@@a' --header Content-Type:text/plain", "@a", "text/plain"),
      ("delete", "--body '{}' --header Content-Type:", "{}", nil),
    ] as [(String, String, String, String?)])
  func `a body is given as a whole, also that of a read`(
    method: String, words: String, body: String, type: String?
  ) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("q.json", "[1]")
    let (harness, transport) = try Self.bench(input: "{}\n{}\n")
    let result = await harness.run("api \(method) a \(words.replacing("FILE", with: path))")
    #expect(result.status == 0, "\(result.errors)")
    let request = try #require(transport.requests.first)
    #expect(request.method.rawValue == method.uppercased())
    #expect(try await Self.body(request) == body)
    #expect(request.headers["Content-Type"] == type)
    #expect(harness.console.questions.isEmpty)
  }

  @Test func `api sends standard input as a body`() async throws {
    let (harness, transport) = try Self.bench(input: "a\nb\n")
    let line = "api put a --body-file - --header Content-Type:text/plain"
    #expect(await harness.run(line).status == 0)
    let request = try #require(transport.requests.first)
    #expect(try await Self.body(request) == "a\nb\n")
    #expect(request.headers["Content-Type"] == "text/plain")
  }
}
