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

  /// The marks within a range of times, in seconds since 1970.
  func marks(from low: Double, to high: Double) -> [ScaleMark] {
    var marks: [ScaleMark] = []
    guard var time = start(before: low) else { return [] }
    while Double(time) <= high, marks.count < 1_000 {
      if Double(time) >= low { marks.append(ScaleMark(number: Double(time), text: text(time))) }
      guard let next = next(after: time), next > time else { break }
      time = next
    }
    return marks
  }

  /// The last moment of this step that is not after a time; nil if the calendar does not reach so far.
  func start(before time: Double) -> Int? {
    guard abs(time) < 6e10 else { return nil }
    let time = Int(time.rounded(.down))
    guard var fields = Self.fields(time) else { return nil }
    switch unit {
    case .second: fields.tm_sec -= fields.tm_sec % Int32(count)
    case .minute:
      fields.tm_sec = 0
      fields.tm_min -= fields.tm_min % Int32(count)
    case .hour:
      (fields.tm_sec, fields.tm_min) = (0, 0)
      fields.tm_hour -= fields.tm_hour % Int32(count)
    case .day:
      let day = Self.day(fields)
      // 1970 began on a Thursday: weeks begin on Monday.
      let shift = count.isMultiple(of: 7) ? 3 : 0
      fields = Self.fields(ofDay: day - Self.remainder(day + shift, count))
    case .month:
      let month = Int(fields.tm_year) * 12 + Int(fields.tm_mon)
      fields = Self.fields(ofMonth: month - Self.remainder(month, count))
    case .year:
      let year = Int(fields.tm_year) + 1900
      fields = Self.fields(ofMonth: (year - Self.remainder(year, count) - 1900) * 12)
    }
    fields.tm_isdst = unit.rawValue < Unit.day.rawValue ? fields.tm_isdst : -1
    let start = mktime(&fields)
    // An hour that the clocks skip.
    return start > time ? start - unit.rawValue * count : start
  }

  /// The moment one step after another one.
  func next(after time: Int) -> Int? {
    switch unit {
    case .second, .minute, .hour:
      // A little later and back, so that the marks stay at full hours when the clocks change.
      return start(before: Double(time + unit.rawValue * count + unit.rawValue / 2))
    case .day:
      guard let fields = Self.fields(time) else { return nil }
      var next = Self.fields(ofDay: Self.day(fields) + count)
      return mktime(&next)
    case .month, .year:
      guard let fields = Self.fields(time) else { return nil }
      let months = unit == .year ? count * 12 : count
      var next = Self.fields(ofMonth: Int(fields.tm_year) * 12 + Int(fields.tm_mon) + months)
      return mktime(&next)
    }
  }

  /// A mark's text: as much of the time as the step changes.
  func text(_ time: Int) -> String {
    guard let fields = Self.fields(time) else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(fields.tm_hour)):\(two(fields.tm_min))"
    let day = "\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
    let isMidnight = fields.tm_hour == 0 && fields.tm_min == 0 && fields.tm_sec == 0
    return switch unit {
    case .second: "\(clock):\(two(fields.tm_sec))"
    case .minute, .hour: isMidnight ? day : clock
    case .day: day == "01-01" ? "\(Int(fields.tm_year) + 1900)" : day
    case .month: "\(Int(fields.tm_year) + 1900)-\(two(fields.tm_mon + 1))"
    case .year: "\(Int(fields.tm_year) + 1900)"
    }
  }

  private static func remainder(_ number: Int, _ divisor: Int) -> Int {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }

  private static func fields(_ time: Int) -> tm? {
    var (time, fields) = (time, tm())
    return localtime_r(&time, &fields) == nil ? nil : fields
  }

  private static func day(_ fields: tm) -> Int {
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (fields.tm_year, fields.tm_mon, fields.tm_mday)
    return timegm(&date) / 86_400
  }

  private static func fields(ofDay day: Int) -> tm {
    var fields = tm()
    (fields.tm_year, fields.tm_mday, fields.tm_isdst) = (70, Int32(1 + day), -1)
    return fields
  }

  private static func fields(ofMonth month: Int) -> tm {
    var fields = tm()
    let year = (month - remainder(month, 12)) / 12
    fields.tm_year = Int32(year)
    (fields.tm_mon, fields.tm_mday, fields.tm_isdst) = (Int32(month - year * 12), 1, -1)
    return fields
  }
}
