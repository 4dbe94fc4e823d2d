import Glibc

/// The log record of a request, without header fields, query and body.
package struct AccessRecord: Sendable, Equatable {
  /// The length limit of a recorded target, in Unicode scalars.
  static let longestTarget = 300

  /// The length limit of a recorded method, in Unicode scalars.
  static let longestMethod = 32

  /// When the request ended, in seconds since 1970.
  let time: Int

  let client: String

  /// The method as it was sent, shortened if necessary.
  let method: String

  /// The target without its query, which may be private, shortened if necessary.
  let target: String

  /// The response's status; 0 if there was no response.
  let status: Int

  /// The number of bytes of the response's body.
  let bytes: Int

  /// The time from the end of the request's head to the end of the response.
  let duration: Duration

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
    // A text has no more scalars than bytes, so most texts need no counting.
    guard text.utf8.count > count,
      let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return "\(text[..<end])…"
  }
}
