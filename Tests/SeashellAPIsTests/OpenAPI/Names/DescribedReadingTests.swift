import Testing

@testable import SeashellAPIs

/// Whether a GET lists, by its path before the shape of its answer.
@Suite struct DescribedReadingTests {
  private static let page = #"{"properties": {"data": {"type": "array"}, "next": {}}}"#
  private static let thing = #"{"properties": {"id": {}, "tags": {"type": "array"}, "a": {}}}"#

  @Test(arguments: [
    // A path below which a GET has a parameter lists, whatever the answer is like.
    ("getCustomers", "/customers", true, thing, true, false),
    ("x", "/customer", true, "{}", true, false),
    ("getReadme", "/readme", true, #"{"type": "object"}"#, false, false),
    // The id says so.
    ("listLogs", "/log", false, "{}", true, false),
    ("findAllPets", "/pet", false, "{}", true, false),
    ("AccountList", "/Accounts.json", false, "{}", true, false),
    // One that ends in a parameter shows, unless the answer is a list.
    ("getCustomer", "/customers/{id}", false, thing, false, true),
    ("getShares", "/shares/{owner}", true, page, true, false),
    ("getShares", "/shares/{owner}", false, #"{"type": "array"}"#, true, false),
    // A plural lists, unless it has no list or is a word for one thing.
    ("x", "/orders", false, "{}", true, false),
    ("x", "/orders", false, #"{"type": "object"}"#, false, false),
    ("x", "/settings", false, thing, false, false),
    ("x", "/stats", false, #"{"type": "array"}"#, true, false),
    ("x", "/settings", false, page, false, false),
    ("x", "/stats", false, #"{"properties": {"stats": {"type": "array"}, "a": {}}}"#, true, false),
    ("x", "/Accounts.json", false, "{}", true, false),
    ("harbour/download-logs", "/logs", false, "{}", false, false),
    ("harbour/list-logs", "/log", false, thing, true, false),
    // A singular lists if its list is named.
    (
      "x", "/status", false, #"{"properties": {"statuses": {"type": "array"}, "a": {}}}"#, true,
      false
    ),
    ("x", "/history", false, page, true, false), ("x", "/profile", false, thing, false, false),
    ("x", "/search", false, page, true, false),
  ])
  func `a GET lists or shows`(
    id: String, path: String, hasItems: Bool, schema: String, isList: Bool, isThing: Bool
  ) throws {
    let description = try ReadDescription(
      paths:
        #""\#(path)": {"get": {"operationId": "\#(id)", "responses": {"200": {"content": {"*/*": {"schema": \#(schema)}}}}}}"#
    )
    let reading = try #require(description.operations.first).reading(hasItems: hasItems)
    #expect(reading.isList == isList && reading.isThing == isThing)
  }

  @Test(arguments: [
    ("listOrders", "/orders/query", true), ("searchOrders", "/orders", true),
    ("createOrder", "/orders", false), ("x", "/orders/search", true),
  ])
  func `a POST asks for records if its id or its path says so`(
    id: String, path: String, saysQuery: Bool
  ) {
    #expect(DescribedReading.saysQuery(id: id, path: path) == saysQuery)
  }
}
