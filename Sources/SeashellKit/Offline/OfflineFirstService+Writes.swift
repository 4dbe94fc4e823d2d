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

  /// Changes a record, and stores it as it is then.
  ///
  /// If the write has to wait, it is sent later only if the fields still have the values that the user
  /// knew.
  ///
  /// - Parameters:
  ///   - id: the record's id.
  ///   - list: the path of its list, as in events.
  ///   - fields: returns the values of the fields that are to be changed, by their names in the API.
  ///   - current: requests the record from the service, for a write that must wait although the record is
  ///     not known.
  ///   - request: sends the write.
  /// - Throws: what `request` throws.
  public func change(
    _ id: String, of list: String, knowing fields: (Record) -> JSONValue,
    current: () async throws -> Record, request: () async throws -> Record
  ) async throws -> Record {
    let session = await access.session()
    let base = await known(id, of: list, in: session, current).map(fields)
    let record = try await WriteBase.$current.withValue(base) { try await request() }
    await keep(record, of: session)
    return record
  }

  /// Deletes a record, and removes it from the store.
  ///
  /// - Parameters:
  ///   - id: the record's id.
  ///   - list: the path of its list, as in events.
  ///   - fields: returns the values of the record's fields, by their names in the API.
  ///   - current: as in ``change(_:of:knowing:current:request:)``.
  ///   - request: sends the write.
  /// - Throws: what `request` throws.
  public func delete(
    _ id: String, of list: String, knowing fields: (Record) -> JSONValue,
    current: () async throws -> Record, request: () async throws -> Void
  ) async throws {
    let session = await access.session()
    let base = await known(id, of: list, in: session, current).map(fields)
    try await WriteBase.$current.withValue(base) { try await request() }
    guard let session, let store = session.store, await access.isCurrent(session) else { return }
    try? await store.remove([id], of: Record.storedKind)
    await access.showReports()
  }

  /// Whether an id is the name of a write that waits and will create a record of a list.
  public func isWaiting(_ id: String, of list: String) async -> Bool {
    await waitingRecord(id, of: list) != nil
  }

  /// Returns a record as the user knows it; nil if it is not known.
  private func known(
    _ id: String, of list: String, in session: OfflineSession?,
    _ current: () async throws -> Record
  ) async -> Record? {
    if let record = await waitingRecord(id, of: list) { return record }
    if let session, let store = session.store,
      let known = try? await store.record(id, of: Record.storedKind),
      let record = await records.decoded([known]).first
    {
      return await waitingWrites(in: session).applied(to: record.value, id)
    }
    guard DataPreference.current.isLater, session?.mode != .always else { return nil }
    return try? await current()
  }

  private func keep(_ record: Record, of session: OfflineSession?) async {
    guard let session, let store = session.store, await access.isCurrent(session) else { return }
    try? await save([record], nil, in: store)
    await access.showReports()
  }
}
