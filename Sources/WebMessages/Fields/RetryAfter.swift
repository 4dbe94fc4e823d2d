package import FoundationEssentials

/// Reads `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// The longest wait that is told, about a year.
  private static let longest = 366 * 86_400

  /// How long the server asks to wait; nil where it asks for nothing that can be understood.
  ///
  /// A date is taken against the server's own `Date`, since its clock may not be ours.
  package static func duration(_ headers: HTTPHeaders, now: Date = Date()) -> Duration? {
    guard let value = headers["Retry-After"] else { return nil }
    let text = value.trimmingSpaces
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(min(Int(text) ?? longest, longest))
    }
    guard let date = HTTPDate.date(text, now: now) else { return nil }
    let reference = headers["Date"].flatMap { HTTPDate.date($0.trimmingSpaces, now: now) } ?? now
    let seconds = min(max(date.timeIntervalSince(reference), 0), Double(longest))
    return .seconds(Int(seconds.rounded(.up)))
  }
}
