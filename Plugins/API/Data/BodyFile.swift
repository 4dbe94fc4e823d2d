import Dispatch
import FoundationEssentials
import Glibc
import SeashellKit
import Synchronization

/// A file whose content is sent.
///
/// It is read while it is sent, on a queue of its own: a disk may be slow.
final class BodyFile: Sendable {
  /// The largest file that a form takes, in bytes: 32 MiB; a form is made as a whole.
  static let largestPart = 32 << 20

  private static let piece = 256 << 10

  private let path: String
  private let descriptor: Int32
  private let size: Int
  private let offset = Mutex(0)
  private let queue = DispatchQueue(label: "seashell.api.body")

  private init(_ path: String) throws(ShellError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ShellError(
        .failed, "cannot read \(path): it is no regular file",
        hint: "--body-file - reads standard input")
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// A body that is the file's content, read anew each time that it is sent.
  ///
  /// - Throws: ``ShellError`` where the file cannot be read, or is no regular one.
  static func body(_ path: String) throws(ShellError) -> APIBody {
    let size = try BodyFile(path).size
    return .stream(contentType: type(of: path), count: size) { () throws(APIError) in
      do throws(ShellError) {
        let file = try BodyFile(path)
        guard file.size == size else { throw file.hasChanged }
        return HTTPBody(count: size) { try await file.next() }
      } catch {
        throw APIError(.invalid, detail: error.message)
      }
    }
  }

  /// The whole content, for a form.
  ///
  /// - Throws: ``ShellError`` where the file cannot be read, is no regular one, or is too large.
  static func content(_ path: String) throws(ShellError) -> Data {
    let file = try BodyFile(path)
    guard file.size <= largestPart else {
      throw ShellError(
        .limit, "\(path) is larger than a form's file may be, 32 MiB",
        hint: "--body-file sends a file of any size")
    }
    var content = Data()
    while content.count < file.size { content.append(try file.read()) }
    return content
  }

  /// The name by which a server sees a file.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The media type that a file's name says.
  static func type(of path: String) -> String {
    path.lowercased().hasSuffix(".json") ? "application/json" : "application/octet-stream"
  }

  private func next() async throws -> Data? {
    if offset.withLock({ $0 }) == size { return nil }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { @Sendable in
        continuation.resume(with: Result { () throws(ShellError) in try self.read() })
      }
    }
  }

  /// Reads a piece, which is never empty.
  private func read() throws(ShellError) -> Data {
    let start = offset.withLock { $0 }
    var bytes = [UInt8](repeating: 0, count: min(Self.piece, size - start))
    var count = -1
    repeat {
      count = pread(descriptor, &bytes, bytes.count, off_t(start))
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Self.failure(path) }
    guard count > 0 else { throw hasChanged }
    offset.withLock { $0 = start + count }
    return Data(bytes[..<count])
  }

  private var hasChanged: ShellError {
    ShellError(.failed, "\(path) has changed while it was sent")
  }

  private static func failure(_ path: String) -> ShellError {
    ShellError(system: "cannot read \(path)")
  }
}
