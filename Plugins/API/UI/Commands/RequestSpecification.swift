import SeashellKit

/// Creates the specification of the command for a method.
enum RequestSpecification {
  static func specification(
    of method: HTTPMethod, _ parameters: RequestParameters
  ) -> CommandSpecification {
    CommandSpecification(
      method.rawValue.lowercased(),
      abstract: abstract(of: method),
      discussion: discussion + (method.isWrite ? " " + announcement(of: method) : ""),
      examples: examples(of: method),
      parameters: [parameters])
  }

  private static let discussion = """
    The response body is written to standard output unchanged; -o does not affect it. A stream of \
    events, such as 'api get events', continues until Ctrl-C. The body of an error is written too, \
    and the command fails with the exit status for that error. The request is sent with the \
    session's credentials; URLs outside the environment are refused. Lines with header fields or a \
    body are not saved in the history.
    """

  private static func announcement(of method: HTTPMethod) -> String {
    let success =
      switch method {
      case .post: "A response with status 201 or a Location field posts the event api.data.inserted"
      case .delete: "A successful response posts the event api.data.deleted"
      default: "A successful response posts the event api.data.updated"
      }
    return success + "."
  }

  private static func abstract(of method: HTTPMethod) -> String {
    switch method {
    case .get: "Request the resource at a path"
    case .head: "Request only the status and header fields of a path"
    case .post: "Send a new resource to a path"
    case .put: "Replace the resource at a path"
    case .patch: "Change a part of the resource at a path"
    case .delete: "Delete the resource at a path"
    case .options: "Ask which methods a path supports"
    }
  }

  private static func examples(of method: HTTPMethod) -> [CommandSpecification.Example] {
    switch method {
    case .get:
      [
        .init("api get products/p-1", "writes a product as the API sends it"),
        .init("api get /products --query query=mug --query per_page=2 -i", "finds two mugs"),
      ]
    case .head: [.init("api head products/p-1 -i", "writes the status and the header fields")]
    case .post:
      [
        .init(
          #"api post products/p-2/reviews --json '{"rating": 5, "comment": "Good"}'"#,
          "writes a review in JSON"),
        .init(
          "api post products/p-3/reviews --form rating=4 --form comment=Fine",
          "writes a review as a form"),
      ]
    case .put:
      [
        .init(
          #"api put products/p-2/reviews/r-215 --json '{"rating": 4, "comment": "Good"}'"#,
          "changes a review")
      ]
    case .patch:
      [
        .init(
          #"api patch products/p-2 --json '{"price": 12}' || print 'refused'"#,
          "tries to change a price")
      ]
    case .delete: [.init("api delete products/p-3/reviews/r-216", "deletes a review")]
    case .options:
      [.init("api options products/p-1/reviews -i", "writes the methods, in the field Allow")]
    }
  }
}
