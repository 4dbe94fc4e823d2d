import WebMessages

extension OpenAPIDescription {
  private typealias Answer = OpenAPIOperation.Answer

  /// Every path under the version, and its operations; HEAD goes with each GET.
  static let paths: [(path: String, operations: [OpenAPIOperation])] =
    productPaths + reviewPaths + sessionPaths + [
      (
        "/events",
        [
          OpenAPIOperation(
            method: .get, id: "followEvents", summary: "Follow what changes, as server-sent events",
            parameters: ["LastEventID"],
            answer: Answer(
              status: 200,
              description: "Events that go on until the connection ends. The names are "
                + "`api.data.inserted`, `api.data.updated`, `api.data.deleted` and "
                + "`api.data.invalidated`, the data is `{\"resource\", \"id\"}`.",
              schema: "Events"))
        ]
      ),
      (
        "/openapi.json",
        [
          OpenAPIOperation(
            method: .get, id: "describe", summary: "Get this description",
            parameters: ["IfNoneMatch"],
            answer: Answer(
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
          method: .get, id: "listProducts", summary: "List products, or search in them",
          parameters: ["Query", "Sort"] + paged + ["IfNoneMatch"],
          answer: Answer(
            status: 200, description: "A page of products", schema: "Products",
            headers: cached + ["X-Total-Count", "Link"], links: ["showProduct"]),
          failures: [422])
      ]
    ),
    (
      "/products/{product}",
      [
        OpenAPIOperation(
          method: .get, id: "showProduct", summary: "Show a product",
          parameters: ["Product", "IfNoneMatch"],
          answer: Answer(
            status: 200, description: "The product", schema: "Product", headers: cached,
            links: ["listRelatedProducts", "listReviews"]),
          failures: [404])
      ]
    ),
    (
      "/products/{product}/relatedProducts",
      [
        OpenAPIOperation(
          method: .get, id: "listRelatedProducts", summary: "List what goes with a product",
          parameters: ["Product", "IfNoneMatch"],
          answer: Answer(
            status: 200, description: "All related products", schema: "RelatedProducts",
            headers: cached),
          failures: [404])
      ]
    ),
  ]

  private static let reviewPaths: [(path: String, operations: [OpenAPIOperation])] = [
    (
      "/products/{product}/reviews",
      [
        OpenAPIOperation(
          method: .get, id: "listReviews", summary: "List a product's reviews, the newest first",
          parameters: ["Product"] + paged + ["IfNoneMatch"],
          answer: Answer(
            status: 200, description: "A page of reviews", schema: "Reviews",
            headers: cached + ["X-Total-Count", "Link"]),
          failures: [404, 422]),
        OpenAPIOperation(
          method: .post, id: "addReview", summary: "Add a review",
          parameters: ["Product", "IdempotencyKey"], body: "NewReview", needsSession: true,
          answer: Answer(
            status: 201, description: "The review that was added", schema: "Review",
            headers: ["Location", "Event-Id", "Vary"],
            links: ["showReview", "editReview", "deleteReview"]),
          failures: [401, 403, 404, 409, 415, 422, 507]),
      ]
    ),
    (
      "/products/{product}/reviews/{review}",
      [
        OpenAPIOperation(
          method: .get, id: "showReview", summary: "Show a review",
          parameters: ["Product", "Review", "IfNoneMatch"],
          answer: Answer(
            status: 200, description: "The review", schema: "Review", headers: cached),
          failures: [404]),
        OpenAPIOperation(
          method: .put, id: "editReview", summary: "Change a review of one's own, in part or whole",
          parameters: ["Product", "Review"], body: "ReviewChange", needsSession: true,
          answer: Answer(
            status: 200, description: "The review as it is now", schema: "Review",
            headers: ["Event-Id", "Vary"]),
          failures: [401, 403, 404, 409, 415, 422, 507]),
        OpenAPIOperation(
          method: .delete, id: "deleteReview", summary: "Delete a review of one's own",
          parameters: ["Product", "Review"], needsSession: true,
          answer: Answer(status: 204, description: "The review is gone", headers: ["Event-Id"]),
          failures: [401, 403, 404, 507]),
      ]
    ),
  ]

  private static let sessionPaths: [(path: String, operations: [OpenAPIOperation])] = [
    (
      "/session",
      [
        OpenAPIOperation(
          method: .get, id: "showSession", summary: "Show whose the session is",
          parameters: ["IfNoneMatch"], needsSession: true,
          answer: Answer(
            status: 200, description: "The session", schema: "Session", headers: cached),
          failures: [401]),
        OpenAPIOperation(
          method: .post, id: "beginSession", summary: "Sign in", body: "Login",
          answer: Answer(
            status: 201, description: "The session and its tokens", schema: "Grant",
            headers: ["Location", "Cache-Control", "Vary"]),
          failures: [401, 403, 409, 415, 422, 429, 507]),
        OpenAPIOperation(
          method: .delete, id: "endSession", summary: "Sign out", needsSession: true,
          answer: Answer(status: 204, description: "The session has ended, its tokens too"),
          failures: [401, 403, 507]),
      ]
    ),
    (
      "/session/refresh",
      [
        OpenAPIOperation(
          method: .post, id: "refreshSession", summary: "Exchange a refresh token for new tokens",
          body: "Refresh",
          answer: Answer(
            status: 200, description: "The session and its new tokens", schema: "Grant",
            headers: ["Cache-Control", "Vary"]),
          failures: [401, 403, 409, 415, 422, 507])
      ]
    ),
  ]

  /// The answers that refuse, by status: what they say, and their headers besides `Vary`.
  static let failures: [(status: Int, description: String, headers: [String])] = [
    (400, "The address or the body is malformed, or the query asks for what is not offered", []),
    (401, "It needs a session, or the credentials are wrong", ["WWW-Authenticate"]),
    (
      403,
      "It is someone else's, the sender has given an id to what it wants to be made, or `Origin` or "
        + "`Sec-Fetch-Site` says that a web page of another origin asks for a write", []
    ),
    (404, "There is no such thing", []),
    (406, "JSON:API is asked for with parameters that the shop does not know", []),
    (
      409,
      "A request with the same `Idempotency-Key` is being carried out, or the document is of "
        + "another type or id than the path", ["Retry-After"]
    ),
    (413, "The body is longer than 1 MiB", []),
    (414, "Path and query are longer than 8 KiB", []),
    (415, "The body's content type or its charset is not understood", []),
    (422, "A value breaks a rule, or the `Idempotency-Key` was used for something else", []),
    (429, "Too many wrong passwords for one user", ["Retry-After"]),
    (500, "The shop failed", []),
    (
      503,
      "The shop's database is busy, or cannot be opened or written, or too many requests to sign in "
        + "wait; nothing was changed", ["Retry-After"]
    ),
    (507, "There is no room left; nothing was changed", []),
  ]
}
