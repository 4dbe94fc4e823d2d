import CoreJSON

/// A document of JSON:API 1.1, whose resources decode like plain ones, with attributes next to `type` and
/// `id`.
///
/// Such a service may also send plain JSON, for example for a session. A body without any of a document's
/// members is decoded directly.
struct JSONAPIDocument<Resource: Decodable>: Decodable {
  let data: Resource?
  let meta: JSONValue?
  let links: JSONValue?
  let errors: JSONValue?

  private enum CodingKeys: String, CodingKey {
    case data, meta, links, errors

    /// The members of which a document has at least one (JSON:API 1.1, section 7.1).
    static var members: [Self] { [.data, .errors, .meta] }
  }

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self),
      CodingKeys.members.contains(where: container.contains)
    else {
      (meta, links, errors) = (nil, nil, nil)
      let isNull = (try? decoder.singleValueContainer().decodeNil()) ?? false
      data = isNull ? nil : try Resource(from: decoder)
      return
    }
    errors = try container.decodeIfPresent(JSONValue.self, forKey: .errors)
    meta = try container.decodeIfPresent(JSONValue.self, forKey: .meta)
    links = try container.decodeIfPresent(JSONValue.self, forKey: .links)
    guard errors?[0] == nil, container.contains(.data),
      try !container.decodeNil(forKey: .data)
    else {
      data = nil
      return
    }
    data = try Resource(from: ResourceObjectDecoder(container.superDecoder(forKey: .data)))
  }
}

extension JSONAPIDocument: JSONReadable where Resource: JSONReadable {
  init(from reader: inout JSONReader) throws(DecodingError) {
    guard try reader.contains(anyOf: ["data", "errors", "meta"]) else {
      (meta, links, errors) = (nil, nil, nil)
      data = try reader.value()
      return
    }
    errors = try reader.member("errors")
    meta = try reader.member("meta")
    links = try reader.member("links")
    data = errors?[0] == nil ? try reader.member("data", isResource: true) : nil
  }
}
