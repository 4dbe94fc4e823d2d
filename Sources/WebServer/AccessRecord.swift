import Glibc

/// A server's log record of one request.
///
/// It holds no header fields, query or body.
package struct AccessRecord: Sendable, Equatable {
  /// The longest target that is recorded, in Unicode scalars.
  static let longestTarget = 300

  /// The longest method that is recorded, in Unicode scalars.
  static let longestMethod = 32

  /// When the request was over, in seconds since 1970.
  package let time: Int

  /// The client's address.
  package let client: String

  /// The method as it was sent, cut to a bounded length.
  package let method: String

  /// The target without its query, which may hold something private, cut to a bounded length.
  package let target: String

  /// The response's status; 0 if there was no response.
  package let status: Int

  /// The number of bytes of the response's body.
  package let bytes: Int

  /// The time from the end of the request's head to the end of the response.
  package let duration: Duration

  init(
    time: Int, client: String, method: String, target: String, status: Int, bytes: Int,
    duration: Duration
  ) {
    self.time = time
    self.client = client
    self.method = Self.prefix(of: method, Self.longestMethod)
    let path = target.prefix { $0 != "?" && $0 != "#" }
    self.target = Self.prefix(of: String(path), Self.longestTarget)
    self.status = status
    self.bytes = bytes
    self.duration = duration
  }

  /// The record as a line, such as `2026-11-21T16:30:00Z 127.0.0.1 GET /v1/products 200 5120 3ms`.
  package var line: String {
    var seconds = time_t(time)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    let stamp = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let (whole, rest) = duration.components
    let milliseconds = whole * 1_000 + rest / 1_000_000_000_000_000
    return "\(stamp) \(client) \(method) \(target) \(status == 0 ? "-" : String(status)) \(bytes) "
      + "\(milliseconds)ms"
  }

  private static func prefix(of text: String, _ count: Int) -> String {
    let scalars = text.unicodeScalars
    // Most texts are so short that nothing has to be counted.
    guard text.utf8.count > count,
      let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return "\(text[..<end])…"
  }
}
