import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import ReviewsPlugin

/// Commands that write and delete reviews.
extension ReviewsCommandTests {
  @Test func `a comment may have 2000 characters of any kind`() async throws {
    let transport = ReviewedShop(ratings: []).transport
    let comment = String(repeating: "👩‍👩‍👧", count: 2000)
    let (status, output, errors) = await (try Self.harness(transport)).run(
      "reviews add p-1 --rating 4 --comment '\(comment)'")
    #expect(status == 0, "\(errors)")
    #expect(output == "r-215\t4\tIt's fine\tdemo\n")
    let body = try #require(transport.requests.first?.body?.data)
    #expect(String(decoding: body, as: UTF8.self).contains("\r\n\r\n\(comment)\r\n"))
  }

  @Test(arguments: [
    (401, "add p-1 --rating 4 --comment Fine", "posting a review needs a session"),
    (401, "edit p-1 r-7 --rating 4", "changing a review needs a session"),
    (401, "delete p-1 r-7 --yes", "deleting a review needs a session"),
    (
      403, "edit p-1 r-7 --rating 4",
      "the review 'r-7' belongs to someone else; only its author may change or delete it"
    ),
    (
      403, "delete p-1 r-7 --yes",
      "the review 'r-7' belongs to someone else; only its author may change or delete it"
    ),
  ])
  func `a refused request for reviews is status 4 and one line`(
    refusal: Int, line: String, why: String
  ) async throws {
    let json = #"{"errors":[{"title":"refused","detail":"This needs someone else. Sign in."}]}"#
    let harness = try Self.harness(StubTransport(status: refusal, json: json))
    let (status, output, errors) = await harness.run("reviews \(line)")
    #expect(status == 4)
    #expect(output.isEmpty)
    #expect(errors.split(separator: "\n").first?.hasSuffix(": \(why)") == true, "\(errors)")
  }

  @Test(arguments: [("yes", 0, 1), ("no", 1, 0)] as [(String, Int32, Int)])
  func `reviews delete asks for confirmation on a terminal`(
    answer: String, status: Int32, requests: Int
  ) async throws {
    let transport = StubTransport { _ in HTTPResponse(status: 204) }
    let console = RecordingConsole(answers: [answer])
    let harness = try Self.harness(transport, console: console)
    let result = await harness.run("reviews delete p-1 r-5")
    #expect(result.status == status)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("nothing was changed") == (status != 0))
    #expect(console.questions == ["Delete the review r-5 of p-1?"])
    #expect(transport.requests.count == requests)
  }

  @Test func `reviews delete does not ask with --yes`() async throws {
    let transport = StubTransport { _ in HTTPResponse(status: 204) }
    let console = RecordingConsole(answers: ["no"])
    let harness = try Self.harness(transport, console: console)
    #expect(await harness.run("reviews delete p-1 r-5 --yes").status == 0)
    #expect(console.questions.isEmpty)
    #expect(transport.requests.map(\.method) == [.delete])
  }

  @Test func `reviews delete does not ask a user who is signed out`() async throws {
    let transport = StubTransport { _ in HTTPResponse(status: 401) }
    let console = RecordingConsole(answers: ["yes"])
    let harness = try Self.harness(transport, console: console)
    harness.context.client.authorizer = SignedOut()
    harness.setUser { nil }
    let (status, _, errors) = await harness.run("reviews delete p-1 r-5")
    #expect(status == 4)
    #expect(errors.contains("deleting a review needs a session; sign in with 'session login'"))
    #expect(console.questions.isEmpty && transport.requests.isEmpty)
    // Without a question, the shop decides.
    #expect(await harness.run("reviews delete p-1 r-5 --yes").status == 4)
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: ["edit r-7", "edit p-1 r-7", "delete r-7", "edit r-7 --rating 3"])
  func `a review of someone else is refused before any question`(line: String) async throws {
    let review = #"{"id":"r-7","product":"p-1","rating":5,"comment":"Good.","author":"maja"}"#
    let transport = StubTransport { request in
      let url = request.url.absoluteString
      let body = url.contains("author=") ? "[]" : url.contains("/p-1/") ? review : "[\(review)]"
      return HTTPResponse(status: 200, body: HTTPBody(Data(body.utf8)))
    }
    let console = RecordingConsole(answers: ["4", "yes"])
    let harness = try Self.harness(transport, console: console)
    harness.setUser {
      SignedInUser(name: "demo", environment: "local", expiresAt: nil)
    }
    let result = await harness.run("reviews \(line)")
    #expect(result.status == 4)
    #expect(result.errors.contains("the review 'r-7' belongs to someone else"), "\(result.errors)")
    #expect(console.questions.isEmpty)
    #expect(transport.requests.allSatisfy { $0.method == .get })
  }

  @Test func `one's own reviews are completed first`() async throws {
    let reviews = ["maja", "demo", "Bea", "demo"].enumerated().map {
      #"{"id":"r-\#($0)","product":"p-1","rating":5,"comment":"Good.","author":"\#($1)"}"#
    }
    let harness = try Self.harness(StubTransport(json: "[\(reviews.joined(separator: ","))]"))
    harness.setUser {
      SignedInUser(name: "demo", environment: "local", expiresAt: nil)
    }
    await harness.context.user.update()
    _ = await harness.run("reviews list")
    #expect(
      harness.completions(of: "reviews.id", for: "r").map(\.text) == ["r-1", "r-3", "r-0", "r-2"])
  }

  @Test(arguments: ["add", "edit", "delete"])
  func `writing reviews needs a session before any question`(
    name: String
  ) async throws {
    let harness = try Self.harness(StubTransport(json: "[]"))
    let commands = ReviewsModule(harness.context).commands
    let command = try #require(commands.first { $0.specification.name == name })
    try await command.checkPreconditions()
    harness.setUser { nil }
    let error = await #expect(throws: ReviewsError.self) { try await command.checkPreconditions() }
    #expect(error?.shellError.status.rawValue == 4)
  }

  /// An authorizer of a user who is not signed in.
  private struct SignedOut: Authorizer {
    let signInHint: String? = "sign in with 'session login'"
    func authorize(_ request: inout APIRequest) async throws {}
    func recover(from response: APIResponse) async throws -> Bool { false }
  }
}
