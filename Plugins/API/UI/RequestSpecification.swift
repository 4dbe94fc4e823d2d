import SeashellKit

/// What the commands take and how they are used: one for each method.
enum RequestSpecification {
  static func specification(of method: HTTPMethod) -> CommandSpecification {
    CommandSpecification(
      method.rawValue.lowercased(),
      abstract: abstract(of: method),
      discussion: discussion + (method.isWrite ? " " + announcement(of: method) : ""),
      examples: examples(of: method),
      arguments: [
        .init(
          "PATH", "what is asked, under the environment's address and version: products/p-1",
          completion: "api.path")
      ],
      options: options + (method.isWrite ? bodyOptions : [])
        + [.init(flag: "include", short: "i", "write the status and the header fields first")])
  }

  private static let options: [OptionSpecification] = [
    .init("query", value: "NAME=VALUE", "add to the query", isRepeating: true),
    .init(
      "header", value: "NAME:VALUE", "send a header field", isSecret: true, isRepeating: true),
  ]

  private static let bodyOptions: [OptionSpecification] = [
    .init("json", value: "TEXT", "send JSON, which is checked first", isSecret: true),
    .init(
      "form", value: "NAME=VALUE", "send a form's field; a value of @FILE sends the file",
      isSecret: true, isRepeating: true),
    .init(
      "body-file", value: "FILE", "send a file's content, or with - what is on standard input",
      completion: "files", isSecret: true),
  ]

  private static let discussion = """
    The answer's body goes to standard output as it comes, whatever -o says. A stream of events, such \
    as 'api get events', goes on until Ctrl-C. Where the answer is not \
    a success, its body is written all the same, and the command fails with the status that any \
    other command has for it. The session's credentials go along to the environment's own address \
    alone; an absolute address of another host is refused. Lines with header fields or a body stay \
    out of the history.
    """

  private static func announcement(of method: HTTPMethod) -> String {
    let success =
      switch method {
      case .post: "An answer of 201, or one with a Location, is announced as an insertion"
      case .delete: "A success is announced as a deletion"
      default: "A success is announced as an update"
      }
    return success + " to all who watch the events."
  }

  private static func abstract(of method: HTTPMethod) -> String {
    switch method {
    case .get: "Get what is at a path"
    case .head: "Ask whether something is at a path"
    case .post: "Send something new to a path"
    case .put: "Replace what is at a path"
    case .patch: "Change a part of what is at a path"
    case .delete: "Delete what is at a path"
    }
  }

  private static func examples(of method: HTTPMethod) -> [CommandSpecification.Example] {
    switch method {
    case .get:
      [
        .init("api get products/p-1", "writes a product as the shop sends it"),
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
          "takes a star away")
      ]
    case .patch:
      [
        .init(
          #"api patch products/p-2 --json '{"price": 12}' || print 'the shop says no'"#,
          "asks for another price")
      ]
    case .delete: [.init("api delete products/p-3/reviews/r-216", "deletes a review")]
    }
  }
}
