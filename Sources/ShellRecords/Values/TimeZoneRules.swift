import FoundationEssentials
import Glibc
import ShellOutput
import Synchronization

/// The offsets of a zone's local time from UTC, as the system's file of the zone has them (RFC 9636).
struct TimeZoneRules: Sendable {
  /// The seconds since 1970 at which offsets change, in order, with the offset that follows.
  private var changes: [(start: Int, offset: Int)] = []
  /// The offset before the first change.
  private var firstOffset: Int
  /// What holds after the last change, if that is not its offset.
  private var yearly: YearlyTimeRule?

  private static let folder = "/usr/share/zoneinfo/"
  private static let last = Mutex<(name: String, rules: TimeZoneRules)?>(nil)

  /// Returns the zone of a name, such as `Europe/Berlin` or `UTC`, or of an offset, such as `+02:00`.
  ///
  /// - Returns: nil if there is no such zone.
  static func named(_ name: String) -> TimeZoneRules? {
    if let last = last.withLock({ $0 }), last.name == name { return last.rules }
    let fixed = name == "UTC" ? 0 : DateReader.offset(name)
    guard let rules = fixed.map({ TimeZoneRules(firstOffset: $0) }) ?? read(name) else {
      return nil
    }
    last.withLock { $0 = (name, rules) }
    return rules
  }

  private init(firstOffset: Int) { self.firstOffset = firstOffset }

  private static func read(_ name: String) -> TimeZoneRules? {
    guard name.utf8.first != UInt8(ascii: "/"), !name.isEmpty, !name.contains(".."),
      !name.utf8.contains(0), let data = FileManager.default.contents(atPath: folder + name)
    else { return nil }
    return TimeZoneRules([UInt8](data))
  }

  /// Reads a file's second block, whose times have 64 bits.
  init?(_ bytes: [UInt8]) {
    guard let first = Header(bytes, at: 0), first.version >= UInt8(ascii: "2"),
      let header = Header(bytes, at: 44 + first.size(ofTime: 4))
    else { return nil }
    let times = header.start
    let kinds = times + header.timeCount * 8
    let offsets = kinds + header.timeCount
    guard header.typeCount > 0, header.start + header.size(ofTime: 8) <= bytes.count else {
      return nil
    }
    func offset(_ kind: Int) -> Int {
      Int(Int32(truncatingIfNeeded: Self.number(bytes, at: offsets + kind * 6, 4)))
    }
    firstOffset = offset(0)
    for index in 0..<header.timeCount {
      let kind = Int(bytes[kinds + index])
      guard kind < header.typeCount else { return nil }
      changes.append((Self.number(bytes, at: times + index * 8, 8), offset(kind)))
    }
    let footer = bytes[(header.start + header.size(ofTime: 8))...].dropFirst()
    yearly = YearlyTimeRule(String(decoding: footer.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  private struct Header {
    let version: UInt8
    /// The first byte behind the header.
    let start: Int
    let timeCount: Int
    let typeCount: Int
    private let otherSizes: Int
    private let leapCount: Int

    init?(_ bytes: [UInt8], at place: Int) {
      guard bytes.count >= place + 44, bytes[place..<place + 4].elementsEqual("TZif".utf8) else {
        return nil
      }
      func count(_ index: Int) -> Int { number(bytes, at: place + 20 + index * 4, 4) }
      version = bytes[place + 4]
      start = place + 44
      (leapCount, timeCount, typeCount) = (count(2), count(3), count(4))
      otherSizes = count(0) + count(1) + count(5)
    }

    func size(ofTime width: Int) -> Int {
      timeCount * (width + 1) + typeCount * 6 + leapCount * (width + 4) + otherSizes
    }
  }

  private static func number(_ bytes: [UInt8], at place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The seconds east of UTC at a time, in seconds since 1970.
  func offset(at seconds: Int) -> Int {
    guard let last = changes.last else { return yearly?.offset(at: seconds) ?? firstOffset }
    if seconds >= last.start { return yearly?.offset(at: seconds) ?? last.offset }
    return changes.last { $0.start <= seconds }?.offset ?? firstOffset
  }

  /// Returns the seconds since 1970 of a local time, which is given as if it were in UTC.
  ///
  /// - Returns: the earlier one of two; nil if clocks were put forward over it.
  func seconds(ofLocal local: Int) -> Int? {
    for offset in [offset(at: local - 86_400), offset(at: local + 86_400)]
    where self.offset(at: local - offset) == offset {
      return local - offset
    }
    return nil
  }
}

/// When a zone has which offset in each year, in the form of the variable `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyTimeRule: Sendable {
  private let standard: Int
  private var summer: (offset: Int, start: Change, end: Change)?

  /// A weekday of a week of a month, and a local time on it in seconds.
  private struct Change {
    let month: Int
    let week: Int
    let weekday: Int
    let time: Int

    /// Its local time in a year, as if it were in UTC.
    func local(in year: Int) -> Int {
      let (first, firstWeekday) = Self.first(of: month, year)
      var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      // The fifth is the last.
      let count = (Self.first(of: month + 1, year).seconds - first) / 86_400
      if day >= count { day -= 7 }
      return first + day * 86_400 + time
    }

    private static func first(of month: Int, _ year: Int) -> (seconds: Int, weekday: Int) {
      var time = tm()
      (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), 1)
      let seconds = timegm(&time)
      return (seconds, Int(time.tm_wday))
    }
  }

  /// Returns nil for an empty text, or a rule that counts the days of the year, which no zone has today.
  init?(_ text: String) {
    var rest = text[...]
    guard Self.skipName(&rest), let standard = Self.time(&rest) else { return nil }
    self.standard = -standard
    if rest.isEmpty { return }
    guard Self.skipName(&rest) else { return nil }
    var summer = -standard + 3600
    if rest.first != "," {
      guard let offset = Self.time(&rest) else { return nil }
      summer = -offset
    }
    guard let start = Self.change(&rest), let end = Self.change(&rest), rest.isEmpty else {
      return nil
    }
    self.summer = (summer, start, end)
  }

  private static func skipName(_ rest: inout Substring) -> Bool {
    let before = rest
    if rest.first == "<" {
      rest = rest.drop { $0 != ">" }.dropFirst()
    } else {
      rest = rest.drop { $0.isLetter }
    }
    return rest.startIndex != before.startIndex
  }

  /// Reads `1`, `-5:30` or `+26:00:00` as seconds.
  private static func time(_ rest: inout Substring) -> Int? {
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    guard var seconds = number(&rest) else { return nil }
    seconds *= 3600
    for unit in [60, 1] where rest.first == ":" {
      rest.removeFirst()
      guard let number = number(&rest) else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    return digits.count < 4 ? Int(digits) : nil
  }

  /// Reads `,M3.5.0` or `,M3.5.0/3`.
  private static func change(_ rest: inout Substring) -> Change? {
    guard rest.hasPrefix(",M") else { return nil }
    rest = rest.dropFirst(2)
    var numbers: [Int] = []
    for index in 0..<3 {
      guard let number = number(&rest) else { return nil }
      numbers.append(number)
      if index < 2 { rest = rest.dropFirst() }
    }
    guard (1...12).contains(numbers[0]), (1...5).contains(numbers[1]), numbers[2] < 7 else {
      return nil
    }
    var time = 7200
    if rest.first == "/" {
      rest.removeFirst()
      guard let other = Self.time(&rest) else { return nil }
      time = other
    }
    return Change(month: numbers[0], week: numbers[1], weekday: numbers[2], time: time)
  }

  /// The seconds east of UTC at a time, in seconds since 1970.
  func offset(at seconds: Int) -> Int {
    guard let summer else { return standard }
    var local = seconds + standard
    var time = tm()
    guard gmtime_r(&local, &time) != nil else { return standard }
    let year = Int(time.tm_year) + 1900
    let start = summer.start.local(in: year) - standard
    let end = summer.end.local(in: year) - summer.offset
    let isSummer =
      start < end
      ? seconds >= start && seconds < end : !(seconds >= end && seconds < start)
    return isSummer ? summer.offset : standard
  }
}
