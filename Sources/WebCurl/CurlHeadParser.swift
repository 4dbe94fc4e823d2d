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
  private var headers = HTTPHeaders()

  private(set) var isComplete = false

  /// `maximum` is in bytes; `hasNoBody` is whether the method allows no body in the response.
  init(maximum: Int, hasNoBody: Bool) {
    self.maximum = maximum
    self.hasNoBody = hasNoBody
  }

  /// Parses a line, including its end; returns the head if this line ends it.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(HeadError) -> CurlResponseHead? {
    size += line.count
    guard size <= maximum else { throw .tooLarge }
    guard !isComplete else { return nil }
    let end = Self.end(of: line)
    let isFolded = line.first.map(Self.isBlank) ?? false
    if end == 0, !isFolded { return try finish() }
    if line.first == UInt8(ascii: "H"), line[..<end].starts(with: "HTTP/".utf8) {
      headers = HTTPHeaders()
      status = Self.status(in: line[..<end])
      return nil
    }
    if isFolded {
      guard headers.extendLast(with: " " + Self.trimmed(line[..<end])) else { throw .malformed }
      return nil
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon < end else { throw .malformed }
    headers.add(
      String(decoding: line[..<colon], as: UTF8.self), Self.trimmed(line[(colon + 1)..<end]))
    return nil
  }

  private mutating func finish() throws(HeadError) -> CurlResponseHead? {
    guard status >= 200 else { return nil }
    isComplete = true
    return CurlResponseHead(
      status: status, headers: headers, bodyCount: try bodyCount(), data: nil)
  }

  private func bodyCount() throws(HeadError) -> Int? {
    if hasNoBody || status == 204 || status == 304 { return 0 }
    guard headers["Transfer-Encoding"] == nil else { return nil }
    var count: Int?
    for field in headers.values(of: "Content-Length") {
      let lengths =
        Int(field).map { [$0] } ?? field.split(separator: ",").map { Int($0.trimmingSpaces) }
      for length in lengths {
        // With two different lengths, part of the body could be taken for another response (RFC 9112, section
        // 6.3).
        guard let length, length >= 0, length == count ?? length
        else { throw .contradictoryLength }
        count = length
      }
    }
    return Self.isEncoded(headers) ? nil : count
  }

  private static func isEncoded(_ headers: HTTPHeaders) -> Bool {
    headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
  }

  private static func status(in line: Slice<UnsafeRawBufferPointer>) -> Int {
    guard let blank = line.firstIndex(of: 0x20) else { return 0 }
    let code = line[blank...].drop { $0 == 0x20 }.prefix { $0 != 0x20 }
    return Int(String(decoding: code, as: UTF8.self)) ?? 0
  }

  /// The index after a line's text, without the line's end and the blanks before it.
  private static func end(of line: UnsafeRawBufferPointer) -> Int {
    var end = line.count
    while end > 0, isBlank(line[end - 1]) || line[end - 1] == 0x0A || line[end - 1] == 0x0D {
      end -= 1
    }
    return end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: bytes.drop(while: isBlank), as: UTF8.self)
  }

  enum HeadError: Error {
    case tooLarge
    case malformed
    case contradictoryLength
  }
}

struct CurlResponseHead: Sendable {
  let status: Int
  let headers: HTTPHeaders

  /// The body's length in bytes, if the head says so.
  let bodyCount: Int?

  var data: Data?
}
