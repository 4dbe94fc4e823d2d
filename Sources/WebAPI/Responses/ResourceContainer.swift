import CoreEvents

/// The object `{data, meta, errors}` in which some services wrap every response.
struct ResourceContainer<Resource: Decodable>: Decodable {
  let data: Resource?
  let meta: JSONValue?
  let links: JSONValue?
  let errors: JSONValue?

  private enum CodingKeys: String, CodingKey {
    case data, meta, links, errors
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    errors = try container.decodeIfPresent(JSONValue.self, forKey: .errors)
    meta = try container.decodeIfPresent(JSONValue.self, forKey: .meta)
    links = try container.decodeIfPresent(JSONValue.self, forKey: .links)
    // With errors, the data may be anything, and is not used.
    let isRefused = errors?[0] != nil
    data = isRefused ? nil : try container.decodeIfPresent(Resource.self, forKey: .data)
  }
}
