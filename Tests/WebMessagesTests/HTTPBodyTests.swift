import FoundationEssentials
import Synchronization
import Testing
import WebMessages

@Suite struct HTTPBodyTests {
  private func body(_ pieces: [String]) -> HTTPBody {
    let rest = PiecesLeft(pieces)
    return HTTPBody { rest.next().map { Data($0.utf8) } }
  }

  @Test func `a body's pieces arrive in order and are collected completely`() async throws {
    var pieces: [String] = []
    for try await piece in body(["a", "bc", "d"]) {
      pieces.append(String(decoding: piece, as: UTF8.self))
    }
    #expect(pieces == ["a", "bc", "d"])
    #expect(try await body(["a", "bc", "d"]).collect(upTo: 4) == Data("abcd".utf8))
  }

  @Test func `collecting a body stops at the limit`() async {
    await #expect(throws: HTTPBodyTooLarge(maximum: 3)) {
      try await body(["a", "bc", "d"]).collect(upTo: 3)
    }
  }

  @Test func `a body of bytes is returned once, as one piece`() async throws {
    let body = HTTPBody(Data("abc".utf8))
    #expect(body.count == 3)
    #expect(try await body.collect(upTo: 3) == Data("abc".utf8))
    #expect(try await body.collect(upTo: 3).isEmpty)
    #expect(HTTPBody.empty.count == 0)
    #expect(try await HTTPBody.empty.collect(upTo: 0).isEmpty)
  }
}

/// Returns texts one after another, then nil.
private final class PiecesLeft: Sendable {
  private let pieces: Mutex<[String]>

  init(_ pieces: [String]) { self.pieces = Mutex(pieces.reversed()) }

  func next() -> String? { pieces.withLock { $0.popLast() } }
}
