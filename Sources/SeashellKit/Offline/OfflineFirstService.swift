import FoundationEssentials
import ShellCommands
public import WebAPI
public import WebFetching

/// Reads a resource through a store, which answers when the service cannot be reached.
///
/// It also shows queued writes.
///
/// A module puts it around its service, and writes through it:
///
/// ```swift
/// let orders: OfflineFirstService<OrderListing> = context.service()
/// …
/// let order = try await orders.send(request, id, of: list)
/// ```
///
/// The records that the service sends are stored, without credentials, and the list reads them again. If the service
/// cannot be reached, the store answers, and the shell prints the age of the records after the results. If the store has no
/// answer either, the error says both. Other errors are thrown as the service throws them. Errors of the store itself never
/// fail a request.
public struct OfflineFirstService<Item: Resource>: ResourceService {
  /// A model of the resource.
  public typealias Record = Item.Model

  let remote: RemoteService<Item>
  let access: OfflineAccess
  let read: @Sendable (QueuedWrite) -> WaitingWrite<Record>?

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - remote: requests from the service.
  ///   - access: the context's ``ModuleContext/offline``.
  ///   - read: returns how a queued write changes what is shown; nil if it concerns another resource.
  public init(
    _ remote: RemoteService<Item>, _ access: OfflineAccess,
    waiting read: @escaping @Sendable (QueuedWrite) -> WaitingWrite<Record>? = { _ in nil }
  ) {
    self.remote = remote
    self.access = access
    self.read = read
  }

  /// The environment that requests go to.
  public var environment: EnvironmentID? { access.client.environmentID }

  /// Returns a record.
  ///
  /// - Parameters:
  ///   - id: the record's id, or the name of a queued write that will create it: `q-3`.
  ///   - list: the list that it belongs to.
  /// - Throws: what the service throws; `ShellError` `unconnected` if the record is not stored and the
  ///   service cannot be reached or must not be asked.
  public func record(_ id: String, of list: Item) async throws -> Record {
    try await record(id, of: list) { [remote] in try await remote.receive(id, of: list) }
  }

  func record(
    _ id: String, of list: Item,
    _ request: @escaping @Sendable () async throws -> Received<Record>
  ) async throws -> Record {
    if let record = await waitingRecord(id, of: list) { return record }
    guard let session = await access.session() else { return try await request().value }
    let key = list.key(ofID: id)
    let record: Record
    do {
      record = try await access.answer(session, at: list.resource(of: id), request) {
        record, store in
        try await save(record, of: list, in: store)
      } stored: { store in
        guard let known = try await store.record(key, of: list.noun.many),
          let record = await models(in: [known], of: list).first, list.includes(record.value)
        else { return nil }
        return StoredAnswer(Received(value: record.value, response: nil), since: record.date)
      }.value
    } catch  where (error as? any ShellErrorConvertible)?.shellError.code == .notFound {
      if await access.isCurrent(session) {
        try? await session.store?.remove([key], of: list.noun.many)
      }
      throw error
    }
    return await waitingWrites(in: session).applied(to: record, key)
  }

  /// Returns the page of a list that a selection names, or its first page.
  ///
  /// - Throws: as ``record(_:of:)`` does.
  public func page(_ pages: PageSelection, of list: Item) async throws -> APIPage<Record> {
    try await page(pages, of: list) { [remote] in try await remote.receive(pages, of: list) }
  }

  func page(
    _ pages: PageSelection = PageSelection(), of list: Item,
    _ request: @escaping @Sendable () async throws -> Received<APIPage<Record>>
  ) async throws -> APIPage<Record> {
    guard let session = await access.session() else { return try await request().value }
    let page = pages.page ?? 1
    let place = ListPlace(
      list: list, perPage: pages.perPage ?? ListPlace<Item>.usualSize,
      offset: page == 1 ? 0 : pages.perPage.map { (page - 1) * $0 }, isFirst: page == 1,
      waiting: await waitingWrites(in: session))
    return try await self.page(at: place, session, request)
  }

  /// Returns the page that follows another one.
  ///
  /// - Throws: as ``record(_:of:)`` does.
  public func page(
    following next: APIRequest, of list: Item
  ) async throws -> APIPage<Record> {
    try await page(following: next) { [remote] in
      try await remote.receive(following: next, of: list)
    }
  }

  func page(
    following next: APIRequest,
    _ request: @escaping @Sendable () async throws -> Received<APIPage<Record>>
  ) async throws -> APIPage<Record> {
    guard let place = next.continuation as? ListPlace<Item> else {
      return try await request().value
    }
    let session = await access.session()
    if place.isStored {
      // The service may count differently, so a list that began in the store continues there.
      return try await rest(of: place, in: session)
    }
    guard let session else { return try await request().value }
    return try await page(at: place, session, request)
  }

  private func rest(
    of place: ListPlace<Item>, in session: OfflineSession?
  ) async throws -> APIPage<Record> {
    guard let session, let store = session.store, await access.isCurrent(session),
      let answer = try? await stored(place, in: store)
    else {
      throw ShellError(
        .unconnected, "the list was answered from the store, which is not used any more",
        hint: "list it again")
    }
    session.note(answer, of: place.list.resource)
    return answer.value
  }

  private func page(
    at place: ListPlace<Item>, _ session: OfflineSession,
    _ request: @escaping @Sendable () async throws -> Received<APIPage<Record>>
  ) async throws -> APIPage<Record> {
    let answer: AnsweredPage<Record> = try await access.answer(session, at: place.list.resource) {
      .service(try await request())
    } save: { page, store in
      if case .service(let page) = page {
        try await save(page, of: place, in: store)
      }
    } stored: { store in
      guard let known = try await stored(place, in: store) else { return nil }
      return StoredAnswer(.store(known.value), since: known.since, remark: known.remark)
    }
    switch answer {
    case .store(let page): return page
    case .service(let page): return place.merged(page.value)
    }
  }
}

private enum AnsweredPage<Record: Sendable>: Sendable {
  case service(Received<APIPage<Record>>)
  case store(APIPage<Record>)
}
