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
      try ReviewMapper.map(from: dto, of: "p-1")
        == Review(id: "r-7", product: "p-1", rating: rating, comment: "色がとても\nきれいです。", author: "日和")
    )
  }

  @Test(arguments: [
    (ReviewDTO(id: "", product: "p-1", rating: 5, comment: "", author: ""), "a review has no id"),
    (
      ReviewDTO(id: "r-1", product: "p-1", rating: 0, comment: "", author: ""),
      "the rating of review 'r-1' is 0, not 1 to 5"
    ),
    (
      ReviewDTO(id: "r-1", product: "p-1", rating: 6, comment: "", author: ""),
      "the rating of review 'r-1' is 6, not 1 to 5"
    ),
    (
      ReviewDTO(id: "r-1", product: nil, rating: 5, comment: "", author: ""),
      "the review 'r-1' has no product"
    ),
    (
      ReviewDTO(id: "r-1", product: "", rating: 5, comment: "", author: ""),
      "the review 'r-1' has no product"
    ),
  ])
  func `an invalid review is an error that says why`(dto: ReviewDTO, why: String) {
    let error = #expect(throws: ReviewsError.self) { try ReviewMapper.map(from: dto, of: nil) }
    #expect(error?.shellError.message == "the shop sent an invalid response: " + why)
    #expect(error?.shellError.status == .unavailable)
  }

  @Test(
    arguments: [
      ("p-2", nil, "p-2"), (nil, "p-1", "p-1"), ("p-2", "p-1", "p-1"),
    ] as [(String?, String?, String)])
  func `a review's product is the requested one, or else its own`(
    named: String?, requested: String?, product: String
  ) throws {
    let dto = try Self.dto(ReviewedShop.review(7, of: named))
    #expect(try ReviewMapper.map(from: dto, of: requested).product == product)
  }

  @Test func `one invalid review makes the whole page an error`() throws {
    let good = ReviewDTO(id: "r-1", product: "p-1", rating: 5, comment: "", author: "")
    let bad = ReviewDTO(id: "r-2", product: "p-1", rating: 9, comment: "", author: "")
    func reviews(_ dtos: [ReviewDTO]) throws -> APIPage<Review> {
      try APIPage(elements: dtos).map { try ReviewMapper.map(from: $0, of: nil) }
    }
    #expect(try reviews([good, good]).elements.count == 2)
    #expect(throws: ReviewsError.self) { try reviews([good, bad]) }
  }

  @Test(arguments: ["id", "rating", "comment", "author"])
  func `a missing field of a review is an error`(field: String) throws {
    let json = ReviewedShop.review(1).replacing("\"\(field)\"", with: "\"other\"")
    #expect(throws: DecodingError.self) { try Self.dto(json) }
  }
}
