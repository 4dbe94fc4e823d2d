import FoundationEssentials

/// Parses dates in header fields, including the obsolete forms (RFC 9110, section 5.6.7).
enum HTTPDate {
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses a date; nil if the text has none of these forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday,
  /// 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  static func date(_ text: some StringProtocol, now: Date = Date()) -> Date? {
    let parts = text.split { $0 == " " || $0 == "-" }.map { String($0) }
    if text.contains(",") {
      guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT" else { return nil }
      guard text.contains("-") else { return date(parts[1], parts[2], parts[3], parts[4]) }
      guard parts[3].count == 2, let short = number(parts[3]) else { return nil }
      return date(parts[1], parts[2], "\(year(short, now: now))", parts[4])
    }
    guard parts.count == 5 else { return nil }
    return date(parts[2], parts[1], parts[4], parts[3])
  }

  /// Expands a two-digit year to the latest one that is at most 50 years in the future.
  private static func year(_ short: Int, now: Date) -> Int {
    let current = 1970 + Int(now.timeIntervalSince1970 / 31_556_952)
    let year = current - current % 100 + short
    return year > current + 50 ? year - 100 : year
  }

  private static func date(_ day: String, _ month: String, _ year: String, _ time: String) -> Date?
  {
    guard let day = number(day), let month = months.firstIndex(of: month), year.count == 4,
      let year = number(year)
    else { return nil }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    let clock = parts.compactMap { $0.utf8.count == 2 ? number($0) : nil }
    guard clock.count == 3, parts.count == 3, (1...31).contains(day), clock[0] < 24, clock[1] < 60,
      clock[2] <= 60
    else { return nil }
    let days = days(year, month + 1, day)
    return Date(
      timeIntervalSince1970: Double(days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]))
  }

  /// The days since 1970 in the Gregorian calendar.
  ///
  /// Counts years from March, so that a leap day is the last day of its year.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.hasOnlyDigits ? Int(text) : nil
  }
}
