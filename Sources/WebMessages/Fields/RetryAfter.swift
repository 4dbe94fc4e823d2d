package import FoundationEssentials

/// Reads how long a server asks its clients to wait.
///
/// Beside `Retry-After` (RFC 9110, section 10.2.3) these are the fields of rate limits, of which there are many
/// spellings: `RateLimit-Reset`, `X-RateLimit-Reset-After`, `x-ratelimit-reset-requests`, `x-ms-retry-after-ms`.
package enum RetryAfter {
  /// The maximum result, in seconds: a year.
  private static let longest = 366.0 * 86_400

  /// Returns how long the server asks the client to wait; nil if no field says so.
  ///
  /// A time is relative to the response's own `Date`: the server's clock may differ from ours. Of several limits, the
  /// longest wait counts.
  ///
  /// - Parameters:
  ///   - isLimited: whether a rate limit is used up, so that the fields for it count, which other responses have too.
  package static func duration(
    _ headers: HTTPHeaders, isLimited: Bool = false, now: Date = Date()
  ) -> Duration? {
    let reference = headers["Date"].flatMap { HTTPDate.date($0.trimmingSpaces, now: now) } ?? now
    if let value = headers["Retry-After"], let wait = duration(value, at: reference, now: now) {
      return wait
    }
    var longest: Duration?
    for (field, value) in headers {
      let name = field.lowercased().filter { $0 != "-" }
      var value = value
      if isLimited, name.hasSuffix("ratelimit") {
        guard let seconds = reset(in: value) else { continue }
        value = seconds
      } else {
        let isReset = name.contains("ratelimit") && name.contains("reset")
        guard name.contains("retryafter") || isLimited && isReset else { continue }
      }
      guard
        let wait = duration(value, at: reference, now: now, inMilliseconds: name.hasSuffix("ms"))
      else { continue }
      longest = max(longest ?? .zero, wait)
    }
    return longest
  }

  /// Returns the wait that a value asks for: seconds, a time in seconds or milliseconds since 1970, a duration such as
  /// `6m0s`, or a date; nil if it is none of them.
  package static func duration(
    _ value: String, at reference: Date = Date(), now: Date = Date(), inMilliseconds: Bool = false
  ) -> Duration? {
    let text = String(value.trimmingSpaces)
    var seconds: Double
    if text.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }), let number = Double(text) {
      switch number {
      case ..<0: return nil
      case ..<1e8: seconds = inMilliseconds ? number / 1000 : number
      case 1e12...: seconds = number / 1000 - reference.timeIntervalSince1970
      case 1e9...: seconds = number - reference.timeIntervalSince1970
      default: return nil
      }
    } else if let span = span(text) {
      seconds = span
    } else if let date = HTTPDate.date(text, now: now) ?? isoDate(text) {
      seconds = date.timeIntervalSince(reference)
    } else {
      return nil
    }
    seconds = min(max(seconds, 0), longest)
    return seconds < 10
      ? .milliseconds(Int((seconds * 1000).rounded(.up))) : .seconds(Int(seconds.rounded(.up)))
  }

  /// The seconds in a field `RateLimit`: `limit=100, remaining=0, reset=40`, or `"default";r=0;t=40`.
  private static func reset(in value: String) -> String? {
    var parts: [Substring: String] = [:]
    for part in value.split(whereSeparator: { ",; ".contains($0) }) {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { parts[pair[0]] = String(pair[1]) }
    }
    guard (parts["r"] ?? parts["remaining"]).map({ $0 == "0" }) ?? true else { return nil }
    return parts["t"] ?? parts["reset"]
  }

  /// The seconds of a text such as `6m0s`, `1.5s` or `120ms`.
  private static func span(_ text: String) -> Double? {
    var rest = text[...]
    var seconds = 0.0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(number.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400]
      guard let count = Double(number), let factor = units[String(unit)] else { return nil }
      seconds += count * factor
    }
    return seconds
  }

  /// A date such as `2026-11-22T04:40:00Z`, with or without a fraction, in UTC.
  private static func isoDate(_ text: String) -> Date? {
    let day = text.prefix(10).split(separator: "-")
    let clock = text.dropFirst(11).prefix(8)
    guard text.utf8.count >= 19, day.count == 3, let month = Int(day[1]),
      HTTPDate.months.indices.contains(month - 1)
    else { return nil }
    return HTTPDate.date("Sun, \(day[2]) \(HTTPDate.months[month - 1]) \(day[0]) \(clock) GMT")
  }
}
