import Glibc

/// What a server's log says of one request: nothing of its fields, its query or its body.
package struct AccessRecord: Sendable, Equatable {
  /// How much of a target is told, in Unicode scalars.
  static let longestTarget = 300

  /// How much of a method is told, in Unicode scalars.
  static let longestMethod = 32

  /// When the request was answered: seconds since 1970.
  package let time: Int

  /// The client's address.
  package let client: String

  /// The method, as it came, or its beginning.
  package let method: String

  /// The target without its query, or its beginning: a query may name what is private.
  package let target: String

  /// The answer's status; 0 where there was none.
  package let status: Int

  /// How many bytes the answer's body had.
  package let bytes: Int

  /// How long it took from the request's head to the answer's end.
  package let duration: Duration

  /// Makes a record, which holds no more of a text than it tells.
  init(
    time: Int, client: String, method: String, target: String, status: Int, bytes: Int,
    duration: Duration
  ) {
    self.time = time
    self.client = client
    self.method = Self.beginning(of: method, upTo: Self.longestMethod)
    let path = target.prefix { $0 != "?" && $0 != "#" }
    self.target = Self.beginning(of: String(path), upTo: Self.longestTarget)
    self.status = status
    self.bytes = bytes
    self.duration = duration
  }

  /// The record in a line, such as `2026-11-21T16:30:00Z 127.0.0.1 GET /v1/products 200 5120 3ms`.
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

  private static func beginning(of text: String, upTo count: Int) -> String {
    let scalars = text.unicodeScalars
    // Most texts are so short that nothing has to be counted.
    guard text.utf8.count > count,
      let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return "\(text[..<end])…"
  }
}
