import CoreJSON
import Testing

@testable import WebOffline

@Suite struct FieldComparisonTests {
  @Test(
    arguments: [
      ("5", 5, true), ("5.0", 5, true), ("12.50", 12.5, true), ("5", 6, false),
      ("007", "7", false), ("a", "a", true), ("a", "b", false), ("", nil, true),
      (nil, nil, true), ("true", true, true), ("x", 5, false), ("e\u{301}", "\u{E9}", true),
      (["a", "b"], ["a", "b"], true), (["a"], ["a", "b"], false), ("a", ["a"], true),
      ([], nil, true), (["amount": "5"], ["amount": 5, "currency": "EUR"], true),
      (["amount": "5"], nil, false), (["a": 1], 1, false),
    ] as [(JSONValue, JSONValue, Bool)])
  func `values are equal if they look the same to a user`(
    ours: JSONValue, theirs: JSONValue, isSame: Bool
  ) {
    #expect(FieldComparison.isSame(ours, theirs) == isSame)
  }

  @Test func `only the fields of the write are compared`() {
    #expect(FieldComparison.matches(["a": "1"], ["a": 1, "b": 2]))
    #expect(FieldComparison.matches(["a": ""], ["b": 2]))
    #expect(!FieldComparison.matches(["a": "1", "c": "x"], ["a": 1, "b": 2]))
    #expect(!FieldComparison.matches(["a": "1"], nil))
    #expect(!FieldComparison.matches(5, ["a": 1]))
  }

  @Test func `a record's values are taken for the names in an object`() {
    let record: JSONValue = ["a": 1, "b": 2, "c": 3]
    #expect(FieldComparison.values(of: record, like: ["a": 0], ["d": 0]) == ["a": 1, "d": nil])
    #expect(FieldComparison.values(of: record, like: nil, nil) == record)
    #expect(FieldComparison.values(of: nil, like: ["a": 0]) == nil)
  }
}
