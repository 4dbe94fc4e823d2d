import SeashellKit

struct RequestParameters: Parameter {
  let path = Argument<GivenText>(
    "PATH", "the path below the environment's address and version; API:PATH is one of another API",
    completion: "api.path")
  let fields = Argument<[String]>("FIELD", "a property of a JSON body: \(BodyWord.forms)")
  let query = Option<[RequestField]>("query", "add a field to the query")
  let header = Option<[RequestHeader]>(
    "header", "send a header field; NAME; sends one without a value, NAME: leaves one out",
    isSecret: true)
  let body = Option<GivenText?>(
    "body", value: "JSON",
    "send a body; @FILE sends a file, - standard input, and --header Content-Type:TYPE another type",
    isSecret: true)
  let json = Option<String?>("json", "send JSON; its syntax is checked first", isSecret: true)
  let form = Option<[RequestField]>(
    "form", "send a form field; the value @FILE sends a file, @@ begins a text with @",
    isSecret: true)
  let bodyFile = Option<GivenText?>(
    "body-file", value: "FILE", "send a file; - sends standard input", completion: "files",
    isSecret: true)
  let includesHead = Flag("include", short: "i", "write the status and the header fields first")

  let keepsRedirects = Flag("no-follow", "let a redirect be the response, and do not follow it")

  let isDry = Flag("dry-run", "show the request, also as a line of curl, and send nothing")

  let all = Flag("all", "request every page of a list, and write one JSON array")

  let mostPages = Option<Int?>("max-pages", "as --all, so many pages at most", in: 1...100_000)

  /// Whether the method is a write, whose body can be made of fields and files.
  let sendsBody: Bool

  /// Whether a body can be given as a whole.
  ///
  /// Some servers, such as Elasticsearch, read that of a GET.
  let takesBody: Bool

  let mayBeList: Bool

  func add(to specification: inout CommandSpecification) {
    path.add(to: &specification)
    if sendsBody { fields.add(to: &specification) }
    query.add(to: &specification)
    header.add(to: &specification)
    if takesBody { body.add(to: &specification) }
    if sendsBody {
      json.add(to: &specification)
      form.add(to: &specification)
      bodyFile.add(to: &specification)
    }
    includesHead.add(to: &specification)
    keepsRedirects.add(to: &specification)
    isDry.add(to: &specification)
    if mayBeList {
      all.add(to: &specification)
      mostPages.add(to: &specification)
    }
  }
}
