/// Dates and times as RFC 3339 writes them.
enum DateText {
  static func isDateTime(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count > 11, let mark = text.dropFirst(10).first, mark | 0x20 == UInt8(ascii: "t")
    else { return false }
    return isDate(text.prefix(10)) && isTime(text.dropFirst(11))
  }

  static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    guard let parts = numbers(in: text, as: "dddd-dd-dd"), (1...12).contains(parts[1]) else {
      return false
    }
    let (year, month) = (parts[0], parts[1])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return (1...days).contains(parts[2])
  }

  /// `12:30:00.5+02:00`; a leap second is the last one of a day in UTC.
  static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    guard let time = numbers(in: text.prefix(8), as: "dd:dd:dd"), time[0] < 24, time[1] < 60,
      time[2] <= 60
    else { return false }
    var zone = text.dropFirst(8)
    if zone.first == UInt8(ascii: ".") {
      let digits = zone.dropFirst().prefix(while: \.isDigit)
      if digits.isEmpty { return false }
      zone = zone.dropFirst(digits.count + 1)
    }
    guard let offset = minutes(of: zone) else { return false }
    let minute = (time[0] * 60 + time[1] - offset + 1440) % 1440
    return time[2] < 60 || minute == 1439
  }

  /// The offset from UTC, in minutes; nil for other texts than `Z` and `+02:00`.
  private static func minutes(of zone: ArraySlice<UInt8>) -> Int? {
    guard let first = zone.first else { return nil }
    if first | 0x20 == UInt8(ascii: "z") { return zone.count == 1 ? 0 : nil }
    let isNegative = first == UInt8(ascii: "-")
    guard isNegative || first == UInt8(ascii: "+"),
      let parts = numbers(in: zone.dropFirst(), as: "dd:dd"), parts[0] < 24, parts[1] < 60
    else { return nil }
    let minutes = parts[0] * 60 + parts[1]
    return isNegative ? -minutes : minutes
  }

  /// The numbers in a text of a form, in which each `d` is a digit.
  private static func numbers(in text: ArraySlice<UInt8>, as form: StaticString) -> [Int]? {
    guard text.count == form.utf8CodeUnitCount else { return nil }
    var numbers = [0]
    for (offset, byte) in text.enumerated() {
      if form.utf8Start[offset] == UInt8(ascii: "d") {
        guard byte.isDigit else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte & 0x0F)
      } else {
        guard byte == form.utf8Start[offset] else { return nil }
        numbers.append(0)
      }
    }
    return numbers
  }
}
