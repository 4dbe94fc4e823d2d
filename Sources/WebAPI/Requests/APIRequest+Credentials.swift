import CoreJSON
import CoreSecrets
import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Whether the body contains passwords or tokens.
  package var hasSecretBody: Bool { isConfidential || !secrets.isEmpty }

  /// The credentials in the request: the words of the header fields that the client or an authorizer added or
  /// that always contain credentials, and the credentials that the client added to the query.
  ///
  /// Words of fewer than eight bytes, such as `Bearer`, are not credentials.
  package var credentials: [String] {
    headers.filter(isCredential).flatMap { $0.value.split { " ;,=".contains($0) } }
      .filter { $0.utf8.count >= 8 }.map(String.init)
      + addedSecrets.filter { $0.utf8.count >= 8 }
  }

  /// Whether a header field is a credential, from its name or since the client or an authorizer added it.
  func isCredential(_ field: (name: String, value: String)) -> Bool {
    if HTTPHeaders.isSecret(field.name) || isSecretHeader(field.name) { return true }
    guard let original = unauthorizedHeaders else { return false }
    return headers.values(of: field.name).contains(field.value)
      && !original.values(of: field.name).contains(field.value)
  }

  var hasCredential: Bool {
    unauthorizedHeaders != nil || !addedSecrets.isEmpty || ownCredential != nil
  }

  /// The name of a header field with a credential that the request's sender has set, if neither the client nor
  /// an authorizer has added one.
  var ownCredential: String? {
    guard unauthorizedHeaders == nil, addedSecrets.isEmpty else { return nil }
    return headers.first { HTTPHeaders.isSecret($0.name) }?.name
  }

  private func isSecretHeader(_ name: String) -> Bool {
    additions.contains {
      $0.isSecret && $0.place == .header && $0.name.lowercased() == name.lowercased()
    }
  }

  /// Lets a closure change the request without seeing its credentials.
  ///
  /// The closure gets the request without the header fields that contain credentials. Afterwards they are
  /// restored, except those that the closure has set itself.
  ///
  /// - Throws: what the closure throws.
  package mutating func hidingCredentials(
    _ body: (inout APIRequest) async throws -> Void
  ) async throws {
    let hidden = headers
    headers.removeCredentials()
    try await body(&self)
    headers.restoreCredentials(of: hidden)
  }

  /// The request as its sender made it, without credentials in header fields.
  var withoutCredentials: APIRequest {
    var request = self
    request.headers = unauthorizedHeaders ?? headers
    request.headers.removeCredentials()
    request.unauthorizedHeaders = nil
    request.forgetAddedSecrets()
    return request
  }
}

extension APIRequest {
  /// The size limit of a body that is searched for credentials to hide in errors, in bytes.
  private static let maximumSearched = 1 << 20

  /// The name of the first credential in the header fields, the address or the body, if any.
  ///
  /// A request with a credential cannot be queued, since the queue would store it. A stream's content is not
  /// searched.
  public var credentialName: String? {
    for (name, _) in unauthorizedHeaders ?? headers
    where HTTPHeaders.isSecret(name) || isSecretHeader(name) {
      return name
    }
    let secrets = secretParameters
    let pair = query.pairs.first { APIQuery.isSecret($0.name) || secrets.contains($0.name) }
    if let pair { return pair.name }
    let address = url?.absoluteString ?? path.description
    if let name = Self.credentialName(in: address, secrets) { return name }
    if url?.password() != nil { return "password" }
    guard let body, let data = body.kept?.data else { return nil }
    return data.withUnsafeBytes { BodyCredentials.firstName(in: $0, body.contentType) }
  }

  private static func credentialName(in address: String, _ names: Set<String>) -> String? {
    var first: String?
    _ = TraceText.withoutSecrets(address, hiding: names) { name in
      first = first ?? PercentEncoding.decode(name)
    }
    return first
  }

  var credentialValues: [String] {
    var addressed = query.pairs
    let written = url?.absoluteString.split(separator: "?", maxSplits: 1).dropFirst().first
    addressed += written.flatMap { APIQuery(escaped: $0.prefix { $0 != "#" }) }?.pairs ?? []
    let values = addressed.filter { APIQuery.isSecret($0.name) }
    return values.map(\.value) + (bodyFields?.credentials ?? [])
  }

  private var bodyFields: JSONValue? {
    if let fields = body?.fields { return fields }
    guard let data = body?.kept?.data, data.count <= Self.maximumSearched else { return nil }
    // Foundation also accepts what is nearly JSON, as a service may.
    return try? JSONDecoder().decode(JSONValue.self, from: data)
  }
}
