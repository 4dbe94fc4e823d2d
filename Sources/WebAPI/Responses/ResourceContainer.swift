import CoreJSON

/// The object `{data, meta, errors}` in which some services wrap every response.
struct ResourceContainer<Resource: Decodable, Meta: Decodable>: Decodable {
  let data: Resource?
  let meta: Meta?
  let links: JSONValue?
  let errors: JSONValue?

  private enum CodingKeys: String, CodingKey {
    case data, meta, links, errors
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    errors = try container.decodeIfPresent(JSONValue.self, forKey: .errors)
    links = try container.decodeIfPresent(JSONValue.self, forKey: .links)
    // After errors, the rest may be anything and is not used.
    let isRefused = errors?[0] != nil
    meta = isRefused ? nil : try container.decodeIfPresent(Meta.self, forKey: .meta)
    data = isRefused ? nil : try container.decodeIfPresent(Resource.self, forKey: .data)
  }
}

extension ResourceContainer: JSONReadable where Resource: JSONReadable, Meta: JSONReadable {
  init(from reader: inout JSONReader) throws(DecodingError) {
    errors = try reader.member("errors")
    links = try reader.member("links")
    let isRefused = errors?[0] != nil
    meta = isRefused ? nil : try reader.member("meta")
    data = isRefused ? nil : try reader.member("data")
  }
}
