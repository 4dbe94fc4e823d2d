import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@Suite struct NetworkRequesterTests {
  @Test func `a single call sends its arguments and decodes the response`() async throws {
    let transport = StubTransport(status: 200, #"{"id":"a"}"#)
    let item: Item = try await NetworkRequester.request(
      url: url("https://shop.test/v1/items?x=1"), method: .post, headers: ["X-Note": "n"],
      body: .json("b"), jwt: "abc.def", on: transport)
    #expect(item == Item(id: "a"))
    let sent = try #require(transport.requests.first)
    #expect(sent.url.absoluteString == "https://shop.test/v1/items?x=1")
    #expect(sent.method == .post)
    #expect(sent.headers["X-Note"] == "n")
    #expect(sent.headers["Authorization"] == "Bearer abc.def")
    #expect(sent.body?.data == Data(#""b""#.utf8))
  }

  @Test func `the status is checked before anything is decoded`() async throws {
    let transport = StubTransport(status: 401, #"{"id":"a"}"#)
    let error = await failure {
      let _: Item = try await NetworkRequester.request(
        url: url("https://shop.test/items"), jwt: "abc", on: transport)
    }
    #expect(error?.code == .unauthorized)
    #expect(transport.requests.count == 1)
  }

  @Test func `an answer without a body is nil`() async throws {
    let transport = StubTransport(status: 204)
    let address = try url("https://shop.test/items/a")
    let item: Item? = try await NetworkRequester.request(
      url: address, method: .delete, on: transport)
    #expect(item == nil)
    let error = await failure {
      let _: Item = try await NetworkRequester.request(url: address, on: transport)
    }
    #expect(error?.code == .unavailable)
  }

  @Test func `a call is redirected without its token, and tried again`() async throws {
    let transport = scripted(
      .fails(.unconnected), .answers(302, ["Location": "https://other.test/y"]),
      .answers(200, [:], #"{"id":"a"}"#))
    let item: Item = try await NetworkRequester.request(
      url: url("https://shop.test/x"), jwt: "abc.def", retries: retries(InstantClock()),
      on: transport)
    #expect(item == Item(id: "a"))
    #expect(
      transport.requests.map { $0.headers["Authorization"] }
        == ["Bearer abc.def", "Bearer abc.def", nil])
  }

  @Test(arguments: [
    ("https://shop.test/x", true), ("http://localhost/x", true), ("http://127.0.0.1:80/x", true),
    ("http://shop.test/x", false), ("ftp://shop.test/x", false),
  ])
  func `a token goes only over https or to loopback`(address: String, isSent: Bool) async throws {
    let transport = StubTransport(status: 200, "{}")
    let error = await failure {
      let _: [String: String] = try await NetworkRequester.request(
        url: url(address), jwt: "abc.def", on: transport)
    }
    #expect((error == nil) == isSent)
    #expect(transport.requests.count == (isSent ? 1 : 0))
    #expect(error?.description.contains("abc.def") != true)
    let _: [String: String] = try await NetworkRequester.request(url: url(address), on: transport)
  }
}
