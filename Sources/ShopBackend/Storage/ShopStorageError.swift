import CoreSQLite

struct ShopStorageError: Error, Equatable {
  enum Code: Equatable {
    case unopened
    case busy
    case damaged
    case foreign
    case newer
  }

  let code: Code

  let message: String

  init(_ code: Code, path: String, _ reason: String) {
    self.code = code
    message = "The shop's database \(path.prefix(300)) \(reason)"
  }
}

extension ShopProblem {
  init(_ error: any Error) {
    switch error {
    case let problem as ShopProblem: self = problem
    case let error as ShopStorageError:
      self.init(status: 503, code: "database_unavailable", detail: error.message)
    case let error as SQLiteError where error.isBusy:
      self.init(
        status: 503, code: "database_busy",
        detail: "Another process is writing to the shop's database; nothing was changed. Try again."
      )
    case let error as SQLiteError where error.isMoved:
      self.init(
        status: 503, code: "database_moved",
        detail: """
          The shop's database was moved, deleted or replaced; nothing was changed. Try again.
          """)
    case let error as SQLiteError where error.isReadOnly:
      self.init(
        status: 503, code: "database_read_only",
        detail: """
          The shop's database is read-only; nothing was changed. Check the permissions of the file \
          and its folder.
          """)
    case let error as SQLiteError where error.isFull:
      self.init(
        status: 507, code: "database_full",
        detail: "No space is left for the shop's database; nothing was changed.")
    case let error as SQLiteError:
      self.init(
        status: 500, code: "database_failed",
        detail: "The shop's database failed (\(error.extendedCode): \(error.message)).")
    default:
      self.init(status: 500, code: "failed", detail: "The shop failed to respond.")
    }
  }
}
