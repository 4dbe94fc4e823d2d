import FoundationEssentials
import Glibc
import ShellOutput

/// Writes and reads a date after a pattern, with the conversions of `strftime`, in English.
enum DatePattern {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  static let conversions = "%Y %m %d %H %M %S %j %u %b %a %z %s and %%"

  /// Writes a date in a zone, or in the local time zone.
  ///
  /// - Returns: nil for an unknown conversion, or a date beyond the calendar.
  static func text(of date: Date, as pattern: String, in zone: TimeZoneRules? = nil) -> String? {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    let moment = seconds
    var time = tm()
    if let zone {
      let offset = zone.offset(at: seconds)
      seconds += offset
      guard gmtime_r(&seconds, &time) != nil else { return nil }
      time.tm_gmtoff = offset
    } else {
      guard localtime_r(&seconds, &time) != nil else { return nil }
    }
    var result = ""
    var rest = pattern[...]
    while let mark = rest.firstIndex(of: "%") {
      result += rest[..<mark]
      let letter = rest.index(after: mark)
      guard letter < rest.endIndex else { return nil }
      if rest[letter] == "s" {
        result += "\(moment)"
      } else {
        guard let text = text(rest[letter], time) else { return nil }
        result += text
      }
      rest = rest[rest.index(after: letter)...]
    }
    return result + rest
  }

  private static func text(_ conversion: Character, _ time: tm) -> String? {
    switch conversion {
    case "Y": padded(time.tm_year + 1900, 4)
    case "m": padded(time.tm_mon + 1, 2)
    case "d": padded(time.tm_mday, 2)
    case "H": padded(time.tm_hour, 2)
    case "M": padded(time.tm_min, 2)
    case "S": padded(time.tm_sec, 2)
    case "j": padded(time.tm_yday + 1, 3)
    case "u": padded(time.tm_wday == 0 ? 7 : time.tm_wday, 1)
    case "a": days[Int(time.tm_wday)]
    case "b": months[Int(time.tm_mon)]
    case "z": zone(Int32(time.tm_gmtoff / 60))
    case "%": "%"
    default: nil
    }
  }

  private static func zone(_ minutes: Int32) -> String {
    (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60, 2) + padded(abs(minutes) % 60, 2)
  }

  private static func padded(_ number: Int32, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// The form of dates in HTTP (RFC 9110, section 5.6.7), such as `Fri, 29 Mar 2024 00:30:00 GMT`.
  private static let http = "%a, %d %b %Y %H:%M:%S GMT"

  /// Reads a date of HTTP.
  static func httpDate(_ text: String) -> Date? { date(text, as: http, isUTC: true) }

  /// Reads what ``text(of:as:in:)`` writes; the local time zone holds without `%z` or `%s`.
  ///
  /// - Returns: nil if the text does not have the pattern, or the time does not exist.
  static func date(_ text: String, as pattern: String, isUTC: Bool = false) -> Date? {
    var time = tm()
    (time.tm_year, time.tm_mday, time.tm_isdst) = (70, 1, -1)
    var offset = isUTC ? 0 : nil as Int?
    var (moment, dayOfYear): (Int?, Int?)
    var (rest, form) = (text[...], pattern[...])
    while let character = form.popFirst() {
      guard character == "%" else {
        guard rest.popFirst() == character else { return nil }
        continue
      }
      guard let conversion = form.popFirst() else { return nil }
      switch conversion {
      case "%": guard rest.popFirst() == "%" else { return nil }
      case "a": guard word(&rest, of: days) != nil else { return nil }
      case "b":
        guard let month = word(&rest, of: months) else { return nil }
        time.tm_mon = month
      case "z":
        guard let zone = DateReader.offset(String(rest.prefix(5))) else { return nil }
        offset = zone
        rest = rest.dropFirst(5)
      case "s":
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        guard let number = number(&rest, 1...12) else { return nil }
        moment = isNegative ? -number : number
      case "j":
        dayOfYear = number(&rest, 3...3)
        guard let dayOfYear, (1...366).contains(dayOfYear) else { return nil }
      default:
        guard let value = number(&rest, conversion == "Y" ? 4...4 : 1...2),
          set(conversion, Int32(value), &time)
        else { return nil }
      }
    }
    guard rest.isEmpty else { return nil }
    if let moment { return Date(timeIntervalSince1970: Double(moment)) }
    if let dayOfYear { (time.tm_mon, time.tm_mday) = (0, Int32(dayOfYear)) }
    let day = time.tm_mday
    let seconds = offset.map { timegm(&time) - $0 } ?? mktime(&time)
    // The month may have no such day.
    guard dayOfYear != nil || time.tm_mday == day else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// Sets the field of a conversion that is a number; returns false if it cannot be this one.
  private static func set(_ conversion: Character, _ value: Int32, _ time: inout tm) -> Bool {
    switch conversion {
    case "Y": time.tm_year = value - 1900
    case "m":
      time.tm_mon = value - 1
      return (1...12).contains(value)
    case "d":
      time.tm_mday = value
      return (1...31).contains(value)
    case "H":
      time.tm_hour = value
      return value < 24
    case "M":
      time.tm_min = value
      return value < 60
    case "S":
      time.tm_sec = value
      return value <= 60
    case "u": return (1...7).contains(value)
    default: return false
    }
    return true
  }

  private static func word(_ rest: inout Substring, of words: [String]) -> Int32? {
    guard let index = words.firstIndex(of: String(rest.prefix(3))) else { return nil }
    rest = rest.dropFirst(3)
    return Int32(index)
  }

  private static func number(_ rest: inout Substring, _ count: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(count.upperBound).prefix { $0.isASCII && $0.isNumber }
    guard count.contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(digits)
  }

  /// The beginning of a date's day in the local time zone.
  static func startOfDay(_ date: Date) -> Date {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var time = tm()
    guard localtime_r(&seconds, &time) != nil else { return date }
    (time.tm_hour, time.tm_min, time.tm_sec, time.tm_isdst) = (0, 0, 0, -1)
    return Date(timeIntervalSince1970: Double(mktime(&time)))
  }
}
