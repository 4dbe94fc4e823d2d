import Glibc

/// A reader's date format, from a locale of the C library: `22.11.2026 05:40`.
struct DateFormat: Sendable, Equatable {
  /// The format of a day, for `strftime`: `%d.%m.%Y`.
  let day: String
  /// The words for the two halves of a day, if the locale has a 12-hour clock.
  let halves: Halves?

  struct Halves: Sendable, Equatable {
    var am: String
    var pm: String
  }

  init(day: String, halves: Halves? = nil) {
    self.day = day
    self.halves = halves
  }

  /// Returns nil for the locales `C` and `POSIX`, and for a locale that is not installed.
  init?(locale name: String) {
    guard let locale = InstalledLocale(name, LC_TIME), let day = locale.text(D_FMT), !day.isEmpty
    else { return nil }
    self.day = day
    // It is a 12-hour clock if the usual time of day names the half.
    let time = locale.text(T_FMT) ?? ""
    let counts = ["%r", "%I", "%p", "%l"].contains { time.contains($0) }
    if counts, let am = locale.text(AM_STR), let pm = locale.text(PM_STR), !am.isEmpty {
      halves = Halves(am: am, pm: pm)
    } else {
      halves = nil
    }
  }

  /// The day of a time; nil if the format has none.
  func day(_ time: tm) -> String? {
    var time = time
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer -> String? in
      guard let start = buffer.baseAddress, strftime(start, buffer.count, day, &time) > 0 else {
        return nil
      }
      return String(validatingCString: start)
    }
    return text.map { TerminalText.escaped($0) }
  }
}
