public import CoreJSON
import ShellCommands
import WebAPI
import WebFetching

extension OfflineFirstService {
  /// Sends a write that is answered with a record, and stores the record.
  ///
  /// If the answer is empty, the record is requested.
  ///
  /// - Parameters:
  ///   - request: the write.
  ///   - id: the id of the record; nil if it is new.
  ///   - list: the list of the record.
  ///   - failing: returns the error for a failed request; by default that of the list.
  /// - Throws: what `failing` returns, or another error that sending it throws.
  public func send(
    _ request: APIRequest, _ id: String? = nil, of list: Item,
    failing: ((APIError) -> any Error)? = nil
  ) async throws -> Record {
    try await send(request, id, of: list, in: await access.session(), failing: failing)
  }

  private func send(
    _ request: APIRequest, _ id: String?, of list: Item, in session: OfflineSession?,
    failing: ((APIError) -> any Error)?
  ) async throws -> Record {
    let record = try await remote.receive(
      request, id, of: list, failing: failing ?? { list.error($0, id: id) })
    await keep(record, in: list, of: session)
    return record.value
  }

  /// Changes a record, and stores the result.
  ///
  /// If the write has to be queued, it is sent later only if the fields still have the values that the user
  /// knew.
  ///
  /// - Parameters:
  ///   - request: the write.
  ///   - id: the record's id.
  ///   - list: the list of the record.
  ///   - fields: returns the current values of the fields to change, by their names in the API. If the
  ///     write is queued and the record is not known, it is requested for them.
  ///   - failing: returns the error for a failed request; by default that of the list.
  /// - Throws: what `failing` returns, or another error that sending it throws.
  public func change(
    _ request: APIRequest, _ id: String, of list: Item, knowing fields: (Record) -> JSONValue,
    failing: ((APIError) -> any Error)? = nil
  ) async throws -> Record {
    let session = await access.session()
    let base = await known(id, of: list, in: session).map(fields)
    return try await WriteBase.$current.withValue(base) {
      try await send(request, id, of: list, in: session, failing: failing)
    }
  }

  /// Deletes a record, and removes it from the store.
  ///
  /// - Parameters:
  ///   - request: the write.
  ///   - id: the record's id.
  ///   - list: the list that it belongs to.
  ///   - fields: returns the values of the record's fields, by their names in the API.
  ///   - failing: returns the error for a failed request; by default that of the list.
  /// - Throws: what `failing` returns, or another error that sending it throws.
  public func delete(
    _ request: APIRequest, _ id: String, of list: Item, knowing fields: (Record) -> JSONValue,
    failing: ((APIError) -> any Error)? = nil
  ) async throws {
    let session = await access.session()
    let base = await known(id, of: list, in: session).map(fields)
    try await WriteBase.$current.withValue(base) {
      try await remote.send(request, failing: failing ?? { list.error($0, id: id) })
    }
    guard let session, let store = session.store, await access.isCurrent(session) else { return }
    try? await store.remove([list.key(ofID: id)], of: list.noun.many)
    await access.showReports()
  }

  /// Whether an id names a queued write that will create a record of a list.
  public func isWaiting(_ id: String, of list: Item) async -> Bool {
    await waitingRecord(id, of: list) != nil
  }

  private func known(
    _ id: String, of list: Item, in session: OfflineSession?
  ) async -> Record? {
    if let record = await waitingRecord(id, of: list) { return record }
    if let session, let store = session.store,
      let known = try? await store.record(list.key(ofID: id), of: list.noun.many),
      let record = await models(in: [known], of: list).first
    {
      return await waitingWrites(in: session).applied(to: record.value, list.key(ofID: id))
    }
    guard DataPreference.current.isLater, session?.mode != .always else { return nil }
    return try? await remote.record(id, of: list)
  }

  private func keep(
    _ record: Received<Record>, in list: Item, of session: OfflineSession?
  ) async {
    guard let session, let store = session.store, await access.isCurrent(session) else { return }
    try? await save(record, of: list, in: store)
    await access.showReports()
  }
}
