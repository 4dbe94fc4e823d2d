public import FoundationEssentials

/// A message's body, which arrives in pieces.
///
/// A body is read once. A transport produces pieces on demand, so that whoever reads slowly holds
/// the sender back.
public struct HTTPBody: Sendable, AsyncSequence {
  private let next: @Sendable () async throws -> Data?

  /// The body's length in bytes, where it is known before it is read.
  public let count: Int?

  /// Makes a body from a source of pieces.
  ///
  /// - Parameters:
  ///   - count: the whole length in bytes, if known.
  ///   - next: gives the next piece, or nil at the end.
  public init(count: Int? = nil, next: @escaping @Sendable () async throws -> Data?) {
    self.count = count
    self.next = next
  }

  /// Makes a body of bytes that are all here.
  public init(_ data: Data) {
    let piece = OncePiece(data)
    self.init(count: data.count) { piece.take() }
  }

  /// The body of no bytes.
  public static var empty: HTTPBody { HTTPBody(count: 0) { nil } }

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
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(next: next) }

  /// Gives a body's pieces one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let next: @Sendable () async throws -> Data?

    /// The next piece, or nil at the end.
    public mutating func next() async throws -> Data? { try await next() }
  }
}

/// A body was longer than its reader allows.
public struct HTTPBodyTooLarge: Error, Sendable, Equatable {
  /// The bound that was passed, in bytes.
  public let maximum: Int
}
