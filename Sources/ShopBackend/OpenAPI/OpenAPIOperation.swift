import WebMessages

/// One method of one path, as the API's description tells of it.
struct OpenAPIOperation {
  /// What comes where all is well.
  struct Answer {
    let status: Int
    let description: String
    /// The schema of the plain form; the document's has the same name with `Document` after it.
    var schema: String?
    /// The names of the headers under `components/headers`.
    var headers: [String] = []
    /// The names of the links under `components/links`, and of the operations that they lead to.
    var links: [String] = []
  }

  /// The failures that any request may meet.
  static let commonFailures = [400, 406, 413, 414, 500, 503]

  let method: HTTPMethod
  let id: String
  let summary: String
  /// The names of the parameters under `components/parameters`.
  var parameters: [String] = []
  /// The name of the body's schema.
  var body: String?
  var needsSession = false
  let answer: Answer
  /// The failures that it alone may meet.
  var failures: [Int] = []

  /// HEAD of what this one gets; nil where it is no GET.
  var head: OpenAPIOperation? {
    guard method == .get else { return nil }
    return OpenAPIOperation(
      method: .head, id: "\(id)Head", summary: "\(summary): the head alone", parameters: parameters,
      needsSession: needsSession,
      answer: Answer(
        status: answer.status, description: "The head of the answer to GET",
        headers: answer.headers), failures: failures)
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
    writeAnswer(into: &json)
    if answer.headers.contains("ETag") { write(304, "Unchanged", into: &json) }
    for status in (failures + Self.commonFailures).sorted() {
      write(status, method == .head ? "\(status)Head" : "\(status)", into: &json)
    }
    json.closeObject()
    json.closeObject()
  }

  private func write(_ status: Int, _ component: String, into json: inout JSONWriter) {
    json.field(String(status))
    json.reference("responses", component)
  }

  private func writeAnswer(into json: inout JSONWriter) {
    json.field(String(answer.status))
    json.openObject()
    json.key("description")
    json.string(answer.description)
    json.headers(answer.headers)
    if let schema = answer.schema { json.content(schema) }
    if !answer.links.isEmpty {
      json.key("links")
      json.openObject()
      for name in answer.links {
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

  /// Writes the member `headers` of an answer, where it has any.
  ///
  /// - Parameter isRefusal: whether a server's door may give the answer, too, in one form alone.
  mutating func headers(_ names: [String], isRefusal: Bool = false) {
    guard !names.isEmpty else { return }
    key("headers")
    openObject()
    for name in names {
      field(name)
      reference("headers", isRefusal && name == "Vary" ? "VaryOfRefusal" : name)
    }
    closeObject()
  }

  /// Writes the member `content` of an answer: both forms of a schema.
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
