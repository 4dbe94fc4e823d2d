import Glibc

/// A distance between the marks of a time axis, in the calendar of the reader's time zone.
struct TimeStep: Equatable {
  enum Unit: Int {
    case second = 1
    case minute = 60
    case hour = 3_600
    case day = 86_400
    case month = 2_629_746
    case year = 31_556_952
  }

  let unit: Unit
  let count: Int

  private static let steps: [(Unit, [Int])] = [
    (.second, [1, 2, 5, 10, 15, 30]), (.minute, [1, 2, 5, 10, 15, 30]), (.hour, [1, 2, 3, 6, 12]),
    (.day, [1, 2, 7, 14]), (.month, [1, 2, 3, 6]),
  ]

  /// The smallest step that divides a time into at most so many parts.
  static func fitting(_ seconds: Double, count: Int) -> TimeStep {
    let size = seconds / Double(max(1, count))
    for (unit, counts) in steps {
      for count in counts where Double(unit.rawValue * count) >= size {
        return TimeStep(unit: unit, count: count)
      }
    }
    let years = DecimalStep(atLeast: max(1, size / Double(Unit.year.rawValue)))
    return TimeStep(unit: .year, count: years.map { Int($0.number(1)) } ?? 1)
  }

  /// The moments of this step from the last one before a range of times to the first one after it, in seconds since
  /// 1970; nil if the calendar does not reach so far.
  ///
  /// The clocks may go back or forth in between: each moment is later than the one before.
  func moments(around range: ClosedRange<Double>) -> [Int]? {
    guard abs(range.lowerBound) < 1e12, abs(range.upperBound) < 1e12 else { return nil }
    let low = Int(range.lowerBound.rounded(.down))
    guard let wall = Self.wall(low) else { return nil }
    var index = index(of: wall)
    var moments: [Int] = []
    // A day that begins an hour later or earlier may be one step away.
    while index > Int.min, moments.isEmpty {
      guard let first = moment(index, near: low - wall) else { return nil }
      if first <= low { moments = [first] } else { index -= 1 }
    }
    while let last = moments.last, Double(last) < range.upperBound, moments.count < 2_000 {
      index += 1
      guard let next = moment(index, near: low - wall) else { return nil }
      if next > last { moments.append(next) }
    }
    return moments
  }

  /// The marks within a range of times.
  func marks(within range: ClosedRange<Double>) -> [ScaleMark] {
    (moments(around: range) ?? []).map { ScaleMark(number: Double($0), text: text($0)) }
      .filter { range.contains($0.number) }
  }

  /// How many of these steps a time on the clock is away from a fixed one.
  private func index(of wall: Int) -> Int {
    func quotient(_ number: Int, _ divisor: Int) -> Int {
      (number - Self.remainder(number, divisor)) / divisor
    }
    switch unit {
    case .second, .minute, .hour: return quotient(wall, unit.rawValue * count)
    case .day:
      // 1970 began on a Thursday: weeks begin on Monday.
      return quotient(quotient(wall, 86_400) + (count.isMultiple(of: 7) ? 3 : 0), count)
    case .month, .year:
      let fields = Self.fields(of: wall)
      let months = Int(fields.tm_year) * 12 + Int(fields.tm_mon)
      return unit == .month
        ? quotient(months, count) : quotient(Int(fields.tm_year) + 1900, count)
    }
  }

  /// The moment with an index; `offset` is what leads from the clock at the beginning to the moment.
  private func moment(_ index: Int, near offset: Int) -> Int? {
    var fields: tm
    switch unit {
    case .second, .minute: return index * unit.rawValue * count + offset
    case .hour where count == 1: return index * unit.rawValue + offset
    case .hour: fields = Self.fields(of: index * unit.rawValue * count)
    case .day:
      fields = Self.fields(of: (index * count - (count.isMultiple(of: 7) ? 3 : 0)) * 86_400)
    case .month, .year:
      let months = unit == .month ? index * count : (index * count - 1900) * 12
      let year = (months - Self.remainder(months, 12)) / 12
      guard let year = Int32(exactly: year) else { return nil }
      fields = tm()
      (fields.tm_year, fields.tm_mon) = (year, Int32(Self.remainder(months, 12)))
      fields.tm_mday = 1
    }
    fields.tm_isdst = -1
    return mktime(&fields)
  }

  /// A mark's text: as much of the time as the step changes.
  func text(_ time: Int) -> String {
    guard let fields = Self.local(time) else { return "" }
    let clock = "\(Self.two(fields.tm_hour)):\(Self.two(fields.tm_min))"
    let day = "\(Self.two(fields.tm_mon + 1))-\(Self.two(fields.tm_mday))"
    let isMidnight = fields.tm_hour == 0 && fields.tm_min == 0 && fields.tm_sec == 0
    let year = Self.year(fields)
    return switch unit {
    case .second: "\(clock):\(Self.two(fields.tm_sec))"
    case .minute, .hour: isMidnight ? day : clock
    case .day: day
    case .month: "\(year)-\(Self.two(fields.tm_mon + 1))"
    case .year: year
    }
  }

  /// What the marks of a range of times leave out and the reader must know: the day, if it is a single one other than
  /// today, or the years, if they are not this one.
  func context(of range: ClosedRange<Double>, now: Int = time(nil)) -> String? {
    guard unit.rawValue < Unit.month.rawValue, abs(range.lowerBound) < 1e12,
      abs(range.upperBound) < 1e12, let first = Self.local(Int(range.lowerBound.rounded(.down))),
      let last = Self.local(Int(range.upperBound)), let today = Self.local(now)
    else { return nil }
    let (year, lastYear) = (Self.year(first), Self.year(last))
    guard year == lastYear else { return "\(year) to \(lastYear)" }
    if unit.rawValue < Unit.day.rawValue, first.tm_yday == last.tm_yday {
      let isToday = (first.tm_year, first.tm_yday) == (today.tm_year, today.tm_yday)
      return isToday ? nil : "\(year)-\(Self.two(first.tm_mon + 1))-\(Self.two(first.tm_mday))"
    }
    return first.tm_year == today.tm_year ? nil : year
  }

  /// The whole of a time, as precise as times that are so many seconds apart need it.
  static func text(of time: Double, apart size: Double) -> String {
    let milliseconds = Int((time * 1000).rounded())
    let seconds = (milliseconds - remainder(milliseconds, 1000)) / 1000
    guard abs(time) < 1e12, let fields = local(seconds) else { return "\(time)" }
    var text = "\(year(fields))-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
    text += " \(two(fields.tm_hour)):\(two(fields.tm_min))"
    guard size < 120 else { return text }
    text += ":\(two(fields.tm_sec))"
    guard size < 2 else { return text }
    let fraction = String(remainder(milliseconds, 1000))
    return text + "." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func year(_ fields: tm) -> String {
    let digits = "\(Int(fields.tm_year) + 1900)"
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func remainder(_ number: Int, _ divisor: Int) -> Int {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }

  private static func local(_ time: Int) -> tm? {
    var (time, fields) = (time, tm())
    return localtime_r(&time, &fields) == nil ? nil : fields
  }

  /// What the clock shows at a moment, as seconds since 1970 began on it.
  private static func wall(_ time: Int) -> Int? {
    guard var fields = local(time) else { return nil }
    return timegm(&fields)
  }

  /// The date and time of seconds on the clock.
  private static func fields(of wall: Int) -> tm {
    var (wall, fields) = (wall, tm())
    gmtime_r(&wall, &fields)
    return fields
  }
}
