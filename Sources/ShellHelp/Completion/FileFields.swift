import CoreSystem
import Glibc
import ShellOutput
import ShellRuntime

@MainActor
enum FileFields {
  /// How many bytes are read at most: 64 KiB.
  private static let most = 64 * 1024

  /// Reads only the beginning, and only of a regular file, so that it never waits for a writer.
  ///
  /// For an unreadable file it returns no fields.
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
      // The columns are known even if the last record is cut off; otherwise the format is a different one.
    }
    return receiver.names
  }
}

/// Keeps the names of all columns.
private final class FieldReceiver: RecordReceiver {
  private(set) var names: [String] = []

  func columns(_ columns: [Column], isList: Bool) {
    names += columns.map(\.name).filter { !names.contains($0) }
  }

  func row(_ values: [CellValue], line: Int) {}

  func report(_ notice: String) {}
}
