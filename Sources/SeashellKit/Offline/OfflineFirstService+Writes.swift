public import CoreJSON
import ShellCommands
import WebAPI
import WebFetching

extension OfflineFirstService {
  /// Sends a write, and stores the record that it returns.
  ///
  /// - Parameter request: sends the write.
  /// - Throws: what `request` throws.
  public func write(_ request: () async throws -> Record) async throws -> Record {
    let session = await access.session()
    let record = try await request()
    await keep(record, of: session)
    return record
  }

  /// Changes a record, and stores the result.
  ///
  /// If the write has to be queued, it is sent later only if the fields still have the values that the user
  /// knew.
  ///
  /// - Parameters:
  ///   - id: the record's id.
  ///   - list: the list of the record.
  ///   - fields: returns the current values of the fields to change, by their names in the API. If the
  ///     write is queued and the record is not known, it is requested for them.
  ///   - request: sends the write.
  /// - Throws: what `request` throws.
  public func change(
    _ id: String, of list: List, knowing fields: (Record) -> JSONValue,
    request: () async throws -> Record
  ) async throws -> Record {
    let session = await access.session()
    let base = await known(id, of: list, in: session).map(fields)
    let record = try await WriteBase.$current.withValue(base) { try await request() }
    await keep(record, of: session)
    return record
  }

  /// Deletes a record, and removes it from the store.
  ///
  /// - Parameters:
  ///   - id: the record's id.
  ///   - list: the list that it belongs to.
  ///   - fields: returns the values of the record's fields, by their names in the API.
  ///   - request: sends the write.
  /// - Throws: what `request` throws.
  public func delete(
    _ id: String, of list: List, knowing fields: (Record) -> JSONValue,
    request: () async throws -> Void
  ) async throws {
    let session = await access.session()
    let base = await known(id, of: list, in: session).map(fields)
    try await WriteBase.$current.withValue(base) { try await request() }
    guard let session, let store = session.store, await access.isCurrent(session) else { return }
    try? await store.remove([list.key(of: id)], of: List.name)
    await access.showReports()
  }

  /// Whether an id names a queued write that will create a record of a list.
  public func isWaiting(_ id: String, of list: List) async -> Bool {
    await waitingRecord(id, of: list) != nil
  }

  private func known(
    _ id: String, of list: List, in session: OfflineSession?
  ) async -> Record? {
    if let record = await waitingRecord(id, of: list) { return record }
    if let session, let store = session.store,
      let known = try? await store.record(list.key(of: id), of: List.name),
      let record = await records.decoded([known]).first
    {
      return await waitingWrites(in: session).applied(to: record.value, list.key(of: id))
    }
    guard DataPreference.current.isLater, session?.mode != .always else { return nil }
    return try? await remote.record(id, of: list)
  }

  private func keep(_ record: Record, of session: OfflineSession?) async {
    guard let session, let store = session.store, await access.isCurrent(session) else { return }
    try? await save([record], nil, in: store)
    await access.showReports()
  }
}
