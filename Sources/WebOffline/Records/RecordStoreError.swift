import CoreSQLite
import CoreSystem

/// The error of a store that could not be read or written.
///
/// The store has already reported it to the user, once. A command that got its records from the service
/// ignores it; any other command treats the records as unknown.
struct RecordStoreError: Error, Sendable, CustomStringConvertible {
  enum Code: Sendable {
    /// Another process held the lock for too long.
    case busy
    /// No space is left on the disk.
    case full
    /// The file or its folder cannot be written.
    case readOnly
    /// The file is damaged and could not be set aside.
    case damaged
    /// Anything else.
    case failed
  }

  let code: Code

  /// What is wrong, such as `no space is left on the disk`.
  let description: String

  init(_ error: any Error) {
    switch error {
    case let error as RecordStoreError: self = error
    case let error as SQLiteError where error.isBusy:
      self.init(.busy, "another process is using it")
    case let error as SQLiteError where error.isFull:
      self.init(.full, "no space is left on the disk")
    case let error as SQLiteError where error.isReadOnly:
      self.init(.readOnly, "the file or its folder is read-only")
    case let error as SQLiteError where error.isCorrupt:
      self.init(.damaged, "the file is damaged")
    case is RecordFileProblem: self.init(.damaged, "the file is damaged")
    case let error as SQLiteError: self.init(.failed, error.message)
    case let error as SystemError: self.init(.failed, error.description)
    default: self.init(.failed, "\(error)")
    }
  }

  private init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

/// Why a store's file is set aside; the raw value is part of its new name.
enum RecordFileProblem: String, Error {
  /// It is damaged, or not a store.
  case damaged
  /// A newer version of the shell has written it.
  case newer
}
