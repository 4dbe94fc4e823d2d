import FoundationEssentials
import ShellOutput

extension FunctionCall {
  /// From this number on, it is milliseconds since 1970; in seconds it would be the year 5138.
  private static let leastMilliseconds = ExactNumber(100_000_000_000)

  /// A text or a number as a date; a second argument is the zone or the pattern of the text.
  func date() throws(ShellError) -> Date {
    let value = arguments[0]
    let form = arguments.count > 1 ? try text(1) : nil
    if let form, form.contains("%") { return try date(as: form) }
    let zone = try form.map { name throws(ShellError) in try self.zone(name, at: 1) }
    if let number = value.asNumber {
      let isMilliseconds = (number.isNegative ? -number : number) >= Self.leastMilliseconds
      let milliseconds = isMilliseconds ? number : number * ExactNumber(1000)
      if let date = milliseconds.flatMap({ Date(milliseconds: $0) }) { return date }
    }
    if let zone, let text = value.asText, let local = DateReader.local(text) {
      guard let seconds = zone.seconds(ofLocal: local.seconds) else {
        throw places[0].error("is no time in \(form ?? ""): clocks were put forward over it")
      }
      return Date(timeIntervalSince1970: Double(seconds) + local.fraction)
    }
    if let date = value.asDate ?? value.asText.flatMap(DatePattern.httpDate) { return date }
    let isLocal = value.asText.flatMap(DateReader.local) != nil
    throw places[0].error(
      isLocal ? "is a time without a zone" : "is \(value.kind), and not a date",
      hint: isLocal
        ? "name its zone: date(…, 'UTC') or date(…, 'Europe/Berlin')"
        : "write a day, 2026-11-22, or a time with its zone, 2026-11-22T05:40:00Z")
  }

  private func date(as pattern: String) throws(ShellError) -> Date {
    if let date = DatePattern.date(try text(0), as: pattern) { return date }
    throw places[0].error(
      "is no date with the pattern '\(pattern)'",
      hint: "a pattern has \(DatePattern.conversions)")
  }

  private func zone(_ name: String, at index: Int) throws(ShellError) -> TimeZoneRules {
    if let zone = TimeZoneRules.named(name) { return zone }
    throw places[index].error(
      "is no time zone", hint: "write 'UTC', 'Europe/Berlin' or '+02:00'; a pattern has a %")
  }

  func format() throws(ShellError) -> Operand {
    guard let date = arguments[0].asDate else { throw error(0, needs: "a date") }
    let zone = try arguments.count > 2 ? self.zone(try text(2), at: 2) : nil
    guard let text = DatePattern.text(of: date, as: try text(1), in: zone) else {
      throw places[1].error(
        "is not a pattern for dates", hint: "use \(DatePattern.conversions)")
    }
    return .text(try bounded(text))
  }
}
