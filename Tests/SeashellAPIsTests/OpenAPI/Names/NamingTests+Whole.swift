import Testing
@testable import SeashellAPIs

// What holds for all names of a description together.
extension NamingTests {
  @Test(arguments: [
    // The group's own path keeps the word, and a plural makes no difference.
    """
    boats show: GET /boats/{id} - item
    boats show-captain: GET /boats/{id}/{captain} getBoatByCaptain item
    """,
    """
    boats show: GET /boats/{id} - item
    boats add-flag: POST /boats/{id}/flags addFlag
    boats add-ports-flag: POST /boats/ports/{port}/flags addFlags
    """,
    // The shorter path, without a query, by id.
    """
    boats list: GET /boats - list
    boats show: GET /boats/{id} - item
    boats by-name: GET /boats/by-name/{name} - item
    boats list-sunk: GET /boats?sunk - list
    """,
    """
    boats show: GET /boats/{boatId} - item
    boats show-by-name: GET /boats/{name} - item
    """,
    """
    boats edit: PUT /boats/{id} editBoat
    boats show: GET /boats/{id} - item
    boats check: POST /boats/{id}/check checkBoat
    boats list: GET /boats - list
    boats check-without-id: POST /boats/check checkBoat
    """,
    // Operations that cannot be told apart.
    """
    boats show-get: GET /boats/{id} - item
    boats show-get-2: GET /boats/{id}/ - item
    """,
    // If two operations declare a name, the one with the first path gets it.
    """
    boats same: GET /boats - list =same
    boats show: GET /boats/{id} - item =same
    """,
    """
    boats fleet: GET /boats - list =fleet
    boats list: GET /boats/{id} - item =List
    boats show: GET /boats/{id}/{name} - item
    """,
  ])
  func `of several operations that want one name, at most one gets it`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test func `HEAD, OPTIONS and TRACE have no names`() {
    let (found, expected) = check(
      """
      boats list: GET /boats - list
      -: HEAD /boats -
      boats show: GET /boats/{id} - item
      -: OPTIONS /boats -
      -: TRACE /boats -
      -: DELETE /boats/{id} - ignored
      -: HEAD /boats/{id}/log -
      """)
    #expect(found == expected)
  }

  /// The operations of the shop, whose hand-written commands have names chosen by people.
  @Test func `a shop's commands get the names that people chose`() {
    let (found, expected) = check(
      """
      products list: GET /products listProducts list
      products show: GET /products/{product} showProduct item
      products related: GET /products/{product}/relatedProducts listRelatedProducts list
      reviews list-all: GET /reviews listAllReviews list
      reviews list: GET /products/{product}/reviews listReviews list
      reviews add: POST /products/{product}/reviews addReview
      reviews show: GET /products/{product}/reviews/{review} showReview item
      reviews edit: PUT /products/{product}/reviews/{review} editReview
      reviews delete: DELETE /products/{product}/reviews/{review} deleteReview
      session show: GET /session showSession item
      session begin: POST /session beginSession
      session end: DELETE /session endSession
      session refresh: POST /session/refresh refreshSession
      events list: GET /events followEvents
      openapi show: GET /openapi.json describe item
      -: HEAD /products listProductsHead
      """)
    #expect(found == expected)
  }

  @Test(arguments: [
    (DescribedMethod.delete, "buckets delete-all", true), (.delete, "keys revoke-all", true),
    (.delete, "keys revoke-all-sessions", true), (.delete, "charts delete-many", true),
    (.post, "charts delete-many", true), (.put, "boats replace-all", false),
    (.delete, "boats delete", false), (.delete, "patients delete-allergy", false),
    (.get, "boats list-all", false), (.post, "boats mark-all", false),
  ])
  func `a command that says that it deletes a whole collection is known`(
    method: DescribedMethod, name: String, expected: Bool
  ) throws {
    #expect(try #require(CommandName(name)).deletesAll(method) == expected)
  }
}
