import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

@Suite struct CurlLineTests {
  private static let address = "'https://shop.test/v1/x'"
  private static let accepts = "-H 'Accept: application/json, */*;q=0.5'"

  /// The curl lines of a request, without the words that all lines share.
  private func lines(
    _ request: APIRequest, by transport: StubTransport = StubTransport(status: 200),
    authorizer: (any Authorizer)? = nil
  ) async throws -> [String] {
    var client = try StubClient(transport, authorizer: authorizer)
    let record = Record<String>()
    client.commands = record
    client.retries = retries(InstantClock())
    var request = request
    request.idempotencyKey = nil
    _ = try? await request.response(on: client)
    return record.elements.map { $0.replacing(" " + Self.accepts, with: "") }
  }

  private func body(_ body: APIBody, _ method: HTTPMethod = .post) -> APIRequest {
    APIRequest(path: "x", method: method, body: body)
  }

  @Test(
    arguments: [
      (.get, "curl"), (.head, "curl --head"), (.delete, "curl -X DELETE"), (.put, "curl -X PUT"),
      (.options, "curl -X OPTIONS"),
    ] as [(HTTPMethod, String)])
  func `a curl command names the method if curl would choose another`(
    method: HTTPMethod, start: String
  )
    async throws
  {
    #expect(try await lines(APIRequest(path: "x", method: method)) == ["\(start) \(Self.address)"])
  }

  @Test func `a curl command has what is left out, a Host, and the body of a read`() async throws {
    var request = APIRequest(path: "x", body: .json(["a": 1]), headers: ["Host": "other.test"])
    for name in ["User-Agent", "it's"] { #expect(request.headers.add(typed: "\(name):") == nil) }
    #expect(
      try await lines(request) == [
        "curl -X GET \(Self.address) -H 'Host: other.test' -H 'Content-Type: application/json'"
          + #" -H 'user-agent:' -H 'it'\''s:' --data-binary '{"a":1}'"#
      ])
  }

  @Test func `a curl command says that a POST has no body`() async throws {
    #expect(
      try await lines(APIRequest(path: "x", method: .post)) == [
        "curl \(Self.address) -H 'Content-Type:' --data-binary ''"
      ])
  }

  @Test(
    arguments: [
      ("https://shop.test/a{1}?b[c]=1", "'https://shop.test/a%7B1%7D?b%5Bc%5D=1'"),
      ("https://shop.test/a/../b", "--path-as-is 'https://shop.test/a/../b'"),
      ("https://shop.test/it's", #"'https://shop.test/it'\''s'"#),
    ])
  func `an address in a curl command reaches the server unchanged`(address: String, words: String)
    async throws
  {
    #expect(try await lines(APIRequest(url: url(address))) == ["curl \(words)"])
  }

  private struct Key: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["X-Shop"] = "the key of the shop"
    }

    func recover(from response: APIResponse) async -> Bool { false }
  }

  @Test func `a curl command masks credentials, by name or if an authorizer added them`()
    async throws
  {
    let request = APIRequest(
      path: "x", query: ["a": 1, "api_key": "secret"],
      headers: [
        "Authorization": "Bearer secret", "X-Any": "it's", "X-Api-Key": "secret",
        "Proxy-Authorization": "secret", "Cookie": "id=secret", "X-Empty": "",
        "Referer": "https://a.test/?token=secret",
      ])
    #expect(
      try await lines(request, authorizer: Key()) == [
        "curl 'https://shop.test/v1/x?a=1&api_key=…' -H 'Authorization: Bearer …'"
          + #" -H 'X-Any: it'\''s' -H 'X-Api-Key: …' -H 'Proxy-Authorization: …' -H 'Cookie: …'"#
          + " -H 'X-Empty;' -H 'Referer: https://a.test/?token=…' -H 'X-Shop: …'"
      ])
  }

  @Test func `a word before a credential that is not the name of a scheme is masked too`()
    async throws
  {
    let request = APIRequest(path: "x", headers: ["Authorization": "secret words"])
    #expect(try await lines(request) == ["curl \(Self.address) -H 'Authorization: …'"])
  }

  @Test(
    arguments: [
      (#"{"a":"it's"}"#, #"--data-binary '{"a":"it'\''s"}'"#), ("", "--data-binary ''"),
      ("dé 猫 $HOME `x` \\ !", "--data-binary 'dé 猫 $HOME `x` \\ !'"),
    ])
  func `a text is quoted as one word of the shell`(text: String, words: String) async throws {
    let line = "curl \(Self.address) -H 'Content-Type: text/plain' \(words)"
    #expect(
      try await lines(body(.data(Data(text.utf8), contentType: "text/plain"))) == [line])
  }

  @Test(
    arguments: [
      ("a\nb", #"a\nb"#), ("\r\n\t", #"\r\n\t"#), ("100 %\\\n", #"100 %%\\\n"#),
      ("-n\n", #"\055n\n"#), ("it's 5!\n", #"it\047s 5\041\n"#), ("@file", "@file"),
      ("a\u{200B}1\u{202E}", #"a\342\200\2131\342\200\256"#),
    ])
  func `text that a terminal or curl would change goes through printf`(text: String, format: String)
    async throws
  {
    let line =
      "printf '\(format)' | curl -X PUT \(Self.address) -H 'Content-Type: a/b' --data-binary @-"
    #expect(
      try await lines(body(.data(Data(text.utf8), contentType: "a/b"), .put)) == [line])
  }

  @Test(
    arguments: [
      (.data(Data([0xFF, 1]), contentType: "image/png"), "image/png, 2 bytes"),
      (.data(Data("a\u{1B}[2J".utf8), contentType: "a/b"), "a/b, 5 bytes"),
      (.data(Data(count: 1 << 15), contentType: "a/b"), "a/b, 32768 bytes"),
      (.stream(contentType: "a/b", count: 3) { HTTPBody { nil } }, "a/b, 3 bytes"),
      (.stream(contentType: "a/b") { HTTPBody { nil } }, "a/b, a stream"),
      (
        .json(["password": "secret"]), "application/json, 21 bytes, with credentials"
      ),
      (
        .data(Data("query { user(password: 'secret') }".utf8), contentType: "application/graphql"),
        "application/graphql, 34 bytes, with credentials"
      ),
      (
        .urlEncoded(["user": "a", "token": "secret"]),
        "application/x-www-form-urlencoded, 19 bytes, with credentials"
      ),
    ] as [(APIBody, String)])
  func `a curl command names other bodies, but omits their content`(body: APIBody, name: String)
    async throws
  {
    let line = try #require(try await lines(self.body(body)).first)
    #expect(
      line.hasSuffix("' --data-binary @- # give the body on standard input: \(name)"), "\(line)")
    #expect(!line.contains("secret"))
  }

  @Test func `a curl command shows nothing of a confidential body`() async throws {
    for isMarked in [true, false] {
      var request = body(.json(["word": "hidden"]))
      request.isConfidential = isMarked
      if !isMarked { request.secrets = ["hidden"] }
      let line = try #require(try await lines(request).first)
      #expect(line.hasSuffix(": application/json, 17 bytes, with credentials"), "\(line)")
      #expect(!line.contains("hidden"))
    }
  }

  @Test func `a form becomes a curl form, which reads the files again`() async throws {
    let form: FormData = [
      "title": "A \"mug\", it's; @5 €", "note": "two\nlines",
      "photo": FormDataPart(Data([0xFF]), fileName: "a mug.gif", contentType: "image/gif"),
    ]
    #expect(
      try await lines(body(.formData(form), .patch)) == [
        "curl -X PATCH \(Self.address)"
          + #" --form-string 'title=A "mug", it'\''s; @5 €'"#
          + #" --form-string "$(printf 'note=two\nlines')" -F 'photo=@a mug.gif;type=image/gif'"#
      ])
  }

  @Test(
    arguments: [
      ["a": "line\n"], ["a=b": "c"],
      ["a": FormDataPart(Data("c".utf8), contentType: "text/plain")],
      ["a": FormDataPart(Data("c".utf8), fileName: "x;y", contentType: "text/plain")],
      ["a": FormDataPart(Data("c".utf8), fileName: "-", contentType: "text/plain")],
      ["a": FormDataPart(Data("c".utf8), fileName: "x", contentType: "text/plain; charset=x")],
    ] as [FormData])
  func `a form that curl would send differently is sent byte for byte`(form: FormData) async throws
  {
    let line = try #require(try await lines(body(.formData(form))).first)
    #expect(line.hasPrefix("printf '\\055-form-") && line.contains("; boundary=form-"), "\(line)")
  }

  @Test func `a form with a credential is left out`() async throws {
    let line = try #require(try await lines(body(.formData(["password": "secret"]))).first)
    #expect(line.hasSuffix(", with credentials") && !line.contains("secret"), "\(line)")
  }

  @Test func `each try and each redirect has a line, in place of the trace's own`() async throws {
    let (trace, commands) = (Record<String>(), Record<String>())
    var client = try StubClient(
      scripted(
        .fails(.unconnected), .answers(302, ["Location": "/v1/y?token=secret"]), .answers(200)))
    client.retries = retries(InstantClock())
    (client.traced, client.commands) = (trace, commands)
    _ = try await APIRequest(path: "x").response(on: client)
    #expect(
      commands.elements == [
        "curl \(Self.address) \(Self.accepts)", "curl \(Self.address) \(Self.accepts)",
        "curl 'https://shop.test/v1/y?token=…' \(Self.accepts)",
      ])
    #expect(
      !trace.elements.contains { $0.hasPrefix(">") }
        && trace.elements.contains { $0.hasPrefix("<") })
  }
}
