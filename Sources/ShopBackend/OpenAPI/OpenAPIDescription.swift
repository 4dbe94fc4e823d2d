import WebMessages

/// The description of the shop's API in OpenAPI 3.1.
///
/// It is generated from tables, so that each fact is written once. A test compares it with the router, and
/// `Tests/Contract` with the shop's responses.
enum OpenAPIDescription {
  /// The document, generated at its first use.
  static let json: [UInt8] = {
    var json = JSONWriter()
    json.openObject()
    json.key("openapi")
    json.string("3.1.0")
    json.key("info")
    json.raw(info)
    json.key("servers")
    json.raw(#"[{"url":"/v1"}]"#)
    json.key("paths")
    writePaths(into: &json)
    json.key("components")
    json.openObject()
    json.key("securitySchemes")
    json.raw(securitySchemes)
    for (kind, components) in [
      ("parameters", parameters), ("headers", headers), ("links", links), ("schemas", schemas),
    ] {
      json.field(kind)
      json.openObject()
      for (name, text) in components {
        json.field(name)
        json.raw(text)
      }
      json.closeObject()
    }
    json.key("requestBodies")
    writeBodies(into: &json)
    json.key("responses")
    writeResponses(into: &json)
    json.closeObject()
    json.closeObject()
    return json.bytes
  }()

  private static let info = #"""
    {"title":"Seashell's shop","version":"1",
    "description":"Products, their reviews, and sessions. Responses are plain JSON, or JSON:API 1.1 documents if the client accepts `application/vnd.api+json`.",
    "license":{"name":"Apache-2.0","identifier":"Apache-2.0"}}
    """#

  private static let securitySchemes = #"""
    {"session":{"type":"http","scheme":"bearer",
    "description":"The `access_token` of a session, from `POST /session`."}}
    """#

  private static func writePaths(into json: inout JSONWriter) {
    json.openObject()
    for (path, operations) in paths {
      json.field(path)
      json.openObject()
      for operation in operations {
        operation.write(into: &json)
        operation.head?.write(into: &json)
      }
      json.closeObject()
    }
    json.closeObject()
  }

  private static var heads: [OpenAPIOperation] {
    paths.flatMap { $0.operations.compactMap(\.head) }
  }

  private static func writeBodies(into json: inout JSONWriter) {
    json.openObject()
    for (name, type) in bodies {
      json.field(name)
      json.openObject()
      json.key("required")
      json.raw("true")
      json.key("content")
      json.openObject()
      for media in [
        MediaType.json, "application/x-www-form-urlencoded", "multipart/form-data",
        MediaType.document,
      ] {
        json.field(media)
        json.openObject()
        json.key("schema")
        json.reference("schemas", media == MediaType.document ? "\(name)\(type)" : name)
        json.closeObject()
      }
      json.closeObject()
      json.closeObject()
    }
    json.closeObject()
  }

  private static func writeResponses(into json: inout JSONWriter) {
    json.openObject()
    json.key("Unchanged")
    json.openObject()
    json.key("description")
    json.string("The client already has the current response")
    json.headers(["ETag", "Cache-Control", "Vary"])
    json.closeObject()
    let ofHead = Set(heads.flatMap(\.problems) + OpenAPIOperation.commonProblems)
    for (status, description, headers) in problems {
      for isHead in [false, true] where !isHead || ofHead.contains(status) {
        json.field(isHead ? "\(status)Head" : "\(status)")
        json.openObject()
        json.key("description")
        json.string(description)
        json.headers(headers + ["Vary"], isProblem: true)
        if !isHead { json.content("Errors") }
        json.closeObject()
      }
    }
    json.closeObject()
  }
}
