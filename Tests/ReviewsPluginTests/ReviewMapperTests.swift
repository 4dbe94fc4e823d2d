import FoundationEssentials
import SeashellKit
import Testing

@testable import ReviewsPlugin

@Suite struct ReviewMapperTests {
  static func dto(_ json: String) throws -> ReviewDTO {
    try JSONDecoder().decode(ReviewDTO.self, from: Data(json.utf8))
  }

  @Test(arguments: Review.ratings)
  func `a review has the fields of the JSON`(rating: Int) throws {
    let dto = try Self.dto(
      ReviewedShop.review(7, rating: rating, "色がとても\\nきれいです。", by: "日和"))
    #expect(
      try ReviewMapper.review(dto)
        == Review(id: "r-7", rating: rating, comment: "色がとても\nきれいです。", author: "日和"))
  }

  @Test(arguments: [
    (ReviewDTO(id: "", rating: 5, comment: "", author: ""), "a review has no id"),
    (
      ReviewDTO(id: "r-1", rating: 0, comment: "", author: ""),
      "the rating of review 'r-1' is 0, not 1 to 5"
    ),
    (
      ReviewDTO(id: "r-1", rating: 6, comment: "", author: ""),
      "the rating of review 'r-1' is 6, not 1 to 5"
    ),
  ])
  func `an invalid review is an error that says why`(dto: ReviewDTO, why: String) {
    let error = #expect(throws: ReviewsError.self) { try ReviewMapper.review(dto) }
    #expect(error?.code == .unreadable)
    #expect(error?.shellError.message == "the shop sent an invalid response: " + why)
    #expect(error?.shellError.status == .unavailable)
  }

  @Test func `one invalid review makes the whole page an error`() throws {
    let good = ReviewDTO(id: "r-1", rating: 5, comment: "", author: "")
    let bad = ReviewDTO(id: "r-2", rating: 9, comment: "", author: "")
    #expect(try APIPage(elements: [good, good]).map(ReviewMapper.review).elements.count == 2)
    #expect(throws: ReviewsError.self) {
      try APIPage(elements: [good, bad]).map(ReviewMapper.review)
    }
  }

  @Test(arguments: ["id", "rating", "comment", "author"])
  func `a field that is missing is an error`(field: String) throws {
    let json = ReviewedShop.review(1).replacing("\"\(field)\"", with: "\"other\"")
    #expect(throws: DecodingError.self) { try Self.dto(json) }
  }
}
