import CoreSystem
import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Returns the request with the key that the client makes for its content, or the request itself if it is not
  /// a write or has a key of its own.
  ///
  /// Signing in has no such key: a repeated answer would be an old token.
  ///
  /// - Throws: an error if the body cannot be encoded or read.
  func keyed(by settings: APIClientSettings) async throws -> APIRequest {
    guard let keys = settings.writeKeys, method.isWrite, !choosesKey, authorizes,
      !isConfidential, headers["Idempotency-Key"] == nil,
      let address = try? address(
        base: settings.baseURL, version: settings.version, format: settings.format)
    else { return self }
    var digest = SHA256()
    let query = address.query(percentEncoded: true) ?? ""
    digest.add("\(method.rawValue) \(address.path(percentEncoded: true))?\(query)")
    try await body?.add(to: &digest)
    var request = self
    request.idempotencyKey = keys.key(of: digest.finish())
    return request
  }
}

extension APIBody {
  /// Adds the content to a digest: the parts of a form, or the bytes.
  ///
  /// The boundary of a form's parts is random.
  fileprivate func add(to digest: inout SHA256) async throws {
    guard let data = kept?.data else {
      let body = try message()
      while let piece = try await body.next() { piece.withUnsafeBytes { digest.update($0) } }
      return
    }
    data.withUnsafeBytes { bytes in
      guard let parts = BodyCredentials.parts(of: bytes, contentType) else {
        return digest.update(bytes)
      }
      for part in parts { digest.add(part) }
    }
  }
}

extension SHA256 {
  fileprivate mutating func add(_ text: String) {
    Array(text.utf8).withUnsafeBytes { add($0) }
  }

  /// Adds bytes, with their number before them.
  fileprivate mutating func add(_ bytes: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { update($0) }
    update(bytes)
  }
}
