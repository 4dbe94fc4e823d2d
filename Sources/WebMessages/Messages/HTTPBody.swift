public import FoundationEssentials
import Synchronization

/// A message's body, which arrives in pieces.
///
/// A body is read once. A transport produces pieces on demand, so that whoever reads slowly holds
/// the sender back.
public struct HTTPBody: Sendable, AsyncSequence {
  /// Gives the next piece, on the actor of whoever asks for it.
  public typealias Source = nonisolated(nonsending) @Sendable () async throws -> Data?

  /// Gives the next piece, or nil at the end.
  ///
  /// A loop over the body does the same, and goes to the pool and back for each piece.
  public let next: Source

  /// The body's length in bytes, where it is known before it is read.
  public let count: Int?

  /// The bytes, where all of them were here from the start; looking at them reads nothing.
  public let data: Data?

  /// Makes a body from a source of pieces.
  ///
  /// - Parameters:
  ///   - count: the whole length in bytes, if known.
  ///   - next: gives the next piece, or nil at the end.
  public init(count: Int? = nil, next: @escaping Source) {
    self.init(count: count, data: nil, next: next)
  }

  private init(count: Int?, data: Data?, next: @escaping Source) {
    self.count = count
    self.data = data
    self.next = next
  }

  /// Makes a body of bytes that are all here.
  public init(_ data: Data) {
    let piece = OncePiece(data)
    self.init(count: data.count, data: data) { piece.take() }
  }

  /// The body of no bytes.
  public static var empty: HTTPBody { HTTPBody(Data()) }

  /// Reads the whole body.
  ///
  /// - Parameter maximum: how many bytes may come.
  /// - Returns: the body's bytes.
  /// - Throws: ``HTTPBodyTooLarge`` as soon as more than `maximum` bytes have come, or what the
  ///   transport throws.
  public func collect(upTo maximum: Int) async throws -> Data {
    var whole = Data()
    while let piece = try await next() {
      guard whole.count + piece.count <= maximum else { throw HTTPBodyTooLarge(maximum: maximum) }
      if whole.isEmpty { whole = piece } else { whole.append(piece) }
    }
    return whole
  }

  /// Gives an iterator over the pieces.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: next) }

  /// Gives a body's pieces one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let source: Source

    /// The next piece, or nil at the end.
    public mutating func next() async throws -> Data? { try await source() }
  }
}

/// A body was longer than its reader allows.
public struct HTTPBodyTooLarge: Error, Sendable, Equatable {
  /// The bound that was passed, in bytes.
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
