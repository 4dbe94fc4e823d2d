import SeashellKit

enum RequestSpecification {
  static func specification(
    of method: HTTPMethod, _ parameters: RequestParameters,
    _ examples: [CommandSpecification.Example]
  ) -> CommandSpecification {
    let question = "Send \(method.rawValue) {PATH}?"
    var specification = CommandSpecification(
      method.rawValue.lowercased(), abstract: abstract(of: method),
      discussion: discussion + (method.isWrite ? " " + announcement(of: method) : "")
        + (method == .get ? " \(pages) \(storing)" : ""),
      examples: examples, parameters: [parameters], changesData: method.isWrite,
      offline: method.isWrite ? .writes : method == .get ? .reads : .none
    ).confirming(method.isWrite ? question : nil, onlyInProduction: true).sendingRequests()
    specification.previewFlags = ["dry-run"]
    return specification
  }

  private static let discussion = """
    A pipe or a file gets the body of the response as the server sent it. At a terminal, and with -o table, \
    tsv, csv or jsonl, JSON is shown as records, and a stage or 'let' gets them: 'api get products | where price < 20'. \
    In a pipe -o json checks and indents it. With --include the body is not changed. A stream of \
    events continues until Ctrl-C. The body of an error is written too, \
    and the command fails with the exit status for that error. The request goes to the \
    current API, or with API: before the path to another one, with the credentials of its environment; \
    URLs outside the environment are refused. A path is sent as it is typed, with // and escapes. \
    --header Host:NAME sends another Host; the credentials stay those of the address. \
    --header User-Agent: leaves a field out, and --header X-Any; sends one without a value. \
    Lines with header fields or a body are not saved in the history.
    """

  private static let pages = """
    --all writes the elements of all pages as one JSON array: it follows links, addresses and cursors of \
    the next page, offsets and page numbers, as the first page has them. --max-pages N requests so many. Of an error it writes no body.
    """

  private static let storing = """
    --body sends a body, which some services read, such as those that search. \
    Its answer is stored for times without the service, as 'help offline' says: not one to a request with a \
    credential of its own or a body, a stream of events or of JSON values, or a body that is longer than 4 MiB or not \
    text. A stored answer has no header fields with secrets.
    """

  private static func announcement(of method: HTTPMethod) -> String {
    let success =
      switch method {
      case .post:
        "A response with status 201 or a Location field posts the event \(DataInserted.name)"
      case .delete: "A successful response posts the event \(DataDeleted.name)"
      default: "A successful response posts the event \(DataUpdated.name)"
      }
    return success + ". " + waiting(of: method)
  }

  private static func waiting(of method: HTTPMethod) -> String {
    switch method {
    case .post:
      "With --later it waits in the queue, and keeps its Idempotency-Key."
    case .patch: "It cannot wait in the queue, since it cannot be repeated safely."
    default:
      "With --later it waits in the queue; the header field If-Match must then say which version it "
        + "changes."
    }
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
}
