import CoreSQLite
import CoreSystem
import FoundationEssentials
import WebAPI
import WebFetching

/// Records of one owner in a SQLite file, which several processes may use at once.
///
/// Reading never creates the file. A damaged file, or one of a newer version, is renamed, reported and
/// replaced by an empty one by the first call that finds it. Each transaction checks the file's owner:
/// another owner's records are not read, and are deleted before the first write.
///
/// All methods throw only ``RecordStoreError``, which a command that has reached its service ignores.
actor SQLiteRecordStore: RecordStore {
  /// The default size limit of a file, in bytes: 100 MB.
  static let usualLimit = 100_000_000

  private let file: RecordFile
  private let owner: DataOwner
  private let limit: Int
  private let busyTimeout: Int
  private let now: @Sendable () -> Date
  private let prepare: @Sendable (Database) throws -> Void
  private let report: @Sendable (String) -> Void
  private let executor = DispatchExecutor(label: "seashell.records")

  private var database: Database?
  private var reportedErrors: Set<RecordStoreError.Code> = []

  /// Runs the store off the cooperative pool, since it blocks.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a store, which opens its file at the first use.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - owner: the owner of the records.
  ///   - limit: the size limit of the file, in bytes.
  ///   - busyTimeout: how long to wait for another process, in milliseconds.
  ///   - now: the wall clock.
  ///   - prepare: called with the opened file; tests set limits in it.
  ///   - report: receives notices for the user, one for each problem.
  init(
    path: String, owner: DataOwner, limit: Int = usualLimit, busyTimeout: Int = 2_000,
    now: @escaping @Sendable () -> Date = { Date() },
    prepare: @escaping @Sendable (Database) throws -> Void = { _ in },
    report: @escaping @Sendable (String) -> Void
  ) {
    file = RecordFile(path: path)
    self.owner = owner
    self.limit = limit
    self.busyTimeout = busyTimeout
    self.now = now
    self.prepare = prepare
    self.report = report
  }

  /// Returns the path of an owner's file in a folder.
  static func path(of owner: DataOwner, in directory: String) -> String {
    RecordFile(in: directory, environment: owner.environment, account: owner.account).path
  }

  func save(
    _ records: [RecordData], of kind: String, as page: ListedPage?, at date: Date
  ) throws {
    try write { database, state in
      try RecordWriter(database: database, state: state)
        .save(records, of: kind, as: page, at: date)
      let size = records.reduce(0) { $0 + $1.json.count + $1.searchText.utf8.count }
      try RecordBound(database: database, indexed: state.indexed).enforce(limit, saved: size)
    }
  }

  func record(_ id: String, of kind: String) throws -> KnownRecord? {
    let found = try read { try $0.record(id, of: kind) }
    if let found { note(found) }
    return found?.value
  }

  func page(_ range: Range<Int>, of name: String) throws -> KnownPage? {
    let found = try read { try $0.page(range, of: name) }
    if let found { note(found) }
    return found?.value
  }

  /// Returns all known records of a kind, or those that match.
  ///
  /// It does not count as a use of the records, so it does not keep them for longer.
  func records(of kind: String, matching text: String?) throws -> [KnownRecord] {
    guard let expression = text.flatMap(FullTextQuery.prefixes) else {
      return try read { try $0.records(of: kind) } ?? []
    }
    let isIndexed = try read {
      try RecordIndex(database: $0.database).newest() <= $0.state.indexed
    }
    guard let isIndexed else { return [] }
    guard isIndexed else { return try records(of: kind, afterIndexing: expression) }
    return try read { try $0.records(of: kind, matching: expression, andIn: nil) } ?? []
  }

  func count(of kind: String) throws -> Int { try read { try $0.count(of: kind) } ?? 0 }

  func remove(_ ids: Set<String>, of kind: String) throws {
    guard file.exists else { return }
    try write { database, state in
      try RecordWriter(database: database, state: state).remove(ids, of: kind)
    }
  }

  /// Forgets the content of a record of any kind, which lists still include in their counts.
  func forget(_ id: String) throws {
    guard file.exists else { return }
    try write(reporting: false) { database, state in
      var kinds: [String] = []
      try database.forEach("SELECT kind FROM records WHERE id = ?", [.text(id)]) {
        kinds.append($0.text(0))
      }
      let writer = RecordWriter(database: database, state: state)
      for kind in kinds { try writer.remove([id], of: kind, countsLess: false) }
    }
  }

  /// Removes the file and its copies that were set aside.
  ///
  /// A later save creates a new file.
  func removeFile() throws {
    database = nil
    do {
      try file.remove()
    } catch {
      throw RecordStoreError(error)
    }
  }

  /// Adds the latest records to the index of words, or to the one in memory if the file is not writable, and
  /// searches.
  private func records(
    of kind: String, afterIndexing expression: String
  ) throws -> [KnownRecord] {
    do {
      try write(reporting: false) { database, state in
        let last = try RecordIndex(database: database).add(after: state.indexed)
        try state.saveIndexed(last, in: database)
        try RecordBound(database: database, indexed: last).enforce(limit, saved: limit)
      }
    } catch {
      return try read { reader in
        let index = RecordIndex(database: reader.database)
        try index.makeTemporary(after: reader.state.indexed)
        let records = try reader.records(
          of: kind, matching: expression, andIn: RecordIndex.temporaryTable)
        try index.removeTemporary()
        return records
      } ?? []
    }
    return try read { try $0.records(of: kind, matching: expression, andIn: nil) } ?? []
  }

  /// Records the use of what was read, at most once a minute for each record; ignores errors.
  private func note<Value>(_ found: RecordReader.Found<Value>) {
    guard !found.unusedRecords.isEmpty || found.unusedList != nil else { return }
    try? write(reporting: false) { database, state in
      try RecordWriter(database: database, state: state)
        .use(found.unusedRecords, list: found.unusedList)
    }
  }
}

extension SQLiteRecordStore {
  /// Runs `body` in a read transaction; nil if there is no file or it belongs to another owner.
  private func read<Result>(_ body: (RecordReader) throws -> Result?) throws -> Result? {
    try attempt(reporting: true) {
      guard file.exists else { return nil }
      let database = try open()
      return try database.transaction(.deferred) {
        let seconds = now().timeIntervalSinceReferenceDate
        guard let state = try RecordState(database, of: owner, now: seconds) else { return nil }
        return try body(RecordReader(database: database, state: state))
      }
    }
  }

  private func write(
    reporting reports: Bool = true, _ body: (Database, inout RecordState) throws -> Void
  ) throws {
    try attempt(reporting: reports) {
      let database = try open()
      try database.transaction(.immediate) {
        let seconds = now().timeIntervalSinceReferenceDate
        var state =
          try RecordState(database, of: owner, now: seconds)
          ?? RecordState(emptying: database, for: owner, now: seconds)
        try state.saveTick(in: database, now: seconds)
        try body(database, &state)
      }
    }
  }

  private func open() throws -> Database {
    if let database, !database.isMoved { return database }
    database = nil
    let opened = try file.open(busyTimeout: busyTimeout)
    try prepare(opened)
    database = opened
    return opened
  }

  /// Runs `body`, and runs it again if the file was set aside or replaced.
  private func attempt<Result>(
    reporting reports: Bool, _ body: () throws -> Result
  ) throws(RecordStoreError) -> Result {
    do {
      do {
        return try body()
      } catch {
        guard try recover(from: error) else { throw error }
        return try body()
      }
    } catch {
      let error = RecordStoreError(error)
      if reports, reportedErrors.insert(error.code).inserted {
        let verb = [.readOnly, .full].contains(error.code) ? "written" : "used"
        report("offline data of '\(owner.environment)' cannot be \(verb): \(error)")
      }
      throw error
    }
  }

  /// Closes the file, and sets it aside if it is damaged; returns true to try again.
  private func recover(from error: any Error) throws -> Bool {
    let isMoved = database?.isMoved ?? false
    let problem: RecordFileProblem
    switch error {
    case let error as RecordFileProblem: problem = error
    // The statements are correct, so a general error means that a table is missing.
    case let error as SQLiteError where error.isCorrupt || error.isGeneral: problem = .damaged
    case let error as SQLiteError where error.isMoved || isMoved:
      database = nil
      return true
    default: return false
    }
    database = nil
    guard !isMoved else { return true }
    let copy = try file.setAside(as: problem)
    let reason = problem == .newer ? "was written by a newer version" : "was damaged"
    report(
      "offline data of '\(owner.environment)' \(reason) and is collected anew; "
        + "the old file is \(copy)")
    return true
  }
}

extension SQLiteError {
  /// Whether the code is `SQLITE_ERROR`, as for a missing table.
  fileprivate var isGeneral: Bool { code == 1 }
}
