import WebMessages

extension OpenAPIDescription {
  private typealias Response = OpenAPIOperation.Response

  /// The paths below `/v1` and their operations; each GET also has a HEAD.
  static let paths: [(path: String, operations: [OpenAPIOperation])] =
    productPaths + reviewPaths + sessionPaths + [
      (
        "/events",
        [
          OpenAPIOperation(
            method: .get, id: "followEvents", summary: "Follow changes as server-sent events",
            parameters: ["LastEventID"],
            response: Response(
              status: 200,
              description: "Events until the connection ends. The names are "
                + "`api.data.inserted`, `api.data.updated`, `api.data.deleted` and "
                + "`api.data.invalidated`, the data is `{\"resource\", \"id\"}`. Without "
                + "`Last-Event-ID` the stream begins with the id of the latest event: an `id` "
                + "without data, after which a client can resume even if no event comes.",
              schema: "Events"))
        ]
      ),
      (
        "/openapi.json",
        [
          OpenAPIOperation(
            method: .get, id: "describe", summary: "Get this description",
            parameters: ["IfNoneMatch"],
            response: Response(
              status: 200, description: "The description", schema: "Description",
              headers: cached))
        ]
      ),
    ]

  private static let cached = ["ETag", "Cache-Control", "Vary"]
  private static let paged = ["Page", "PerPage", "PageNumber", "PageSize"]

  private static let productPaths: [(path: String, operations: [OpenAPIOperation])] = [
    (
      "/products",
      [
        OpenAPIOperation(
          method: .get, id: "listProducts", summary: "List or search products",
          parameters: ["Query", "Sort"] + paged + ["IfNoneMatch"],
          response: Response(
            status: 200, description: "A page of products", schema: "Products",
            headers: cached + ["X-Total-Count", "Link"], links: ["showProduct"]),
          problems: [422])
      ]
    ),
    (
      "/products/{product}",
      [
        OpenAPIOperation(
          method: .get, id: "showProduct", summary: "Show a product",
          parameters: ["Product", "IfNoneMatch"],
          response: Response(
            status: 200, description: "The product", schema: "ProductDetail", headers: cached,
            links: ["listRelatedProducts", "listReviews"]),
          problems: [404])
      ]
    ),
    (
      "/products/{product}/relatedProducts",
      [
        OpenAPIOperation(
          method: .get, id: "listRelatedProducts", summary: "List related products",
          parameters: ["Product", "IfNoneMatch"],
          response: Response(
            status: 200, description: "All related products", schema: "RelatedProducts",
            headers: cached),
          problems: [404])
      ]
    ),
  ]

  private static let reviewPaths: [(path: String, operations: [OpenAPIOperation])] = [
    (
      "/reviews",
      [
        OpenAPIOperation(
          method: .get, id: "listAllReviews",
          summary: "List the reviews of all products, the newest first",
          parameters: ["Author", "RatingMax"] + paged + ["IfNoneMatch"],
          response: Response(
            status: 200, description: "A page of reviews", schema: "Reviews",
            headers: cached + ["X-Total-Count", "Link"]),
          problems: [422])
      ]
    ),
    (
      "/products/{product}/reviews",
      [
        OpenAPIOperation(
          method: .get, id: "listReviews", summary: "List a product's reviews, the newest first",
          parameters: ["Product", "Author", "RatingMax"] + paged + ["IfNoneMatch"],
          response: Response(
            status: 200, description: "A page of reviews", schema: "Reviews",
            headers: cached + ["X-Total-Count", "Link"]),
          problems: [404, 422]),
        OpenAPIOperation(
          method: .post, id: "addReview", summary: "Add a review",
          parameters: ["Product", "IdempotencyKey"], body: "NewReview", needsSession: true,
          response: Response(
            status: 201, description: "The new review", schema: "Review",
            headers: ["Location", "Event-Id", "Vary"],
            links: ["showReview", "editReview", "deleteReview"]),
          problems: [401, 403, 404, 409, 415, 422, 507]),
      ]
    ),
    (
      "/products/{product}/reviews/{review}",
      [
        OpenAPIOperation(
          method: .get, id: "showReview", summary: "Show a review",
          parameters: ["Product", "Review", "IfNoneMatch"],
          response: Response(
            status: 200, description: "The review", schema: "Review", headers: cached),
          problems: [404]),
        OpenAPIOperation(
          method: .put, id: "editReview", summary: "Change fields of one's own review",
          parameters: ["Product", "Review", "IfMatch"], body: "ReviewChange", needsSession: true,
          response: Response(
            status: 200, description: "The changed review", schema: "Review",
            headers: ["Event-Id", "Vary"]),
          problems: [401, 403, 404, 409, 412, 415, 422, 507]),
        OpenAPIOperation(
          method: .delete, id: "deleteReview", summary: "Delete one's own review",
          parameters: ["Product", "Review", "IfMatch"], needsSession: true,
          response: Response(
            status: 204, description: "The review is deleted", headers: ["Event-Id"]),
          problems: [401, 403, 404, 412, 507]),
      ]
    ),
  ]

  private static let sessionPaths: [(path: String, operations: [OpenAPIOperation])] = [
    (
      "/session",
      [
        OpenAPIOperation(
          method: .get, id: "showSession", summary: "Show the session and its user",
          parameters: ["IfNoneMatch"], needsSession: true,
          response: Response(
            status: 200, description: "The session", schema: "Session", headers: cached),
          problems: [401]),
        OpenAPIOperation(
          method: .post, id: "beginSession", summary: "Sign in", body: "Login",
          response: Response(
            status: 201, description: "The session and its tokens", schema: "Grant",
            headers: ["Location", "Cache-Control", "Vary"]),
          problems: [401, 403, 409, 415, 422, 429, 507]),
        OpenAPIOperation(
          method: .delete, id: "endSession", summary: "Sign out", needsSession: true,
          response: Response(status: 204, description: "The session and its tokens are deleted"),
          problems: [401, 403, 507]),
      ]
    ),
    (
      "/session/refresh",
      [
        OpenAPIOperation(
          method: .post, id: "refreshSession", summary: "Exchange a refresh token for new tokens",
          body: "Refresh",
          response: Response(
            status: 200, description: "The session and its new tokens", schema: "Grant",
            headers: ["Cache-Control", "Vary"]),
          problems: [401, 403, 409, 415, 422, 507])
      ]
    ),
  ]

  /// The problems by status: a description, and the headers besides `Vary`.
  static let problems: [(status: Int, description: String, headers: [String])] = [
    (400, "The address or body is malformed, or a query parameter is not supported", []),
    (401, "The request needs a session, or the credentials are wrong", ["WWW-Authenticate"]),
    (
      403,
      "The resource belongs to another user, the client chose a new resource's id, or a web page of "
        + "another origin sent a write", []
    ),
    (404, "Not found", []),
    (406, "`Accept` has parameters of JSON:API that are not supported", []),
    (
      409,
      "A request with the same `Idempotency-Key` is in progress, or the document has another type "
        + "or id than the path", ["Retry-After"]
    ),
    (412, "The resource has none of the tags in `If-Match`; nothing was changed", []),
    (413, "The body is longer than 1 MiB", []),
    (414, "Path and query are longer than 8 KiB", []),
    (415, "The body's content type or charset is not supported", []),
    (422, "A value is invalid, or the `Idempotency-Key` was used for another review", []),
    (429, "Too many wrong passwords for one user", ["Retry-After"]),
    (500, "The shop failed", []),
    (
      503,
      "The database is busy or cannot be opened or written, or too many requests to sign in are waiting; "
        + "nothing was changed", ["Retry-After"]
    ),
    (507, "No space is left; nothing was changed", []),
  ]
}
