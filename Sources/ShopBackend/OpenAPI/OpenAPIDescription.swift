import CoreJSON
import WebMessages

/// The description of the shop's API in OpenAPI 3.1, generated from tables.
///
/// A test compares it with the router, and `Tests/Contract` with the shop's responses.
enum OpenAPIDescription {
  /// The document, generated at its first use.
  static let json: [UInt8] = {
    var json = JSONWriter()
    json.object { json in
      json.member("openapi", "3.1.0")
      json.key("info")
      json.raw(info)
      json.key("servers")
      json.raw(#"[{"url":"/v1"}]"#)
      json.object("paths", writePaths)
      json.object("components") { json in
        json.key("securitySchemes")
        json.raw(securitySchemes)
        for (kind, components) in [
          ("parameters", parameters), ("headers", headers), ("links", links), ("schemas", schemas),
        ] {
          json.field(kind)
          json.object { json in
            for (name, text) in components {
              json.field(name)
              json.raw(text)
            }
          }
        }
        json.object("requestBodies", writeBodies)
        json.object("responses", writeResponses)
      }
    }
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
    for (path, operations) in paths {
      json.field(path)
      json.object { json in
        for operation in operations {
          operation.write(into: &json)
          operation.head?.write(into: &json)
        }
      }
    }
  }

  private static func writeBodies(into json: inout JSONWriter) {
    for (name, suffix) in bodies {
      json.field(name)
      json.object { json in
        json.key("required")
        json.raw("true")
        json.object("content") { json in
          for media in [
            MediaType.json, "application/x-www-form-urlencoded", "multipart/form-data",
            MediaType.document,
          ] {
            json.media(media, schema: media == MediaType.document ? "\(name)\(suffix)" : name)
          }
        }
      }
    }
  }

  private static func writeResponses(into json: inout JSONWriter) {
    json.object("Unchanged") { json in
      json.member("description", "The client already has the current response")
      json.headers(["ETag", "Cache-Control", "Vary"])
    }
    let heads = paths.flatMap { $0.operations.compactMap(\.head) }
    let ofHead = Set(heads.flatMap(\.problems) + OpenAPIOperation.commonProblems)
    for (status, description, headers) in problems {
      for isHead in [false, true] where !isHead || ofHead.contains(status) {
        json.field(isHead ? "\(status)Head" : "\(status)")
        json.object { json in
          json.member("description", description)
          json.headers(headers + ["Vary"], isProblem: true)
          if !isHead { json.content("Errors") }
        }
      }
    }
  }
}
