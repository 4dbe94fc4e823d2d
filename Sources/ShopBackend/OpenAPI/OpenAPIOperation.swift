import CoreJSON
import WebMessages

/// A path's method in the API's description.
struct OpenAPIOperation {
  /// The response of a successful request.
  struct Response {
    let status: Int
    let description: String
    /// The schema of plain JSON; the document's has the suffix `Document`.
    var schema: String?
    /// The names of the headers under `components/headers`.
    var headers: [String] = []
    /// The names of the links under `components/links`, which are also the operations' ids.
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
    json.object { json in
      json.member("operationId", id)
      json.member("summary", summary)
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
      json.object("responses", writeResponses)
    }
  }

  private func writeResponses(into json: inout JSONWriter) {
    json.field(String(response.status))
    json.object { json in
      json.member("description", response.description)
      json.headers(response.headers)
      if let schema = response.schema { json.content(schema) }
      if !response.links.isEmpty {
        json.object("links") { json in
          for name in response.links {
            json.field(name)
            json.reference("links", name)
          }
        }
      }
    }
    if response.headers.contains("ETag") {
      json.key("304")
      json.reference("responses", "Unchanged")
    }
    for status in (problems + Self.commonProblems).sorted() {
      json.field(String(status))
      json.reference("responses", method == .head ? "\(status)Head" : "\(status)")
    }
  }
}

extension JSONWriter {
  fileprivate mutating func reference(_ kind: String, _ name: String) {
    object { $0.member("$ref", "#/components/\(kind)/\(name)") }
  }

  /// Writes the member `headers` of a response, if it has any.
  ///
  /// - Parameter isProblem: whether the response is a problem; `WebServer` sends those without
  ///   `Vary`.
  mutating func headers(_ names: [String], isProblem: Bool = false) {
    guard !names.isEmpty else { return }
    object("headers") { json in
      for name in names {
        json.field(name)
        json.reference("headers", isProblem && name == "Vary" ? "VaryOfProblem" : name)
      }
    }
  }

  /// Writes the member `content` of a response, with both representations of a schema.
  mutating func content(_ schema: String) {
    object("content") { json in
      switch schema {
      case "Description": json.media(MediaType.json, schema: schema)
      case "Events": json.media("text/event-stream", schema: schema)
      default:
        json.media(MediaType.json, schema: schema)
        json.media(
          MediaType.document, schema: schema == "Errors" ? schema : "\(schema)Document")
      }
    }
  }

  /// Writes the schema of a media type.
  mutating func media(_ type: String, schema: String) {
    field(type)
    object { json in
      json.key("schema")
      json.reference("schemas", schema)
    }
  }
}
