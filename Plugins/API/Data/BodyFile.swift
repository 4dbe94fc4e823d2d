import FoundationEssentials
import Glibc
import SeashellKit
import Synchronization

/// A file to send as a body, read piece by piece off the main thread, since a disk may be slow.
final class BodyFile: Sendable {
  /// The maximum size of a file in a form, which is built in memory: 32 MiB.
  static let maximumPart = 32 << 20

  private static let pieceSize = 256 << 10

  private let path: String
  private let descriptor: Int32
  private let size: Int
  private let offset = Mutex(0)

  private init(_ path: String) throws(ShellError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.systemError(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ShellError(
        .failed, "cannot read \(path): not a regular file",
        hint: "use --body-file - to read standard input")
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Returns a body that reads the file each time it is sent; throws for other than regular files.
  static func body(_ path: String, of type: String? = nil) throws(ShellError) -> APIBody {
    let size = try BodyFile(path).size
    return .stream(contentType: type ?? Self.type(of: path), count: size) { () throws(APIError) in
      do throws(ShellError) {
        let file = try BodyFile(path)
        guard file.size == size else { throw file.hasChanged }
        return HTTPBody(count: size) { try await file.next() }
      } catch {
        throw APIError(.invalid, detail: error.message)
      }
    }
  }

  /// Returns the whole content, for a form; blocks while the disk is read.
  static func content(_ path: String) throws(ShellError) -> Data {
    let file = try BodyFile(path)
    guard file.size <= maximumPart else {
      throw ShellError(
        .limit, "\(path) is larger than 32 MiB, the limit for a form",
        hint: "--body-file sends files of any size")
    }
    var content = Data()
    while content.count < file.size { content.append(try file.read()) }
    return content
  }

  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  static func type(of path: String) -> String {
    path.lowercased().hasSuffix(".json") ? "application/json" : "application/octet-stream"
  }

  private func next() async throws -> Data? {
    if offset.withLock({ $0 }) == size { return nil }
    return try await offMain { try self.read() }
  }

  /// Reads the next piece, which is never empty.
  private func read() throws(ShellError) -> Data {
    let start = offset.withLock { $0 }
    var bytes = [UInt8](repeating: 0, count: min(Self.pieceSize, size - start))
    var count = -1
    repeat {
      count = pread(descriptor, &bytes, bytes.count, off_t(start))
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Self.systemError(path) }
    guard count > 0 else { throw hasChanged }
    offset.withLock { $0 = start + count }
    return Data(bytes[..<count])
  }

  private var hasChanged: ShellError {
    ShellError(.failed, "\(path) changed while it was being sent")
  }

  private static func systemError(_ path: String) -> ShellError {
    ShellError(system: "cannot read \(path)")
  }
}
