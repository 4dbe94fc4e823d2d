import SeashellKit

struct RequestParameters: Parameter {
  let path = Argument<GivenText>(
    "PATH", "the path below the environment's address and version; API:PATH is one of another API",
    completion: "api.path")
  let fields = Argument<[String]>("FIELD", "a property of a JSON body: \(BodyWord.forms)")
  let query = Option<[RequestField]>("query", "add a field to the query")
  let header = Option<[RequestHeader]>("header", "send a header field", isSecret: true)
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

  let sendsBody: Bool

  let mayBeList: Bool

  func add(to specification: inout CommandSpecification) {
    path.add(to: &specification)
    if sendsBody { fields.add(to: &specification) }
    query.add(to: &specification)
    header.add(to: &specification)
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
