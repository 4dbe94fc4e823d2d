import FoundationEssentials
import ShellCommands
public import WebAPI
public import WebFetching

/// Reads records through a store, which answers when the service cannot be reached, and shows the
/// writes that wait for the service.
///
/// A module wraps its service with it. Each call says what is requested, and sends the request:
///
/// ```swift
/// struct OfflineOrdersService: OrdersServiceProtocol {
///   let remote: any OrdersServiceProtocol
///   let offline: OfflineFirstService<Order>
///
///   func order(_ id: String) async throws -> Order {
///     try await offline.record(id, of: "orders") { try await remote.order(id) }
///   }
///
///   func orders(_ listing: OrderListing) async throws -> APIPage<Order> {
///     try await offline.page(
///       OfflineQuery("orders"), PageSelection(page: listing.page, perPage: listing.perPage)
///     ) {
///       try await remote.orders(listing)
///     }
///   }
///
///   func orders(following next: APIRequest) async throws -> APIPage<Order> {
///     try await offline.page(following: next) { try await remote.orders(following: next) }
///   }
/// }
/// ```
///
/// What the service answers is stored. If it cannot be reached, the store answers, and the shell says
/// after the results how old they are; if the store has no answer, an error says both. Other errors are
/// thrown as the service throws them. Errors of the store itself never fail a request.
public struct OfflineFirstService<Record: StoredRecord>: Sendable {
  let access: OfflineAccess
  let records: RecordCoder<Record>
  let read: @Sendable (QueuedWrite) -> WaitingWrite<Record>?

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - access: the context's ``ModuleContext/offline``.
  ///   - read: returns how a write that waits changes what is shown; nil if it is about something else.
  public init(
    _ access: OfflineAccess,
    waiting read: @escaping @Sendable (QueuedWrite) -> WaitingWrite<Record>? = { _ in nil }
  ) {
    self.access = access
    self.read = read
    records = RecordCoder()
  }

  /// Returns a record.
  ///
  /// - Parameters:
  ///   - id: the record's id, or the name of a write that will create it: `q-3`.
  ///   - list: the path of its list, as in events: `products/p-7/reviews`.
  ///   - contains: whether a known record is in that list; by default each is.
  ///   - request: requests it from the service.
  /// - Throws: what `request` throws; `ShellError` `unconnected` if the record is not known, and the service
  ///   cannot be reached or is not to be asked.
  public func record(
    _ id: String, of list: String, where contains: @Sendable (Record) -> Bool = { _ in true },
    _ request: @escaping @Sendable () async throws -> Record
  ) async throws -> Record {
    if let record = await waitingRecord(id, of: list) { return record }
    guard let session = await access.session() else { return try await request() }
    let path = "\(list)/\(id)"
    let record: Record
    do {
      record = try await answer(session, at: path, request) { record, store in
        try await save([record], nil, in: store)
      } stored: { store in
        guard let known = try await store.record(id, of: Record.storedKind),
          let record = await records.decoded([known]).first, contains(record.value)
        else { return nil }
        return StoredAnswer(record.value, since: record.date)
      }
    } catch  where (error as? any ShellErrorConvertible)?.shellError.code == .notFound {
      if await access.isCurrent(session) {
        try? await session.store?.remove([id], of: Record.storedKind)
      }
      throw error
    }
    return await waitingWrites(in: session).applied(to: record, id)
  }

  /// Returns the first page of a list.
  ///
  /// - Parameters:
  ///   - query: which list it is.
  ///   - pages: which page it is.
  ///   - request: requests it from the service.
  /// - Throws: as ``record(_:of:where:_:)`` does.
  public func page(
    _ query: OfflineQuery<Record>, _ pages: PageSelection = PageSelection(),
    _ request: @escaping @Sendable () async throws -> APIPage<Record>
  ) async throws -> APIPage<Record> {
    guard let session = await access.session() else { return try await request() }
    let page = pages.page ?? 1
    let place = ListPlace(
      query: query, perPage: pages.perPage ?? ListPlace<Record>.usualSize,
      offset: page == 1 ? 0 : pages.perPage.map { (page - 1) * $0 }, isFirst: page == 1,
      waiting: await waitingWrites(in: session))
    return try await self.page(at: place, session, request)
  }

  /// Returns the page that follows another one.
  ///
  /// - Parameters:
  ///   - next: the request in the page before.
  ///   - request: sends it.
  /// - Throws: as ``record(_:of:where:_:)`` does.
  public func page(
    following next: APIRequest, _ request: @escaping @Sendable () async throws -> APIPage<Record>
  ) async throws -> APIPage<Record> {
    guard let place = next.continuation as? ListPlace<Record> else { return try await request() }
    let session = await access.session()
    if place.isStored {
      // The service may count in another way, so the list goes on where it began.
      return try await rest(of: place, in: session)
    }
    guard let session else { return try await request() }
    var following = place
    following.offset = next.listOffset
    following.isFirst = false
    return try await page(at: following, session, request)
  }

  private func rest(
    of place: ListPlace<Record>, in session: OfflineSession?
  ) async throws -> APIPage<Record> {
    guard let session, let store = session.store, await access.isCurrent(session),
      let answer = try? await stored(place, in: store)
    else {
      throw ShellError(
        .unconnected, "the list was answered from the store, which is not used any more",
        hint: "list it again")
    }
    note(answer, of: place.query.list, in: session)
    return answer.value
  }

  private func page(
    at place: ListPlace<Record>, _ session: OfflineSession,
    _ request: @escaping @Sendable () async throws -> APIPage<Record>
  ) async throws -> APIPage<Record> {
    let answer: AnsweredPage<Record> = try await answer(session, at: place.query.list) {
      .service(try await request())
    } save: { page, store in
      if case .service(let page) = page {
        try await save(page.elements, place.listed(page), in: store)
      }
    } stored: { store in
      guard let known = try await stored(place, in: store) else { return nil }
      return StoredAnswer(.store(known.value), since: known.since, remark: known.remark)
    }
    switch answer {
    case .store(let page): return page
    case .service(let page): return place.merged(page)
    }
  }

  /// Answers a request from the service, or from the store if the service cannot be reached.
  func answer<Answer: Sendable>(
    _ session: OfflineSession, at path: String,
    _ request: @escaping @Sendable () async throws -> Answer,
    save: (Answer, any RecordStore) async throws -> Void,
    stored: (any RecordStore) async throws -> StoredAnswer<Answer>?
  ) async throws -> Answer {
    guard let store = session.store else { return try await request() }
    func fromStore() async -> Answer? {
      let answer = try? await stored(store)
      await access.showReports()
      guard let answer, await access.isCurrent(session) else { return nil }
      await access.storeAnswered(path, in: session)
      note(answer, of: path, in: session)
      return answer.value
    }
    if session.asksStoreOnly {
      guard let answer = await fromStore() else { throw session.notKnown(path) }
      return answer
    }
    await access.begin(path)
    var isUnknown = false
    let answer: Answer
    do {
      let first = session.preference.isFresh ? nil : try await session.attempt(request)
      if first == nil, !session.preference.isFresh {
        if let answer = await fromStore() {
          await access.end(path, isAnswered: false)
          return answer
        }
        isUnknown = true
      }
      answer = if let first { first } else { try await request() }
    } catch {
      await access.end(path, isAnswered: false)
      guard OfflineSession.isLoss(error) else { throw error }
      await access.lose(session, path)
      throw isUnknown ? OfflineSession.notStored(error) : error
    }
    await access.end(path, isAnswered: true)
    // The environment or the user may have changed meanwhile.
    if await access.isCurrent(session) {
      try? await save(answer, store)
      await access.showReports()
    }
    return answer
  }

  private func note<Answer>(
    _ answer: StoredAnswer<Answer>, of path: String, in session: OfflineSession
  ) {
    StoredAnswers.current?.add(
      session.reason, since: answer.since, of: path, remark: answer.remark)
  }

  /// Stores records that the service has given.
  func save(
    _ models: [Record], _ page: ListedPage?, in store: any RecordStore
  ) async throws {
    try await store.save(
      await records.encoded(models), of: Record.storedKind, as: page, at: access.now())
  }
}

/// A page, and who has given it.
private enum AnsweredPage<Record: Sendable>: Sendable {
  case service(APIPage<Record>)
  case store(APIPage<Record>)
}
