import FoundationEssentials
import Glibc

enum Sendings {
  /// Returns the description: `sent once at 2026-11-23 12:03`.
  ///
  /// - Parameter date: the time of the last sending.
  static func text(_ count: Int, _ date: Date) -> String {
    let times = count > 1 ? "\(count) times, last" : "once"
    return "sent \(times) at \(minute(of: date))"
  }

  /// A time to the minute, in the user's time zone.
  private static func minute(of date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(1900 + parts.tm_year)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    return "\(day) \(padded(parts.tm_hour)):\(padded(parts.tm_min))"
  }
}

extension Setback {
  /// The setback; for a write held because it was sent, it also says how often that was.
  ///
  /// - Parameter before: how many times it was sent before this try.
  func saying(_ before: Int, at now: Date) -> Setback {
    let count = before + (wasSent ? 1 : 0)
    guard count > 0, isInDoubt || isHeldAsSent else { return self }
    var setback = self
    setback.reason += "; \(Sendings.text(count, now))"
    if isInDoubt { setback.reason += "; it may have been applied" }
    return setback
  }
}
