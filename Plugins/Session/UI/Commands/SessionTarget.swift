import SeashellKit

/// The argument of commands about an API's session.
enum SessionTarget {
  static func argument(
    _ abstract: String = "the API, or one of its environments: wh, wh:live"
  ) -> Argument<String?> {
    Argument<String?>("API", abstract, completion: "environments")
  }
}
