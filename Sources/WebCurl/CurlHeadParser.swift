import FoundationEssentials
import WebMessages

/// Parses a response's head from libcurl's header lines.
///
/// Interim responses (1xx) and the trailers of a chunked body are skipped.
struct CurlHeadParser {
  private let maximum: Int
  private let hasNoBody: Bool
  private var size = 0
  private var status = 0
  private var headers: [(name: String, value: String)] = []

  /// Whether the head is complete.
  private(set) var isComplete = false

  /// - Parameters:
  ///   - maximum: the largest head in bytes.
  ///   - hasNoBody: whether the method allows no body in the response.
  init(maximum: Int, hasNoBody: Bool) {
    self.maximum = maximum
    self.hasNoBody = hasNoBody
  }

  /// Parses a line, including its end.
  ///
  /// - Returns: the head, if this line ends it.
  /// - Throws: ``HeadError``.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(HeadError) -> CurlResponseHead? {
    size += line.count
    guard size <= maximum else { throw .tooLarge }
    guard !isComplete else { return nil }
    var text = line[...]
    while let last = text.last, last == 0x0A || last == 0x0D || last == 0x20 || last == 0x09 {
      text.removeLast()
    }
    let isFolded = line.first == 0x20 || line.first == 0x09
    if text.isEmpty, !isFolded { return try end() }
    if text.starts(with: "HTTP/".utf8) {
      headers = []
      status = Self.status(in: text)
      return nil
    }
    if isFolded {
      guard let last = headers.indices.last else { throw .malformed }
      headers[last].value += " " + Self.trimmed(text)
      return nil
    }
    guard let colon = text.firstIndex(of: 0x3A) else { throw .malformed }
    headers.append(
      (
        String(decoding: text[..<colon], as: UTF8.self),
        Self.trimmed(text[text.index(after: colon)...])
      ))
    return nil
  }

  private mutating func end() throws(HeadError) -> CurlResponseHead? {
    guard status >= 200 else { return nil }
    isComplete = true
    var fields = HTTPHeaders()
    for (name, value) in headers { fields.add(name, value) }
    return CurlResponseHead(
      status: status, headers: fields, bodyCount: try bodyCount(fields), data: nil)
  }

  private func bodyCount(_ headers: HTTPHeaders) throws(HeadError) -> Int? {
    if hasNoBody || status == 204 || status == 304 { return 0 }
    guard headers["Transfer-Encoding"] == nil else { return nil }
    let lengths = headers.values(of: "Content-Length")
      .flatMap { value in value.split(separator: ",").map { $0.drop { $0 == " " }.description } }
    guard let first = lengths.first else { return nil }
    // With two different lengths, a part of the body could be taken for another response
    // (RFC 9112, section 6.3).
    guard lengths.allSatisfy({ $0 == first }), let count = Int(first), count >= 0 else {
      throw .contradictoryLength
    }
    return Self.isEncoded(headers) ? nil : count
  }

  /// Whether libcurl decodes the body.
  private static func isEncoded(_ headers: HTTPHeaders) -> Bool {
    headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
  }

  private static func status(in line: Slice<UnsafeRawBufferPointer>) -> Int {
    let words = line.split(separator: 0x20, maxSplits: 2)
    return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) ?? 0 : 0
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: bytes.drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }

  /// Why a head cannot be used.
  enum HeadError: Error {
    case tooLarge
    case malformed
    case contradictoryLength
  }
}

/// A response's head, with its body if that came at the same time.
struct CurlResponseHead: Sendable {
  let status: Int
  let headers: HTTPHeaders

  /// The body's length in bytes, if it is known before the body is read.
  let bodyCount: Int?

  /// The whole body, if it came with the head.
  var data: Data?
}
