import ShellOutput

/// A duration as text: a number with a unit, such as `5min` or `1.5h`.
package enum TimeSpan {
  /// The units, each in milliseconds.
  private static let units: [(name: String, milliseconds: Int)] = [
    ("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000), ("days", 86_400_000),
    ("weeks", 604_800_000), ("day", 86_400_000), ("week", 604_800_000),
  ]

  /// The milliseconds of a duration; nil for any other text.
  static func milliseconds(_ text: String) -> ExactNumber? {
    guard let last = text.utf8.last, last | 0x20 >= UInt8(ascii: "a"), text.utf8.count <= 100,
      let start = text.utf8.firstIndex(where: { $0 | 0x20 >= UInt8(ascii: "a") }),
      let unit = units.first(where: { text[start...] == $0.name }),
      let number = ExactNumber(String(text[..<start]))
    else { return nil }
    return number * ExactNumber(unit.milliseconds)
  }

  /// The duration that a text is; nil for any other text.
  package static func duration(_ text: String) -> Duration? {
    milliseconds(text).flatMap { Double($0.cell.plainText) }.map { .milliseconds($0) }
  }

  /// The text of a duration, with the largest unit of which it is a whole number: `90min`.
  static func text(ofMilliseconds number: ExactNumber) -> String {
    for unit in ["days", "h", "min", "s"] where number.mantissa != 0 {
      guard let count = units.first(where: { $0.name == unit })?.milliseconds,
        let rest = number.remainder(dividingBy: ExactNumber(count)), rest.mantissa == 0,
        let whole = number.divided(by: ExactNumber(count))
      else { continue }
      return whole.cell.plainText + unit
    }
    return number.cell.plainText + "ms"
  }
}
