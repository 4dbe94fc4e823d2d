import CoreSystem
import Glibc
import ShellOutput
import ShellRuntime

/// Finds the fields of the records in a file.
@MainActor
enum FileFields {
  /// The most bytes that are read: 64 KiB.
  private static let most = 64 * 1024

  /// Returns the fields that a file's header or its first objects have.
  ///
  /// It reads the file's beginning, if it is a regular file, which never waits for a writer. A file that
  /// cannot be read has none.
  ///
  /// - Parameter format: the name of the file's format.
  static func names(in file: String, as format: String) -> [String] {
    guard let format = InputFormat(rawValue: format) else { return [] }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    return names(in: FileBytes.read(descriptor, most, at: 0) ?? [], format)
  }

  private static func names(in bytes: [UInt8], _ format: InputFormat) -> [String] {
    let receiver = FieldReceiver()
    do {
      let reader = try format.reader(to: receiver)
      try bytes.withUnsafeBytes { try reader.feed($0) }
      try reader.end()
    } catch {
      // The columns are there, even if the last record is cut off; or it is another format.
    }
    return receiver.names
  }
}

/// Keeps the names of the first columns, and wants no records.
private final class FieldReceiver: RecordReceiver {
  private(set) var names: [String] = []

  func columns(_ columns: [Column], isList: Bool) {
    names = columns.map(\.name)
  }

  func row(_ values: [CellValue], line: Int) throws { throw OutputClosed() }
}
