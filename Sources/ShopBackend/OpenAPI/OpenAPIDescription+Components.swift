extension OpenAPIDescription {
  static let parameters: [(name: String, text: String)] = [
    (
      "Query",
      #"""
      {"name":"query","in":"query","schema":{"type":"string","maxLength":500},
      "description":"Words that the name or description must contain as prefixes, ignoring case and accents."}
      """#
    ),
    (
      "Sort",
      #"""
      {"name":"sort","in":"query","description":"The field to sort by; a leading `-` reverses the order. The default is the catalogue's order.",
      "schema":{"type":"string","enum":["name","-name","price","-price"]}}
      """#
    ),
    (
      "Author",
      #"""
      {"name":"author","in":"query","schema":{"type":"string","minLength":1,"maxLength":500},
      "description":"The user who wrote the reviews, by the whole name.","example":"demo"}
      """#
    ),
    (
      "RatingMax",
      #"""
      {"name":"rating_max","in":"query","schema":{"type":"integer","minimum":1,"maximum":5},
      "description":"The largest rating of the reviews."}
      """#
    ),
    ("Page", page("page", 1_000_000_000, 1)),
    ("PerPage", page("per_page", 1_000, 20)),
    ("PageNumber", page("page[number]", 1_000_000_000, 1)),
    ("PageSize", page("page[size]", 1_000, 20)),
    ("Product", id("product", "p")),
    ("Review", id("review", "r")),
    (
      "IdempotencyKey",
      #"""
      {"name":"Idempotency-Key","in":"header",
      "schema":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$"},
      "description":"A key that adds the review once, however often the request is sent: later requests get the same response for 30 days."}
      """#
    ),
    (
      "IfMatch",
      #"""
      {"name":"If-Match","in":"header","schema":{"type":"string"},"example":"*",
      "description":"The tags of responses to GET with the same `Accept`. The request changes nothing unless the resource still has one of them; `*` stands for any."}
      """#
    ),
    (
      "IfNoneMatch",
      #"""
      {"name":"If-None-Match","in":"header","schema":{"type":"string"},"example":"*",
      "description":"The tags of the responses that the client has."}
      """#
    ),
    (
      "LastEventID",
      #"""
      {"name":"Last-Event-ID","in":"header","schema":{"type":"string","pattern":"^[0-9]{1,18}$"},
      "description":"The id of the last event received. The stream continues after it. If the server no longer has the events after it, the first event is `api.data.invalidated` without an id, and the latest id follows."}
      """#
    ),
  ]

  static let headers: [(name: String, text: String)] = [
    (
      "ETag",
      #"{"required":true,"schema":{"type":"string","pattern":"^\"[0-9a-f]{32}\"$"}}"#
    ),
    ("Cache-Control", #"{"required":true,"schema":{"type":"string"}}"#),
    ("Vary", #"{"required":true,"schema":{"const":"Accept"}}"#),
    ("VaryOfProblem", #"{"schema":{"const":"Accept"}}"#),
    (
      "X-Total-Count",
      #"""
      {"required":true,"schema":{"type":"integer","minimum":0},
      "description":"The number of elements on all pages."}
      """#
    ),
    (
      "Link",
      #"""
      {"schema":{"type":"string"},"description":"The next page, `rel=\"next\"`, if there is one. A page longer than 4 MiB has fewer elements than requested, and the next page continues after them."}
      """#
    ),
    ("Location", #"{"required":true,"schema":{"type":"string","format":"uri-reference"}}"#),
    (
      "Event-Id",
      #"""
      {"required":true,"schema":{"type":"integer","minimum":1},
      "description":"The id of the change's event in `/events`."}
      """#
    ),
    ("Retry-After", #"{"schema":{"type":"integer","minimum":1},"description":"In seconds."}"#),
    ("WWW-Authenticate", #"{"required":true,"schema":{"const":"Bearer"}}"#),
  ]

  static let links: [(name: String, text: String)] = [
    (
      "showProduct",
      #"{"operationId":"showProduct","parameters":{"product":"$response.body#/0/id"}}"#
    ),
    (
      "listRelatedProducts",
      #"{"operationId":"listRelatedProducts","parameters":{"product":"$response.body#/id"}}"#
    ),
    (
      "listReviews",
      #"{"operationId":"listReviews","parameters":{"product":"$response.body#/id"}}"#
    ),
    ("showReview", reviewLink("showReview")),
    ("editReview", reviewLink("editReview")),
    ("deleteReview", reviewLink("deleteReview")),
  ]

  private static func page(_ name: String, _ maximum: Int, _ standard: Int) -> String {
    #"{"name":"\#(name)","in":"query","schema":{"type":"integer","minimum":1,"#
      + #""maximum":\#(maximum),"default":\#(standard)}}"#
  }

  private static func id(_ name: String, _ letter: String) -> String {
    #"{"name":"\#(name)","in":"path","required":true,"schema":{"type":"string","#
      + #""pattern":"^\#(letter)-[1-9][0-9]*$"},"example":"\#(letter)-1"}"#
  }

  private static func reviewLink(_ operation: String) -> String {
    #"{"operationId":"\#(operation)","parameters":{"product":"$request.path.product","#
      + #""review":"$response.body#/id"}}"#
  }
}
