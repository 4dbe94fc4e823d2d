package import FoundationEssentials

/// Reads `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// The maximum result, in seconds: about a year.
  private static let longest = 366 * 86_400

  /// Returns how long the server asks the client to wait; nil if the field is missing or malformed.
  ///
  /// A date is relative to the response's own `Date`: the server's clock may differ from ours.
  package static func duration(_ headers: HTTPHeaders, now: Date = Date()) -> Duration? {
    guard let value = headers["Retry-After"] else { return nil }
    let text = value.trimmingSpaces
    if !text.isEmpty, text.hasOnlyDigits {
      return .seconds(min(Int(text) ?? longest, longest))
    }
    guard let date = HTTPDate.date(text, now: now) else { return nil }
    let reference = headers["Date"].flatMap { HTTPDate.date($0.trimmingSpaces, now: now) } ?? now
    let seconds = min(max(date.timeIntervalSince(reference), 0), Double(longest))
    return .seconds(Int(seconds.rounded(.up)))
  }
}
