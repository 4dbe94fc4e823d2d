public import FoundationEssentials
import Synchronization

/// A message body, which can be read once, in pieces.
///
/// A transport reads pieces on demand, so that a slow reader slows down the sender.
public struct HTTPBody: Sendable, AsyncSequence {
  /// Returns the next piece, or nil at the end; runs on the caller's actor.
  public typealias Source = nonisolated(nonsending) @Sendable () async throws -> Data?

  /// Returns the next piece, or nil at the end.
  ///
  /// A `for` loop over the body does the same, but hops to the pool and back for each piece.
  public let next: Source

  /// The length in bytes, if known in advance.
  public let count: Int?

  /// The bytes, if the body was created from them; using them does not read the body.
  public let data: Data?

  /// Creates a body from a source of pieces.
  ///
  /// - Parameters:
  ///   - count: the length in bytes, if known.
  ///   - next: returns the next piece, or nil at the end.
  public init(count: Int? = nil, next: @escaping Source) {
    self.init(count: count, data: nil, next: next)
  }

  private init(count: Int?, data: Data?, next: @escaping Source) {
    self.count = count
    self.data = data
    self.next = next
  }

  /// Creates a body from bytes.
  public init(_ data: Data) {
    let piece = OncePiece(data)
    self.init(count: data.count, data: data) { piece.take() }
  }

  /// An empty body.
  public static var empty: HTTPBody { HTTPBody(Data()) }

  /// Reads the whole body.
  ///
  /// - Parameter maximum: the length limit, in bytes.
  /// - Returns: the body's bytes.
  /// - Throws: ``HTTPBodyTooLarge`` if the body is longer, or what the transport throws.
  public func collect(upTo maximum: Int) async throws -> Data {
    var whole = Data()
    while let piece = try await next() {
      guard whole.count + piece.count <= maximum else { throw HTTPBodyTooLarge(maximum: maximum) }
      if whole.isEmpty { whole = piece } else { whole.append(piece) }
    }
    return whole
  }

  /// Returns an iterator over the pieces.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: next) }

  /// Returns a body's pieces one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let source: Source

    /// Returns the next piece, or nil at the end.
    public mutating func next() async throws -> Data? { try await source() }
  }
}

/// The error for a body that exceeds its reader's limit.
public struct HTTPBodyTooLarge: Error, Sendable, Equatable {
  /// The length limit, in bytes.
  public let maximum: Int

  package init(maximum: Int) { self.maximum = maximum }
}

/// A single piece of a body, returned once.
private final class OncePiece: Sendable {
  private let data: Mutex<Data?>

  init(_ data: Data) {
    self.data = Mutex(data.isEmpty ? nil : data)
  }

  func take() -> Data? {
    data.withLock { $0.take() }
  }
}
