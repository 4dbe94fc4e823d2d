import WebMessages

/// The description of a method of a path.
struct OpenAPIOperation {
  /// The response of a successful request.
  struct Response {
    let status: Int
    let description: String
    /// The schema of plain JSON; the document's has the suffix `Document`.
    var schema: String?
    /// The names of the headers under `components/headers`.
    var headers: [String] = []
    /// The names of the links under `components/links`, which are also the operations that they lead to.
    var links: [String] = []
  }

  /// The problems that every operation may have.
  static let commonProblems = [400, 406, 413, 414, 500, 503]

  let method: HTTPMethod
  let id: String
  let summary: String
  /// The names of the parameters under `components/parameters`.
  var parameters: [String] = []
  /// The name of the body's schema.
  var body: String?
  var needsSession = false
  let response: Response
  /// The other problems that the operation may have.
  var problems: [Int] = []

  /// The HEAD operation of a GET; nil for other methods.
  var head: OpenAPIOperation? {
    guard method == .get else { return nil }
    return OpenAPIOperation(
      method: .head, id: "\(id)Head", summary: "\(summary): the head only", parameters: parameters,
      needsSession: needsSession,
      response: Response(
        status: response.status, description: "The head of the response to GET",
        headers: response.headers), problems: problems)
  }

  func write(into json: inout JSONWriter) {
    json.field(method.rawValue.lowercased())
    json.openObject()
    json.key("operationId")
    json.string(id)
    json.key("summary")
    json.string(summary)
    if needsSession {
      json.key("security")
      json.raw(#"[{"session":[]}]"#)
    }
    if !parameters.isEmpty {
      json.key("parameters")
      json.openArray()
      for name in parameters { json.reference("parameters", name) }
      json.closeArray()
    }
    if let body {
      json.key("requestBody")
      json.reference("requestBodies", body)
    }
    json.key("responses")
    json.openObject()
    writeResponse(into: &json)
    if response.headers.contains("ETag") { write(304, "Unchanged", into: &json) }
    for status in (problems + Self.commonProblems).sorted() {
      write(status, method == .head ? "\(status)Head" : "\(status)", into: &json)
    }
    json.closeObject()
    json.closeObject()
  }

  private func write(_ status: Int, _ component: String, into json: inout JSONWriter) {
    json.field(String(status))
    json.reference("responses", component)
  }

  private func writeResponse(into json: inout JSONWriter) {
    json.field(String(response.status))
    json.openObject()
    json.key("description")
    json.string(response.description)
    json.headers(response.headers)
    if let schema = response.schema { json.content(schema) }
    if !response.links.isEmpty {
      json.key("links")
      json.openObject()
      for name in response.links {
        json.field(name)
        json.reference("links", name)
      }
      json.closeObject()
    }
    json.closeObject()
  }
}

extension JSONWriter {
  /// Writes a reference to a component.
  mutating func reference(_ kind: String, _ name: String) {
    openObject()
    key("$ref")
    string("#/components/\(kind)/\(name)")
    closeObject()
  }

  /// Writes the member `headers` of a response, if it has any.
  ///
  /// - Parameter isProblem: whether the server may send the response too, in one representation only.
  mutating func headers(_ names: [String], isProblem: Bool = false) {
    guard !names.isEmpty else { return }
    key("headers")
    openObject()
    for name in names {
      field(name)
      reference("headers", isProblem && name == "Vary" ? "VaryOfProblem" : name)
    }
    closeObject()
  }

  /// Writes the member `content` of a response: both representations of a schema.
  mutating func content(_ schema: String) {
    key("content")
    openObject()
    switch schema {
    case "Description": media(MediaType.json, schema)
    case "Events": media("text/event-stream", schema)
    default:
      media(MediaType.json, schema)
      media(MediaType.document, schema == "Errors" ? schema : "\(schema)Document")
    }
    closeObject()
  }

  private mutating func media(_ type: String, _ schema: String) {
    field(type)
    openObject()
    key("schema")
    reference("schemas", schema)
    closeObject()
  }
}
