import FoundationEssentials
import ShellCommands
import ShellOutput
import WebAPI
import WebFetching

extension OfflineFirstService {
  func stored(
    _ place: ListPlace<Item>, in store: any RecordStore
  ) async throws -> StoredAnswer<APIPage<Record>>? {
    if place.list.isWhole { return try await listed(place, in: store) }
    // A stored page in the middle of a list from the service would not continue it.
    guard place.isStored || place.isStart, let offset = place.offset else { return nil }
    let found: ArraySlice<Dated<Record>>
    let known: Int
    if let rest = place.rest {
      (found, known) = rest
    } else if let matches = try await matches(of: place.list, in: store) {
      found = matches.found.dropFirst(offset)
      known = matches.known
    } else {
      return nil
    }
    let shown = Array(found.prefix(place.perPage))
    var next = place
    next.rest = (found.dropFirst(place.perPage), known)
    next.offset = offset + place.perPage
    let total = offset + found.count
    let action = place.list.isSortedOnly ? "sorted" : "searched"
    return StoredAnswer(
      place.page(shown, total: total, next: shown.count < found.count ? next : nil),
      since: shown.map(\.date).min(),
      remark: known == 1
        ? "\(action) only one of the \(place.list.noun.many), since no others are known"
        : "\(action) only the \(known.grouped) \(place.list.noun.many) that are known")
  }

  /// Returns the known records of a list, in its order, and of how many they were chosen; nil if none is known.
  private func matches(
    of list: Item, in store: any RecordStore
  ) async throws -> (found: [Dated<Record>], known: Int)? {
    let matching = try await store.records(of: list.noun.many, matching: list.search)
    var found = await models(in: matching, of: list)
    // A record that cannot be read counts as unknown.
    let unread = matching.count - found.count
    let known = try await store.count(of: list.noun.many) - unread
    guard known > 0, !found.isEmpty || unread == 0 else { return nil }
    found.removeAll { !list.includes($0.value) }
    if let precedes = list.precedes { found.sort { precedes($0.value, $1.value) } }
    return (found, known)
  }

  private func listed(
    _ place: ListPlace<Item>, in store: any RecordStore
  ) async throws -> StoredAnswer<APIPage<Record>>? {
    guard let offset = place.offset,
      let part = try await store.page(offset..<(offset + place.perPage), of: place.list.resource)
    else { return nil }
    let shown = await models(in: part.records, of: place.list, areListed: true)
    let isBehindEnd = part.total.map { offset >= $0 } ?? false
    guard !shown.isEmpty || isBehindEnd else { return nil }
    var next = place
    next.offset = try await followingOffset(of: place, part, in: store)
    // A record that cannot be read counts as unknown.
    let known = next.offset == nil && offset == 0 ? shown.count : part.known
    let total = part.total
    let count = total.map { "\(known.grouped) of \($0.grouped)" }
    return StoredAnswer(
      place.page(shown, total: known, next: next.offset == nil ? nil : next),
      since: shown.map(\.date).min(),
      remark: total == known
        ? nil
        : "\(count ?? "only \(known.grouped)") \(place.list.noun.many) "
          + (known == 1 ? "is known" : "are known"))
  }

  private func followingOffset(
    of place: ListPlace<Item>, _ part: KnownPage, in store: any RecordStore
  ) async throws -> Int? {
    guard var offset = place.offset else { return nil }
    // A list without a total has gaps only by accident, so look through a few pages only.
    let end = part.total ?? offset + place.perPage * 100
    while true {
      offset += place.perPage
      guard offset < end else { return nil }
      if part.known == part.total { return offset }
      let range = offset..<(offset + place.perPage)
      if try await store.page(range, of: place.list.resource)?.records.isEmpty == false {
        return offset
      }
    }
  }

  func waitingWrites(in session: OfflineSession) async -> WaitingWrites<Record> {
    session.preference.isFresh ? WaitingWrites() : await waitingWrites(of: session.owner)
  }

  private func waitingWrites(of owner: DataOwner) async -> WaitingWrites<Record> {
    guard let queue = await access.queue, queue.mayHaveWrites,
      let writes = try? await queue.writes(of: owner)
    else { return WaitingWrites() }
    return WaitingWrites(writes, read)
  }

  /// Returns the record that a queued write will create; nil if the id does not name such a write.
  func waitingRecord(_ id: String, of list: Item) async -> Record? {
    guard QueuedWrite.number(id) != nil, let owner = await access.owner() else { return nil }
    return await waitingWrites(of: owner).added.first {
      $0.list == list.resource && list.id(of: $0.record) == id
    }?.record
  }

  /// Whether a list shows queued writes.
  ///
  /// Sends no request.
  public func hasWaitingWrites(in list: Item) async -> Bool {
    guard let session = await access.session(), await access.queue?.mayHaveWrites == true else {
      return false
    }
    let waiting = await waitingWrites(in: session)
    return waiting.hasChanges(in: list.resource)
      || !ListPlace(list: list, waiting: waiting).added.isEmpty
  }
}
