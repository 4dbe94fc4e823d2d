import CoreSQLite
import CoreSystem
import WebAPI

extension QueueError {
  init(storage error: any Error) {
    switch error {
    case let error as QueueError: self = error
    case let error as SQLiteError where error.isFull:
      self.init(
        .storage, "no space is left on the disk for the queue", hint: "make space and try again")
    case let error as SQLiteError where error.isBusy:
      self.init(.storage, "another process keeps the queue locked", hint: "try again")
    case let error as SQLiteError where error.isReadOnly:
      self.init(
        .storage, "the queue's file or folder is read-only", hint: "check its permissions")
    case let error as SQLiteError where error.isMoved:
      self.init(.storage, "the queue's file was moved or replaced meanwhile", hint: "try again")
    case let error as SQLiteError:
      self.init(.storage, "the queue's file cannot be used (\(error.message))")
    case let error as SystemError: self.init(.storage, error.description)
    default: self.init(.storage, "the queue cannot be used (\(type(of: error)))")
    }
  }

  static func missing(_ number: Int) -> QueueError {
    QueueError(
      .notFound, "'\(QueuedWrite.id(number))' is not in the queue",
      hint: "'queue list' shows what is")
  }
}
