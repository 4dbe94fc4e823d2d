import CoreSystem
import FoundationEssentials
import ShellCommands
import ShellOutput
public import WebAPI
import WebFetching
import WebMessages

extension OfflineAccess {
  static let responses = "responses"

  /// Sends a read, stores the response and returns it.
  ///
  /// If the service cannot be reached, the store answers.
  ///
  /// A response to a request with its own credentials is not stored.
  ///
  /// - Parameter request: a request with an absolute address.
  /// - Throws: as `APIRequest.response(on:)` and `APIResponse.verify()` do; `ShellError` `unconnected` if
  ///   the service cannot be reached or must not be asked, and no response is stored.
  public func response(to request: APIRequest) async throws -> APIResponse {
    let client = client
    let send: @Sendable () async throws -> APIResponse = {
      let response = try await request.response(on: client)
      try response.verify()
      return response
    }
    let session = await session()
    // A key may need a credential, which would be requested of another address.
    if CompletionTask.isCurrent, client.environment.isProduction, session?.asksStoreOnly != true {
      throw CancellationError()
    }
    guard let session, session.store != nil, let key = try await key(of: request, in: session)
    else {
      return try await send()
    }
    do {
      return try await answer(session, at: request.resource(on: client), send) { response, store in
        try await save(response, as: key, in: store)
      } stored: { store in
        try await stored(key, in: store, to: request)
      }
    } catch  where (error as? any ShellErrorConvertible)?.shellError.code == .notFound {
      if await isCurrent(session) { try? await session.store?.remove([key], of: Self.responses) }
      throw error
    }
  }

  func save(_ response: APIResponse, as key: String, in store: any RecordStore) async throws {
    guard let json = response.stored else { return }
    try await store.save(
      [RecordData(id: key, json: json)], of: Self.responses, as: nil, at: now())
  }

  /// Returns the stored response to a request, if there is one.
  func stored(
    _ key: String, in store: any RecordStore, to request: APIRequest
  ) async throws -> StoredAnswer<APIResponse>? {
    guard let known = try await store.record(key, of: Self.responses),
      let response = APIResponse(stored: known.json, to: request, on: client)
    else { return nil }
    return StoredAnswer(response, since: known.date)
  }

  /// Returns the key under which a response is stored; nil if it must not be stored.
  ///
  /// If the account's name is unknown, a hash of its credentials distinguishes it. A password or another
  /// short text is not hashed, since its hash would reveal too much.
  func key(of request: APIRequest, in session: OfflineSession) async throws -> String? {
    // A redirect that is the response itself would not be told from what is at its end.
    guard request.followsRedirects,
      let (key, credentials) = try await request.storageKey(on: client)
    else { return nil }
    if credentials.isEmpty || session.owner.account != nil { return key }
    let isTelling = credentials.contains { text in
      let isBasic = text.lowercased().hasPrefix("basic ")
      return isBasic || text.split(separator: " ").last?.utf8.count ?? 0 < 16
    }
    guard !isTelling else { return nil }
    let checksum = SHA256.digest(of: Array(credentials.joined(separator: "\n").utf8))
    return "\(key)\n\(checksum)"
  }
}
