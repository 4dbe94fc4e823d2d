import SeashellKit
import Testing

@Suite struct PageNoticeTests {
  @Test(
    arguments: [
      (20, 20, 52, "20 of 52; go on"), (20, 40, 52, "21 to 40 of 52; go on"),
      (20, 20, nil, "the first 20; go on"), (1, 2, 52, "2 of 52; go on"),
      (5, 25, nil, "21 to 25; go on"), (0, 20, 52, nil),
    ] as [(Int, Int, Int?, String?)])
  func `the notice below a page says which part of the list it is`(
    count: Int, reached: Int, total: Int?, notice: String?
  ) {
    #expect(
      PageNotice.text(shown: count, upTo: reached, of: total, hint: "go on") == notice)
  }

  @Test func `the notice about a page behind the last one says so`() {
    #expect(PageNotice.text(emptyPage: 9, of: 52) == "page 9 is empty; there are 52 in all")
    #expect(PageNotice.text(emptyPage: 9, of: nil) == "page 9 is empty")
  }
}
