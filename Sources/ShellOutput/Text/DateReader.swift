public import FoundationEssentials

/// Parses dates and times in ISO 8601 and RFC 3339.
///
/// Unlike the library's parser, it accepts only the text as a whole, and checks the length of each month.
public struct DateReader {
  private var bytes: Substring.UTF8View

  /// Returns the beginning of a day, `2026-11-22`, in UTC.
  ///
  /// - Returns: the time, or nil if the text is something else or the day does not exist.
  public static func day(_ text: String) -> Date? {
    var reader = DateReader(bytes: text[...].utf8)
    guard let seconds = reader.day(), reader.bytes.isEmpty else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// Returns the time of a date and time with a time zone: `2026-11-22T05:40:00Z`,
  /// `2026-11-22T05:40:00.120+01:00`; the letters can be small ones.
  ///
  /// - Returns: the time, or nil if the text is something else or the time does not exist.
  public static func moment(_ text: String) -> Date? {
    var reader = DateReader(bytes: text[...].utf8)
    guard let day = reader.day(), reader.skipEither("T", "t"), let time = reader.time(),
      let fraction = reader.fraction(), let offset = reader.offset(), reader.bytes.isEmpty
    else { return nil }
    return Date(timeIntervalSince1970: Double(day + time - offset) + fraction)
  }

  /// Returns the seconds since 1970 of a time without a time zone, as if it were in UTC: `2026-11-22T05:40:00`,
  /// `2026-11-22 05:40`, `2026-11-22`.
  ///
  /// - Returns: whole seconds and a fraction, or nil if the text is something else or the time does not exist.
  package static func local(_ text: String) -> (seconds: Int, fraction: Double)? {
    var reader = DateReader(bytes: text[...].utf8)
    guard let day = reader.day() else { return nil }
    if reader.bytes.isEmpty { return (day, 0) }
    guard reader.skipEither("T", "t") || reader.skip(" "),
      let time = reader.time(mayLackSeconds: true), let fraction = reader.fraction(),
      reader.bytes.isEmpty
    else { return nil }
    return (day + time, fraction)
  }

  /// Returns the seconds east of UTC of `Z`, `+01:00` or `+0100`; nil for any other text.
  package static func offset(_ text: String) -> Int? {
    var reader = DateReader(bytes: text[...].utf8)
    guard let offset = reader.offset(), reader.bytes.isEmpty else { return nil }
    return offset
  }

  /// Reads a day, and returns its first second since 1970.
  private mutating func day() -> Int? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    let before = (1..<month).reduce(0) { $0 + Self.days(inMonth: $1, of: year) }
    // The leap years before this one; before 1970 there were 477.
    let leapYears = year == 0 ? -1 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400
    return ((year - 1970) * 365 + leapYears - 477 + before + day - 1) * 86_400
  }

  /// Reads hours, minutes and seconds; second 60 is a leap second.
  private mutating func time(mayLackSeconds: Bool = false) -> Int? {
    guard let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60
    else { return nil }
    if mayLackSeconds, bytes.isEmpty { return (hours * 60 + minutes) * 60 }
    guard skip(":"), let seconds = number(2), seconds <= 60 else { return nil }
    return (hours * 60 + minutes) * 60 + seconds
  }

  private mutating func fraction() -> Double? {
    guard skip(".") else { return 0 }
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes[digits.endIndex...]
    return Double("0." + String(Substring(digits))).flatMap { digits.isEmpty ? nil : $0 }
  }

  /// Reads `Z`, `+01:00` or `+0100`, and returns the seconds east of UTC.
  private mutating func offset() -> Int? {
    if skipEither("Z", "z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2), hours < 24 else { return nil }
    _ = skip(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    let seconds = (hours * 60 + minutes) * 60
    return isWest ? -seconds : seconds
  }

  private mutating func number(_ count: Int) -> Int? {
    let digits = bytes.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    bytes = bytes.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: character) else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  private mutating func skipEither(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
    skip(one) || skip(other)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
