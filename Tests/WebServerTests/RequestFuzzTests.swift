import FoundationEssentials
import HTTPTestClient
import TestSupport
import Testing
import WebMessages

@testable import WebServer

/// Sends mutated requests, the same ones in every run.
///
/// `Corpus` contains one file for each input. Inputs that broke the server are added to it.
@Suite("A server that receives malformed requests", .mayBlock)
struct RequestFuzzTests {
  /// The files of `Corpus`.
  private static let corpus = Result {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Corpus"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      (name, Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
    }
  }

  @Test func `a server answers each malformed request at most once, completely, and continues`()
    async throws
  {
    let corpus = try Self.corpus.get()
    #expect(corpus.count > 10)
    var source = Mutations(seed: 0x5EA5_4E11)
    try await EchoServer.serving { served in
      for (name, input) in corpus { try await Self.check(input, name, served) }
      for _ in 0..<2_000 {
        let input = source.mutation(of: corpus.map(\.1))
        try await Self.check(input, "", served)
      }
      #expect(try await served.get("/v1/products/p-1").status == 200)
      await until { served.server.load.requests.isZero }
      #expect(
        served.server.load.requestBytes.available == served.server.settings.maximumRequestBytes)
      #expect(
        served.server.load.responseBytes.available == served.server.settings.maximumResponseBytes)
    }
  }

  @Test func `a server parses an input the same way, however it is divided`() throws {
    let corpus = try Self.corpus.get()
    var source = Mutations(seed: 7)
    for number in 0..<4_000 {
      let input =
        number < corpus.count ? corpus[number].1 : source.mutation(of: corpus.map(\.1))
      let whole = Self.read(input, piece: input.count)
      #expect(Self.read(input, piece: 1) == whole, "\(String(decoding: input, as: UTF8.self))")
      #expect(Self.read(input, piece: 7) == whole)
    }
  }

  private static func check(_ input: [UInt8], _ name: String, _ served: EchoServer) async throws {
    let exchange = try await served.exchange(input)
    let text = String(decoding: input, as: UTF8.self)
    let replies = try #require(exchange.replies, "\(name) \(text.debugDescription)")
    // Every request has at least one line, and the last may be cut.
    let lines = input.count { $0 == 0x0A } + 1
    #expect(replies.count <= lines, "\(name) \(text.debugDescription)")
    for (index, reply) in replies.enumerated() {
      #expect(reply.status < 500 || [501, 503, 505].contains(reply.status), "\(text)")
      let isLast = index == replies.count - 1
      #expect(reply.headers["Connection"] != "close" || isLast, "\(text.debugDescription)")
      // After a malformed request, it is unknown where the next one begins.
      #expect(reply.status != 400 || !reply.text.contains(#""code":"malformed""#) || isLast)
    }
  }

  /// Parses an input, and returns its heads, bodies, and the problem at its end.
  private static func read(_ bytes: [UInt8], piece: Int) -> [String] {
    var read: [String] = []
    var input = InputBuffer()
    var rest = bytes[...]
    var reader = HeadReader(upTo: 2_000)
    var decoder: BodyDecoder?
    do throws(HTTPProblem) {
      while !rest.isEmpty {
        input.append(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        while true {
          if decoder == nil {
            guard let head = try reader.read(&input) else { break }
            read.append("\(head.method) \(head.target) \(head.headers.map { "\($0)" })")
            decoder = BodyDecoder(try head.framing())
          }
          try decoder?.read(&input) { read.append(contentsOf: $0.map { "\($0)" }) }
          guard decoder?.isAtEnd == true else { break }
          (decoder, reader) = (nil, HeadReader(upTo: 2_000))
        }
      }
    } catch {
      read.append("\(error.status)")
    }
    return read
  }
}

/// A seeded sequence of mutations.
struct Mutations {
  private static let pieces = [
    "\r\n", "\n", "\r", "\0", " ", "\t", ":", ",", ";", "0", "1", "-", "+", "0x", "\u{FF}",
    "Content-Length: 3\r\n", "Content-Length: 9223372036854775807\r\n",
    "Transfer-Encoding: chunked\r\n", "Host: localhost\r\n", "Connection: close\r\n",
    "Expect: 100-continue\r\n", "HTTP/1.0", "HTTP/1.1", "HEAD ", "POST ", "\r\n\r\n",
    "ffffffff\r\n", "0\r\n\r\n", "GET /v1/products/p-1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
  ].map { Array($0.utf8) }

  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Returns a number below a bound (SplitMix64).
  private mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }

  /// Returns one of the inputs with up to five mutations.
  mutating func mutation(of inputs: [[UInt8]]) -> [UInt8] {
    var bytes = inputs[next(below: inputs.count)]
    for _ in 0...next(below: 4) {
      let place = next(below: bytes.count + 1)
      let end = min(bytes.count, place + next(below: 12))
      switch next(below: 6) {
      case 0 where place < bytes.count: bytes[place] = UInt8(next(below: 256))
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3:
        let other = inputs[next(below: inputs.count)]
        bytes = Array(bytes[..<place] + other[next(below: other.count + 1)...])
      default: bytes.insert(contentsOf: Self.pieces[next(below: Self.pieces.count)], at: place)
      }
    }
    return bytes
  }
}
