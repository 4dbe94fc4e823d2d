import CoreJSON
package import FoundationEssentials
import WebMessages

private enum StoredName {
  static let (status, headers, body) = ("status", "headers", "body")
}

extension APIResponse {
  /// The size limit of a stored body, in bytes.
  static let maximumStored = 4 << 20

  /// The response as JSON, without header fields that may contain secrets.
  ///
  /// nil if the server forbids storing it, or if its body is too long or not text.
  package var stored: Data? {
    guard !headers.says("no-store", in: "Cache-Control"), data.count <= Self.maximumStored,
      let text = String(validating: data, as: UTF8.self)
    else { return nil }
    var fields = JSONObject()
    for (name, value) in headers where !HTTPHeaders.isSecret(name) {
      // Fields with one name form a list (RFC 9110, section 5.3).
      let name = name.lowercased()
      let others = if case .string(let text)? = fields[name] { "\(text), " } else { "" }
      fields[name] = .string(others + value)
    }
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
  ///   - request: the request that it answers.
  ///   - client: the service's client, for the format.
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
    (format, keys) = (client.settings.format, client.settings.keys)
  }
}

extension APIRequest {
  /// Returns the key of a stored response: the address, the header fields and the credentials with which the
  /// client would send the request.
  ///
  /// nil if the response must not be stored, since the request has a credential of its own, or a body.
  ///
  /// - Throws: as ``response(on:)`` does before it sends.
  package func storageKey(
    on client: any APIClient
  ) async throws -> (request: String, credentials: [String])? {
    let client = client.snapshot
    var request = self
    request.additions = client.settings.additions
    guard body == nil, authorizes, request.credentialName == nil,
      !headers.says("no-store", in: "Cache-Control"), let address = url?.absoluteString
    else { return nil }
    let fields =
      (headers.map { "\($0.name.lowercased()): \($0.value)" }
      + headers.omitted.map { "\($0):" }).sorted()
    let sent = try await AuthorizeStep.authorized(
      AddressedRequest(request, of: client, isStreamed: false, isEndless: false)
    ).request
    let credentials = sent.headers.filter(sent.isCredential).map(\.value) + sent.addedSecrets
    return (([address] + fields).joined(separator: "\n"), credentials)
  }
}
