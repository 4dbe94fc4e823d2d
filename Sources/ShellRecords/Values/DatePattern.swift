import FoundationEssentials
import Glibc

/// Writes a date after a pattern, with the conversions of `strftime`, in the local time zone and in English.
enum DatePattern {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns nil for an unknown conversion, or a date beyond the calendar.
  static func text(of date: Date, as pattern: String) -> String? {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var time = tm()
    guard localtime_r(&seconds, &time) != nil else { return nil }
    var result = ""
    var rest = pattern[...]
    while let mark = rest.firstIndex(of: "%") {
      result += rest[..<mark]
      let letter = rest.index(after: mark)
      guard letter < rest.endIndex, let text = text(rest[letter], time) else { return nil }
      result += text
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

  /// The beginning of a date's day in the local time zone.
  static func startOfDay(_ date: Date) -> Date {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var time = tm()
    guard localtime_r(&seconds, &time) != nil else { return date }
    (time.tm_hour, time.tm_min, time.tm_sec, time.tm_isdst) = (0, 0, 0, -1)
    return Date(timeIntervalSince1970: Double(mktime(&time)))
  }
}
