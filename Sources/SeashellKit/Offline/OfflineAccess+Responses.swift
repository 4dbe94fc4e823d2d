import FoundationEssentials
import ShellOutput
package import WebAPI
import WebFetching
import WebMessages

extension OfflineAccess {
  /// The kind of the records that are whole responses.
  private static let kind = "responses"

  /// Sends a read and returns its response, which is stored; if the service cannot be reached, the store
  /// answers.
  ///
  /// A response to a request with credentials of its own is not stored.
  ///
  /// - Parameter request: a request with an absolute address.
  /// - Throws: as `APIRequest.response(on:)` and `APIResponse.verify()` do; `ShellError` `unconnected` if the
  ///   service cannot be reached or is not to be asked, and nothing is stored.
  package func response(to request: APIRequest) async throws -> APIResponse {
    let client = client
    let send: @Sendable () async throws -> APIResponse = {
      let response = try await request.response(on: client)
      try response.verify()
      return response
    }
    guard let session = await session(), let key = Self.key(of: request) else {
      return try await send()
    }
    do {
      return try await answer(session, at: request.resource(on: client), send) { response, store in
        guard let stored = response.stored else { return }
        try await store.save(
          [RecordData(id: key, json: stored, searchText: "")], of: Self.kind, as: nil, at: now())
      } stored: { store in
        guard let known = try await store.record(key, of: Self.kind),
          let response = APIResponse(stored: known.json, to: request, on: client)
        else { return nil }
        return StoredAnswer(response, since: known.date)
      }
    } catch  where (error as? any ShellErrorConvertible)?.shellError.code == .notFound {
      if await isCurrent(session) { try? await session.store?.remove([key], of: Self.kind) }
      throw error
    }
  }

  /// What a stored response is found by: the address and the header fields of its request; nil if they have
  /// a credential.
  private static func key(of request: APIRequest) -> String? {
    guard let address = request.url?.absoluteString, request.authorizes,
      !request.headers.contains(where: { HTTPHeaders.isSecret($0.name) })
    else { return nil }
    var hasSecret = false
    _ = TraceText.withoutSecrets(address) { _ in hasSecret = true }
    let fields = request.headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    return hasSecret ? nil : ([address] + fields).joined(separator: "\n")
  }
}
