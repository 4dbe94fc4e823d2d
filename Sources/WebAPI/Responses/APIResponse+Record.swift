package import CoreJSON
import FoundationEssentials
import WebMessages

extension APIResponse {
  /// The id of the resource that a POST created: the end of `Location`, or else the body's `id`.
  package var createdID: String? {
    if let location = headers["Location"] {
      let path = location.prefix { $0 != "?" && $0 != "#" }
      if let last = path.split(separator: "/").last { return PercentEncoding.decode(last) }
    }
    // A larger body is not a single record, and is too expensive to decode twice.
    guard data.count <= 1 << 16, let value = JSONValue(body: data) else { return nil }
    return value.id ?? value["data"]?.id
  }

  /// The fields of the record in the body, with names in snake case, if it is a JSON object.
  package var record: JSONValue? { Self.record(in: data, format, keys) }

  /// The fields of the record in a body, as ``record``.
  static func record(in data: Data, _ format: ServiceFormat, _ keys: ServiceKeys) -> JSONValue? {
    guard let body = JSONValue(body: data) else { return nil }
    let resource = format == .plain ? body : body["data"]
    let attributes = format == .jsonapi ? resource?["attributes"] : resource
    guard case .object(var fields) = attributes else { return nil }
    if format == .jsonapi, let id = resource?["id"] { fields["id"] = id }
    guard keys == .camel else { return .object(fields) }
    return .object(JSONObject(fields.map { (key: CamelKeys.snake($0.key), value: $0.value) }))
  }

  /// Why the service did not carry out the request; nil if it did.
  ///
  /// It also finds the errors that some formats put into 2xx responses. If the body's type was not requested,
  /// it assumes that the response does not come from the service.
  package var refusal: APIError? {
    guard isSuccess else { return APIError(response: self) }
    if let error = unaskedBody { return error }
    guard format != .plain, data.count <= 1 << 16,
      let errors = JSONValue(body: data)?["errors"],
      let problem = Reason(errors: errors)
    else { return nil }
    return APIError(problem: problem, in: self)
  }
}

extension JSONValue {
  fileprivate var id: String? {
    switch self["id"] {
    case .string(let id): id
    case .integer(let id): String(id)
    default: nil
    }
  }
}
