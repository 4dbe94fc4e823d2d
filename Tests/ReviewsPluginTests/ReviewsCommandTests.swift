import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct ReviewsCommandTests {
  static func harness(
    _ transport: StubTransport, console: RecordingConsole = RecordingConsole()
  ) throws -> ShellHarness {
    let harness = try ShellHarness(transport, console: console)
    try harness.load(ReviewsModule(harness.context))
    return harness
  }

  @Test func `reviews list writes a line for each review`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: [5, 1]).transport)
    let (status, output, errors) = await harness.run("reviews list p-1")
    #expect(status == 0)
    #expect(output == "r-1\t5\tGood.\tmaja\nr-2\t1\tGood.\tmaja\n")
    #expect(errors.isEmpty)
  }

  @Test func `reviews list writes JSON with the API's names, a table with stars`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: [3]).transport)
    #expect(
      await harness.run("reviews list p-1 -o json").output
        == #"[{"id":"r-1","rating":3,"comment":"Good.","author":"maja"}]"# + "\n")
    #expect(await harness.run("reviews list p-1 -o table").output.contains("★★★☆☆"))
  }

  @Test(arguments: [
    ("list --max-rating 0", "--max-rating takes a whole number from 1 to 5, not '0'"),
    ("list --max-rating 6", "--max-rating takes a whole number from 1 to 5, not '6'"),
    ("list --author ''", "--author takes 1 to 500 characters, not 0"),
    ("show", "reviews show needs PRODUCT and REVIEW"),
    ("add --rating 4 --comment Fine", "reviews add needs PRODUCT"),
    ("add p-1 --rating 4", "reviews add needs --comment T"),
    ("add p-1 --comment Fine", "reviews add needs --rating N"),
    ("add p-1 --rating 9 --comment Fine", "--rating takes a whole number from 1 to 5, not '9'"),
    ("add p-1 --rating 0 --comment Fine", "--rating takes a whole number from 1 to 5, not '0'"),
    ("add p-1 --rating 4 --comment ''", "--comment takes 1 to 2000 characters, not 0"),
    (
      "add p-1 --rating 4 --comment \(String(repeating: "x", count: 2001))",
      "--comment takes 1 to 2000 characters, not 2001"
    ),
    ("add p-1 --rating 4 --comment '  \n '", "--comment must not be blank"),
    ("edit p-1 r-1 --comment ' '", "--comment must not be blank"),
    ("edit p-1 r-1", "nothing to change; pass --rating N, --comment T or both"),
    (
      "delete p-1 r-1",
      "no answer is left for the question 'Delete the review r-1 of p-1?'; pass --yes"
    ),
    ("summary", "reviews summary needs PRODUCT"),
    ("list p-1 --all --page 2", "--all and --page cannot be used together"),
    ("list p-1 --per-page 0", "--per-page takes a whole number from 1 to 1000, not '0'"),
    ("more", "there is no list to continue; 'reviews list' lists reviews"),
    ("refresh", "there is no list to continue; 'reviews list' lists reviews"),
  ])
  func `wrong review commands send no request`(line: String, why: String) async throws {
    let transport = StubTransport(json: "[]")
    let (status, output, errors) = await (try Self.harness(transport)).run("reviews \(line)")
    #expect(status == 2)
    #expect(output.isEmpty)
    #expect(errors.contains(why), "\(errors)")
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: ["show p-1", "edit p-1 --rating 3", "delete p-1 --yes"])
  func `a review that is not found is missing, and nothing is written`(line: String) async throws {
    for transport in [StubTransport(json: "[]"), StubTransport(status: 503, json: "{}")] {
      let (status, output, errors) = await (try Self.harness(transport)).run("reviews \(line)")
      let command = line.prefix { $0 != " " }
      #expect(status == 2)
      #expect(output.isEmpty)
      #expect(
        errors.contains(
          "reviews \(command) needs REVIEW; write 'reviews \(command) PRODUCT REVIEW'"), "\(errors)"
      )
      #expect(transport.requests.allSatisfy { $0.method == .get })
    }
  }

  @Test(arguments: [
    (["show r-7"], ["reviews?per_page=1000", "products/p-4/reviews/r-7"]),
    (["list", "show r-7"], ["reviews", "products/p-4/reviews/r-7"]),
    (["edit r-7 --rating 3"], ["reviews?per_page=1000", "products/p-4/reviews/r-7"]),
    (["delete r-7 --yes"], ["reviews?per_page=1000", "products/p-4/reviews/r-7"]),
    (["show p-1 r-7"], ["products/p-1/reviews/r-7"]),
  ])
  func `a review's product is found by its id`(lines: [String], paths: [String]) async throws {
    let review = #"{"id":"r-7","product":"p-4","rating":5,"comment":"Good.","author":"maja"}"#
    let transport = StubTransport { request in
      let isList = request.url.path.hasSuffix("/v1/reviews")
      return HTTPResponse(status: 200, body: HTTPBody(Data((isList ? "[\(review)]" : review).utf8)))
    }
    let harness = try Self.harness(transport)
    for line in lines { #expect(await harness.run("reviews \(line)").status == 0) }
    #expect(
      transport.requests.map(\.url.absoluteString) == paths.map { "http://localhost/v1/\($0)" })
  }

  @Test(
    arguments: [
      (["3", "Fine"], #"{"rating":3,"comment":"Fine"}"#), (["", "Fine"], #"{"comment":"Fine"}"#),
      (["9", "4", ""], #"{"rating":4}"#), (["5", "Good."], nil),
    ] as [([String], String?)])
  func `reviews edit without options asks, and sends what was changed`(
    answers: [String], body: String?
  ) async throws {
    let review = #"{"id":"r-7","rating":5,"comment":"Good.","author":"maja"}"#
    let transport = StubTransport(json: review)
    let console = RecordingConsole(answers: answers)
    let (status, output, errors) = await (try Self.harness(transport, console: console))
      .run("reviews edit p-1 r-7")
    #expect(status == 0, "\(errors)")
    #expect(console.questions.last == "comment (1 to 2000 characters)")
    let written = transport.requests.filter { $0.method == .put }
      .map { String(decoding: $0.body?.data ?? Data(), as: UTF8.self) }
    #expect(written == [body].compactMap(\.self))
    #expect(console.notices.contains("nothing was changed") == (body == nil))
    #expect(output.isEmpty == (body == nil))
  }

  @Test(arguments: ["list ''", "list ..", "show p-1 ''", "delete p-1 . --yes", "summary ''"])
  func `an invalid id of reviews is status 2, before any request`(line: String) async throws {
    let transport = StubTransport(json: "[]")
    let (status, _, errors) = await (try Self.harness(transport)).run("reviews \(line)")
    #expect(status == 2)
    #expect(errors.contains("the path 'products/"), "\(errors)")
    #expect(transport.requests.isEmpty)
  }

  @Test func `reviews list without a product lists all, with their products`() async throws {
    let transport = ReviewedShop(ratings: [5, 1, 2]).transport
    let harness = try Self.harness(transport)
    let (status, output, _) = await harness.run("reviews list --per-page 2; reviews more")
    #expect(status == 0)
    #expect(
      output == """
        p-1\tr-1\t5\tGood.\tmaja
        p-2\tr-2\t1\tGood.\tmaja
        p-3\tr-3\t2\tGood.\tmaja

        """)
    #expect(harness.console.notices == ["2 of 3; --all lists every one"])
    #expect(transport.requests.map { $0.url.path() } == ["/v1/reviews", "/v1/reviews"])
    #expect(
      await harness.run("reviews list --all -o json --per-page 1").output.hasPrefix(
        #"[{"product":"p-1","id":"r-1","rating":5,"comment":"Good.","author":"maja"},"#))
  }

  @Test(arguments: [
    ("--author Bea", "reviews?author=Bea"), ("--max-rating 2", "reviews?rating_max=2"),
    ("p-1 --max-rating 2 --author Bea", "products/p-1/reviews?author=Bea&rating_max=2"),
    ("--author me", "reviews?author=demo"),
    ("--author demo --all", "reviews?author=demo&per_page=1000"),
  ])
  func `reviews list sends its filters to the shop`(words: String, target: String) async throws {
    let transport = ReviewedShop(ratings: []).transport
    let harness = try Self.harness(transport)
    harness.setUser {
      SignedInUser(name: "demo", environment: "local", expiresAt: nil)
    }
    #expect(await harness.run("reviews list \(words)").status == 0)
    #expect(transport.requests.map(\.url.absoluteString) == ["http://localhost/v1/\(target)"])
  }

  @Test func `reviews list of one's own reviews needs a session and a name`() async throws {
    let transport = StubTransport(json: "[]")
    let harness = try Self.harness(transport)
    let (status, output, errors) = await harness.run("reviews list --author me")
    #expect(status == 4)
    #expect(output.isEmpty)
    // The shell has no module that signs in.
    #expect(errors.contains("reading your own reviews needs a session\n"))
    harness.setUser {
      SignedInUser(name: nil, environment: "local", expiresAt: nil)
    }
    let other = await harness.run("reviews list --author me")
    #expect(other.status == 2)
    #expect(other.errors.contains("the shell knows your token, but not your name"))
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    ("p-1", "p-1 has no reviews"), ("", "there are no reviews"),
    ("p-1 --max-rating 2", "p-1 has no such reviews"), ("--author x", "there are no such reviews"),
  ])
  func `an empty list of reviews says what is empty`(words: String, notice: String) async throws {
    let harness = try Self.harness(ReviewedShop(ratings: []).transport)
    harness.console.columns = 80
    _ = await harness.run("reviews list \(words)")
    #expect(harness.console.notices == [notice])
  }

  @Test(arguments: [
    "", "--max-rating 5",
  ])
  func `reviews more reports changes in a list of all products`(
    words: String
  ) async throws {
    let harness = try Self.harness(ReviewedShop(ratings: [5, 4, 3]).transport)
    _ = await harness.run("reviews list --per-page 1 \(words)")
    harness.bus.post(DataInserted(resource: "products/p-8/reviews", id: "r-99", environment: .test))
    _ = await harness.run("reviews more")
    #expect(
      harness.console.notices.last == "the reviews have changed; 'reviews refresh' lists them again"
    )
  }

  @Test(arguments: [
    ("show p-1 r-7 -o json", HTTPMethod.get), ("edit p-1 r-7 --rating 5 -o json", .put),
    ("edit p-1 r-7 --comment Good. -o json", .put),
    ("add p-1 --rating 5 --comment Good. -o json", .post),
  ])
  func `a single review is written as an object`(line: String, method: HTTPMethod) async throws {
    let transport = StubTransport(json: ReviewedShop.review(7))
    let (status, output, errors) = await (try Self.harness(transport)).run("reviews \(line)")
    #expect(status == 0, "\(errors)")
    #expect(output == ReviewedShop.review(7) + "\n")
    #expect(transport.requests.map(\.method) == [method])
  }

  @Test(arguments: [
    ("list p-99", "no product has the id 'p-99'"), ("summary p-99", "no product has the id 'p-99'"),
    ("show p-1 r-99", "no review of 'p-1' has the id 'r-99'"),
    ("delete p-1 r-99 --yes", "no review of 'p-1' has the id 'r-99'"),
  ])
  func `a missing review fails with status 3 and names it`(line: String, why: String) async throws {
    let harness = try Self.harness(StubTransport(status: 404, json: ""))
    let (status, output, errors) = await harness.run("reviews \(line)")
    #expect(status == 3)
    #expect(output.isEmpty)
    #expect(errors.contains(why))
  }

  @Test func `reviews list --all keeps the rows before a failed page`()
    async throws
  {
    let shop = ReviewedShop(ratings: Array(repeating: 5, count: 9), brokenPage: 3)
    let harness = try Self.harness(shop.transport)
    let (status, output, errors) = await harness.run(
      "reviews list p-1 --all --per-page 2 -o json")
    #expect(status == 8)
    #expect(output.contains("r-4") && !output.contains("r-5") && !output.contains("]"))
    #expect(errors.contains("only the first 4 reviews came"))
  }

  @Test func `reviews more continues, and reports the end`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: [5, 4, 3]).transport)
    _ = await harness.run("reviews list p-1 --per-page 2")
    #expect(await harness.run("reviews more").output == "r-3\t3\tGood.\tmaja\n")
    let (status, output, _) = await harness.run("reviews more")
    #expect(status == 0)
    #expect(output.isEmpty)
    #expect(
      harness.console.notices == ["2 of 3; --all lists every one", "there are no more reviews"])
  }

  @Test func `reviews refresh repeats the list from its first page`() async throws {
    let transport = ReviewedShop(ratings: [5, 4, 3]).transport
    let harness = try Self.harness(transport)
    let listed = await harness.run("reviews list p-1 --per-page 2").output
    _ = await harness.run("reviews more")
    #expect(await harness.run("reviews refresh").output == listed)
    #expect(transport.requests.first?.url == transport.requests.last?.url)
    #expect(harness.console.notices.last == "2 of 3; 'reviews more' shows the next")
  }

  @Test func `reviews more reports other users' new reviews`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: [5, 4, 3]).transport)
    _ = await harness.run("reviews list p-1 --per-page 1")
    harness.bus.post(DataInserted(resource: "products/p-1/reviews", id: "r-99", environment: .test))
    _ = await harness.run("reviews more")
    #expect(
      harness.console.notices.last
        == "the reviews have changed; 'reviews list p-1' lists them again")
  }

  @Test func `reviews more does not report the user's own review`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: [5, 4, 3]).transport)
    _ = await harness.run(
      "reviews list p-1 --per-page 1; reviews add p-1 --rating 4 --comment \"It's fine\"")
    _ = await harness.run("reviews more")
    #expect(
      harness.console.notices == [
        "1 of 3; --all lists every one", "3 of 3; 'reviews more' shows the next",
      ])
  }

  @Test func `a user gets a notice that a list has more pages`() async throws {
    let harness = try Self.harness(
      ReviewedShop(ratings: Array(repeating: 5, count: 9)).transport)
    _ = await harness.run("reviews list p-1 --per-page 4; reviews more; reviews more")
    #expect(
      harness.console.notices == [
        "4 of 9; --all lists every one", "5 to 8 of 9; 'reviews more' shows the next",
      ])
  }

  @Test func `an empty list of reviews gets a notice on a terminal`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: []).transport)
    _ = await harness.run("reviews list p-1")
    #expect(harness.console.notices.isEmpty)
    harness.console.columns = 80
    _ = await harness.run("reviews list p-1")
    #expect(harness.console.notices == ["p-1 has no reviews"])
  }
}
