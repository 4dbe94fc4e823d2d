import WebMessages

/// The head of a request.
///
/// Parsing is strict: a head that two programs could read differently, such as one with two
/// `Content-Length` fields, is rejected (RFC 9112, sections 2, 3, 5 and 6).
struct RequestHead {
  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  private static let maximumFields = 100

  let method: String
  let target: String
  /// Whether the version is HTTP/1.1 rather than HTTP/1.0.
  let isPersistent: Bool
  private(set) var headers = HTTPHeaders()
  private var count = 0

  init(line: ArraySlice<UInt8>) throws(HTTPProblem) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .badHeader }
    method = String(decoding: parts[0], as: UTF8.self)
    guard HTTPHeaders.isName(method) else { throw .badHeader }
    guard !parts[1].isEmpty, parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .badTarget
    }
    target = String(decoding: parts[1], as: UTF8.self)
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1": isPersistent = true
    case "HTTP/1.0": isPersistent = false
    case let version where version.hasPrefix("HTTP/"): throw .badVersion
    default: throw .badHeader
    }
  }

  mutating func addField(line: ArraySlice<UInt8>) throws(HTTPProblem) {
    let (name, value) = try Self.field(line)
    count += 1
    guard count <= Self.maximumFields else { throw .headTooLong }
    headers.add(name, value)
  }

  static func field(_ line: ArraySlice<UInt8>) throws(HTTPProblem) -> (name: String, value: String)
  {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .badHeader }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    guard HTTPHeaders.isName(name) else { throw .badHeader }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var value = line[(colon + 1)...].drop(while: isBlank)
    while let last = value.last, isBlank(last) { value.removeLast() }
    guard let text = String(validating: value, as: UTF8.self) else { throw .badHeader }
    return (name, text)
  }

  /// Returns how the body is framed; the head must be complete.
  func framing() throws(HTTPProblem) -> Framing {
    let hosts = headers.values(of: "Host")
    guard hosts.count == 1 || hosts.isEmpty && !isPersistent else { throw .badHeader }
    let (codings, lengths) = (
      headers.values(of: "Transfer-Encoding"), headers.values(of: "Content-Length")
    )
    if !codings.isEmpty {
      // ASCII only: the lower case of the Kelvin sign is also a 'k'.
      guard codings.count == 1, codings[0].utf8.allSatisfy({ $0 < 0x80 }),
        codings[0].lowercased() == "chunked", lengths.isEmpty,
        isPersistent
      else { throw .badHeader }
      return .chunked
    }
    guard let length = lengths.first else { return .length(0) }
    guard lengths.count == 1, !length.isEmpty, length.hasOnlyDigits, let count = Int(length)
    else { throw .badHeader }
    return .length(count)
  }

  /// Whether the client waits for `100 Continue` before it sends the body.
  var expectsContinue: Bool { isPersistent && headers["Expect"]?.lowercased() == "100-continue" }

  var closes: Bool {
    !isPersistent
      || headers.values(of: "Connection").contains { value in
        value.split(separator: ",").contains { part in
          part.lowercased().split(separator: " ") == ["close"]
        }
      }
  }
}

struct HeadReader {
  /// The part read so far; nil before the request line.
  private(set) var head: RequestHead?
  private var rest: Int

  var isEmpty: Bool { head == nil }

  /// - Parameter bound: the size limit of the head, in bytes.
  init(upTo bound: Int) {
    rest = bound
  }

  mutating func read(_ input: inout InputBuffer) throws(HTTPProblem) -> RequestHead? {
    while true {
      switch input.line(upTo: rest) {
      case .incomplete: return nil
      case .malformed: throw .badHeader
      case .tooLong: throw head == nil ? .targetTooLong : .headTooLong
      case .line(let line):
        rest -= line.count
        if head == nil {
          // An empty line before a request is skipped (RFC 9112, section 2.2).
          if !line.isEmpty { head = try RequestHead(line: line) }
        } else if line.isEmpty {
          return head
        } else {
          try head?.addField(line: line)
        }
      }
    }
  }
}
