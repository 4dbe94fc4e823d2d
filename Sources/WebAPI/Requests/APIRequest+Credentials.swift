import CoreJSON
import CoreSecrets
import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Whether the body contains passwords or tokens.
  package var hasSecretBody: Bool { isConfidential || !secrets.isEmpty }

  /// The credentials in the header fields: the words of those that an authorizer added or that always
  /// contain credentials.
  ///
  /// Words of fewer than eight bytes, such as `Bearer`, are no credentials.
  package var credentials: [String] {
    headers.filter(isCredential).flatMap { $0.value.split { " ;,=".contains($0) } }
      .filter { $0.utf8.count >= 8 }.map(String.init)
  }

  /// Whether a header field of the request, or of its message, is a credential: by its name, or
  /// because an authorizer added it.
  func isCredential(_ field: (name: String, value: String)) -> Bool {
    if HTTPHeaders.isSecret(field.name) { return true }
    guard let original = unauthorizedHeaders else { return false }
    return headers.values(of: field.name).contains(field.value)
      && !original.values(of: field.name).contains(field.value)
  }

  /// Lets a closure change the request without seeing its credentials.
  ///
  /// The closure gets the request without the header fields that contain credentials. Afterwards they
  /// are added again, except those that the closure has set itself.
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
    return request
  }
}

/// Credentials that the request's sender has put into it, found by their names.
extension APIRequest {
  /// The largest body in which an error's credentials are looked for, in bytes.
  private static let maximumSearched = 1 << 20

  /// The name of the first credential in the header fields, the address or the body; nil if there is
  /// none.
  ///
  /// Such a request cannot wait in a queue, which would store it. A stream's bytes are not known.
  public var credentialName: String? {
    for (name, _) in unauthorizedHeaders ?? headers where HTTPHeaders.isSecret(name) { return name }
    if let name = query.pairs.first(where: { CredentialName.isCredential($0.name, in: .address) }) {
      return name.name
    }
    if let name = Self.credentialName(in: url?.absoluteString ?? path.description) { return name }
    if url?.password() != nil { return "password" }
    guard let body, let data = body.kept?.data else { return nil }
    return data.withUnsafeBytes { BodyCredentials.firstName(in: $0, body.contentType) }
  }

  private static func credentialName(in address: String) -> String? {
    var first: String?
    _ = TraceText.withoutSecrets(address) { first = first ?? PercentEncoding.decode($0) }
    return first
  }

  /// The credentials in the query and in the fields of the body.
  var credentialValues: [String] {
    var addressed = query.pairs
    let written = url?.absoluteString.split(separator: "?", maxSplits: 1).dropFirst().first
    addressed += written.flatMap { APIQuery(escaped: $0.prefix { $0 != "#" }) }?.pairs ?? []
    let values = addressed.filter { CredentialName.isCredential($0.name, in: .address) }
    return values.map(\.value) + (bodyFields?.credentials ?? [])
  }

  private var bodyFields: JSONValue? {
    if let fields = body?.fields { return fields }
    guard let data = body?.kept?.data, data.count <= Self.maximumSearched else { return nil }
    // Foundation also takes what is nearly JSON, as a service may.
    return try? JSONDecoder().decode(JSONValue.self, from: data)
  }
}
