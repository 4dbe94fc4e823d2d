import Testing
import WebAPI

@Suite struct ValidationTests {
  @Test func `all validation errors are reported together, before anything is sent`() throws {
    var validation = Validation()
    validation.require("author", "")
    validation.require("title", nil)
    validation.check("rating", 9, in: 1...5)
    validation.check("price", -0.5, in: 0...100)
    validation.check("comment", "", length: 1...2000)
    validation.check("note", "abcd", length: 0...3)
    let page: Int? = validation.parse("page", "two", as: "a whole number")
    #expect(page == nil)
    let error = try #require(throws: APIError.self, performing: { try validation.verify() })
    #expect(error.code == .invalid)
    #expect(error.status == nil)
    #expect(
      error.fields == [
        FieldError("author", .required), FieldError("title", .required),
        FieldError("rating", .max(5)), FieldError("price", .min(0)),
        FieldError("comment", .minLength(1)), FieldError("note", .maxLength(3)),
        FieldError("page", .type("a whole number")),
      ])
    #expect(
      error.fields.map(\.description) == [
        "author is required", "title is required", "rating must be at most 5",
        "price must be at least 0", "comment must have at least 1 character",
        "note must have at most 3 characters", "page must be a whole number",
      ])
  }

  @Test func `valid and missing values pass validation`() throws {
    let number: Int? = nil
    let text: String? = nil
    var validation = Validation()
    validation.require("author", "A")
    validation.check("rating", 1, in: 1...5)
    validation.check("rating", 5, in: 1...5)
    validation.check("rating", number, in: 1...5)
    validation.check("comment", "☕️☕️☕️", length: 1...3)
    validation.check("comment", text, length: 1...3)
    #expect(validation.parse("page", "2", as: "a whole number") == 2)
    let none: Int? = validation.parse("page", nil, as: "a whole number")
    #expect(none == nil)
    try validation.verify()
  }

  @Test func `NaN is outside all bounds`() {
    var validation = Validation()
    validation.check("price", Double.nan, in: 0...1)
    #expect(validation.errors == [FieldError("price", .min(0))])
  }
}
