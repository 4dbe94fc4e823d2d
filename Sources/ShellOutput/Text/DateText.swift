import FoundationEssentials
import Glibc

/// Formats dates.
///
/// It uses the system's C library for the calendar and the time zone; the library reads the zone's file for
/// the first date.
enum DateText {
  enum Precision {
    /// `2026-11-22 05:40`.
    case minute
    /// `2026-11-22 05:40:12.345`.
    case millisecond
    /// `2026-11-22` at midnight, in UTC or in the reader's time zone; otherwise as ``minute``.
    case day
  }

  /// The date and time in UTC after ISO 8601: `2026-11-22T04:40:00Z`, or `2026-11-22T04:40:00.120Z`
  /// if it has milliseconds; nil for an invalid date.
  static func iso8601(_ date: Date) -> String? {
    guard let moment = Moment(date), let time = moment.time(gmtime_r) else { return nil }
    let fraction = moment.milliseconds == 0 ? "" : "." + padded(moment.milliseconds, 3)
    return "\(day(time))T\(minute(time)):\(padded(time.tm_sec, 2))\(fraction)Z"
  }

  /// The date and time in the time zone of the variable `TZ` or the system; nil for an invalid
  /// date.
  ///
  /// Without a format, it is as in ISO 8601 with a blank in the middle.
  static func local(
    _ date: Date, to precision: Precision, in format: DateFormat? = nil
  ) -> String? {
    guard let moment = Moment(date), let time = moment.time(localtime_r) else { return nil }
    func day(_ time: tm) -> String { format?.day(time) ?? Self.day(time) }
    var seconds = ""
    switch precision {
    case .minute: break
    case .millisecond:
      seconds = ":\(padded(time.tm_sec, 2)).\(padded(moment.milliseconds, 3))"
    case .day:
      // Servers send a day without a time as midnight in UTC.
      if moment.isMidnightInUTC, let time = moment.time(gmtime_r) { return day(time) }
      if moment.milliseconds == 0, time.tm_hour == 0, time.tm_min == 0, time.tm_sec == 0 {
        return day(time)
      }
    }
    return "\(day(time)) \(clock(time, seconds, format?.halves))"
  }

  /// A date, rounded to milliseconds.
  private struct Moment {
    let seconds: Int
    let milliseconds: Int32

    /// Returns nil for a date that is not a number, or whose milliseconds do not fit an `Int`.
    init?(_ date: Date) {
      let rounded = (date.timeIntervalSince1970 * 1000).rounded()
      guard let count = Int(exactly: rounded) else { return nil }
      let (quotient, remainder) = count.quotientAndRemainder(dividingBy: 1000)
      seconds = remainder < 0 ? quotient - 1 : quotient
      milliseconds = Int32(remainder < 0 ? remainder + 1000 : remainder)
    }

    var isMidnightInUTC: Bool { milliseconds == 0 && seconds.isMultiple(of: 86_400) }

    /// The calendar's fields; nil if the year does not fit.
    func time(
      _ convert: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
    ) -> tm? {
      var time = tm()
      return withUnsafePointer(to: seconds) { convert($0, &time) == nil ? nil : time }
    }
  }

  private static func day(_ time: tm) -> String {
    "\(padded(time.tm_year + 1900, 4))-\(padded(time.tm_mon + 1, 2))-\(padded(time.tm_mday, 2))"
  }

  /// The time of day, with the given text after the minutes: `05:40` or `05:40 AM`.
  static func clock(_ time: tm, _ seconds: String, _ halves: DateFormat.Halves?) -> String {
    guard let halves else { return minute(time) + seconds }
    var shown = time
    shown.tm_hour = (time.tm_hour + 11) % 12 + 1
    return "\(minute(shown))\(seconds) \(time.tm_hour < 12 ? halves.am : halves.pm)"
  }

  private static func minute(_ time: tm) -> String {
    "\(padded(time.tm_hour, 2)):\(padded(time.tm_min, 2))"
  }

  private static func padded(_ number: Int32, _ count: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "")
      + String(repeating: "0", count: max(0, count - digits.utf8.count))
      + digits
  }
}
