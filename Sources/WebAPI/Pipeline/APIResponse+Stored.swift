import CoreJSON
package import FoundationEssentials
import WebMessages

/// The names in a response that is stored as JSON.
private enum StoredName {
  static let (status, headers, body) = ("status", "headers", "body")
}

extension APIResponse {
  /// The largest body that is stored, in bytes.
  private static let maximumStored = 4 << 20

  /// The response as JSON, without the header fields that may have secrets; nil if its body is too long or
  /// not text.
  package var stored: Data? {
    guard data.count <= Self.maximumStored, let text = String(validating: data, as: UTF8.self)
    else { return nil }
    var fields = JSONObject()
    for (name, value) in headers where !HTTPHeaders.isSecret(name) { fields[name] = .string(value) }
    var object = JSONObject()
    object[StoredName.status] = .integer(statusCode)
    object[StoredName.headers] = .object(fields)
    object[StoredName.body] = .string(text)
    return Data(JSONValue.object(object).jsonBytes)
  }

  /// Reads a stored response.
  ///
  /// - Parameters:
  ///   - stored: the response as JSON.
  ///   - request: the request that it answers now.
  ///   - client: the client of the service, whose format it has.
  package init?(stored: Data, to request: APIRequest, on client: any APIClient) {
    guard case .object(let object) = try? JSONValue(json: stored),
      case .integer(let status)? = object[StoredName.status],
      case .object(let fields)? = object[StoredName.headers],
      case .string(let text)? = object[StoredName.body]
    else { return nil }
    var headers = HTTPHeaders()
    for case (let name, .string(let value)) in fields { headers.add(name, value) }
    self.init(statusCode: status, headers: headers, data: Data(text.utf8), request: request)
    let client = client.snapshot
    (format, keys) = (client.format, client.keys)
  }
}
