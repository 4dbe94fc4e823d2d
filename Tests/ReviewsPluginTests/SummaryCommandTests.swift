import SeashellTesting
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct SummaryCommandTests {
  @Test func `reviews summary counts the reviews of every page`() async throws {
    let ratings = Array(repeating: 5, count: 1500) + Array(repeating: 2, count: 500)
    let transport = ReviewedShop(ratings: ratings).transport
    let harness = try ReviewsCommandTests.harness(transport)
    let (status, output, errors) = await harness.run("reviews summary p-1 -o json")
    #expect(status == 0, "\(errors)")
    #expect(
      output == """
        {"product":"p-1","count":2000,"mean":4.25,"stars_1":0,"stars_2":500,"stars_3":0,\
        "stars_4":0,"stars_5":1500}

        """)
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: [
    ("tsv", "p-1\t0\t\t0\t0\t0\t0\t0\n"),
    (
      "json",
      """
      {"product":"p-1","count":0,"mean":null,"stars_1":0,"stars_2":0,"stars_3":0,"stars_4":0,\
      "stars_5":0}

      """
    ),
  ])
  func `a summary without reviews has no mean`(format: String, expected: String) async throws {
    let harness = try ReviewsCommandTests.harness(ReviewedShop(ratings: []).transport)
    #expect(await harness.run("reviews summary p-1 -o \(format)").output == expected)
  }

  @Test func `reviews summary draws a bar for each number of stars`() async throws {
    let harness = try ReviewsCommandTests.harness(ReviewedShop(ratings: [5, 5, 1, 4]).transport)
    #expect(
      await harness.run("reviews summary p-1 -o table").output == """
        product  p-1
        count    4
        mean     ★★★★☆ 3.75
        stars_1  1 █████
        stars_2  0
        stars_3  0
        stars_4  1 █████
        stars_5  2 ██████████

        """)
  }

  @Test func `a failed page leaves no reviews summary`() async throws {
    let ratings = Array(repeating: 5, count: 2500)
    let harness = try ReviewsCommandTests.harness(
      ReviewedShop(ratings: ratings, brokenPage: 3).transport)
    let (status, output, errors) = await harness.run("reviews summary p-1")
    #expect(status == 8)
    #expect(output.isEmpty)
    #expect(errors.contains("only the first 2000 reviews came"))
  }
}
