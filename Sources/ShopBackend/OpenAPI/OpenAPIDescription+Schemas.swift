extension OpenAPIDescription {
  /// The bodies of writes: the schema's name, and the suffix of the document's schema.
  static let bodies: [(name: String, document: String)] = [
    ("NewReview", "Document"), ("ReviewChange", "Document"), ("Login", "Document"),
    ("Refresh", "Document"),
  ]

  static let schemas: [(name: String, text: String)] =
    resource(
      "Product", "products", id: "p", product, relationships: productRelationships,
      isOnlyListed: true)
    + resource(
      "ProductDetail", "products", id: "p", product + reviewed, relationships: productRelationships)
    + list("Products", of: "Product", isPaged: true)
    + list("RelatedProducts", of: "Product", isPaged: false)
    + resource(
      "Review", "reviews", id: "r", references: [("product", identifier("p"))], review,
      relationships: reviewRelationships)
    + list("Reviews", of: "Review", isPaged: true)
    + resource("Session", "sessions", id: "s", session, isSingle: true)
    + resource("Grant", "sessions", id: "s", grant + session, isSingle: true)
    + body("NewReview", "reviews", newReview)
    + body("ReviewChange", "reviews", reviewChange, id: "r")
    + body("Login", "sessions", login)
    + body("Refresh", "sessions", refresh)
    + [
      ("Errors", errors), ("Document", version),
      ("Description", #"{"type":"object","required":["openapi","info","paths"]}"#),
      ("Events", #"{"type":"string"}"#),
    ]

  private static let product: [(name: String, schema: String)] = [
    ("name", #"{"type":"string"}"#), ("description", #"{"type":"string"}"#),
    ("price", #"{"type":"number","minimum":0}"#),
    ("currency_code", #"{"type":"string","pattern":"^[A-Z]{3}$"}"#),
    ("image", #"{"type":["string","null"],"description":"The path of an image."}"#),
  ]

  private static let reviewed: [(name: String, schema: String)] = [
    (
      "rating",
      #"{"type":["number","null"],"minimum":1,"maximum":5,"description":"The mean of its reviews."}"#
    ),
    ("review_count", #"{"type":"integer","minimum":0}"#),
  ]

  private static let rating = #"{"type":"integer","minimum":1,"maximum":5}"#
  private static let comment = #"""
    {"type":"string","minLength":1,"maxLength":2000,"pattern":"\\S",
    "description":"Up to 2000 characters, in up to 16384 bytes of UTF-8; not only whitespace."}
    """#

  private static let review: [(name: String, schema: String)] = [
    ("rating", rating), ("comment", #"{"type":"string"}"#), ("author", #"{"type":"string"}"#),
  ]

  private static let session: [(name: String, schema: String)] = [
    ("user", #"{"type":"string"}"#),
    (
      "expires_at",
      #"{"type":"string","format":"date-time","description":"When the access token expires."}"#
    ),
  ]

  private static let token = #"{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"}"#

  private static let grant: [(name: String, schema: String)] = [
    ("access_token", token), ("refresh_token", token),
    ("expires_in", #"{"type":"integer","minimum":1,"description":"In seconds."}"#),
  ]

  private static let newReview = object([("rating", rating), ("comment", comment)], isOpen: true)

  private static let reviewChange = #"""
    {"type":"object","properties":{"rating":\#(rating),"comment":\#(comment)},
    "anyOf":[{"required":["rating"]},{"required":["comment"]}],"example":{"rating":4}}
    """#

  private static let login = #"""
    {"type":"object","required":["user","password"],
    "properties":{"user":{"type":"string"},"password":{"type":"string"}},
    "example":{"user":"demo","password":"demo"}}
    """#

  private static let refresh = object([("refresh_token", #"{"type":"string"}"#)], isOpen: true)

  private static let version = #"""
    {"type":"object","required":["version"],"additionalProperties":false,
    "properties":{"version":{"const":"1.1"}}}
    """#

  private static let errors = #"""
    {"type":"object","required":["errors"],"additionalProperties":false,"properties":{"errors":
    {"type":"array","minItems":1,"items":{"type":"object",
    "required":["status","code","title","detail"],"additionalProperties":false,"properties":{
    "status":{"type":"string","pattern":"^[45][0-9]{2}$"},"code":{"type":"string"},
    "title":{"type":"string"},"detail":{"type":"string"},
    "source":{"type":"object","minProperties":1,"maxProperties":1,"additionalProperties":false,
    "properties":{"parameter":{"type":"string"},"pointer":{"type":"string"},
    "header":{"type":"string"}}}}}}}}
    """#

  private static let productRelationships: Fields = [
    ("relatedProducts", relationship()), ("reviews", relationship()),
  ]
  private static let reviewRelationships: Fields = [
    ("product", relationship(to: "products", id: "p"))
  ]
}
