import FoundationEssentials
import SeashellKit

/// A number, or a time as seconds since 1970, for drawing.
struct ChartValue: Sendable {
  var number: Double
  var isTime: Bool

  /// Reads a value: a number, a date, or text that is one; nil for null and blank text.
  ///
  /// APIs send amounts and times as text, so `"12.50"` is a number here.
  ///
  /// - Throws: ``NotDrawable`` for other values.
  init?(_ value: CellValue) throws(NotDrawable) {
    switch value {
    case .null, .missing: return nil
    case .integer(let number): self.init(number: Double(number), isTime: false)
    case .decimal(let number):
      guard let number = Double(number.description) else { throw NotDrawable(value: value) }
      self.init(number: number, isTime: false)
    case .date(let date): self.init(number: date.timeIntervalSince1970, isTime: true)
    case .text(let text), .untyped(let text):
      if text.allSatisfy(\.isWhitespace) { return nil }
      if let date = DateReader.moment(text) ?? DateReader.day(text) {
        self.init(number: date.timeIntervalSince1970, isTime: true)
      } else if JSONNumber.isNumber(text), let number = Double(text), number.isFinite {
        self.init(number: number, isTime: false)
      } else {
        throw NotDrawable(value: value)
      }
    case .boolean, .list, .record: throw NotDrawable(value: value)
    }
  }

  private init(number: Double, isTime: Bool) {
    (self.number, self.isTime) = (number, isTime)
  }

  /// The error of a value that is neither a number nor a time.
  struct NotDrawable: Error { var value: CellValue }
}

/// A field of the records of a chart: its values, and how they are shown.
struct ChartField {
  private(set) var field: RecordField
  /// Whether its values may be times.
  private let takesTimes: Bool
  /// The numbers, one for each record; nil for a record without a value.
  private(set) var numbers: [Double?] = []
  /// The values as the records have them.
  private(set) var values: [CellValue] = []
  private(set) var hint: Column.Hint?
  private(set) var isTime = false
  /// How many records have no value.
  private(set) var missing = 0
  /// The currencies of the amounts, if it is money.
  private(set) var currencies: [String] = []
  /// The currency of each record's amount; nil if it has none.
  private(set) var codes: [String?] = []
  private var currency: Int?
  private var hasValue = false

  /// The field's name, for a terminal.
  var name: String { TerminalText.escaped(TerminalText.flattened(field.text)) }

  init(_ field: RecordField, takesTimes: Bool) {
    self.field = field
    self.takesTimes = takesTimes
  }

  mutating func begin(_ columns: [Column]) {
    field.find(in: columns)
    currency = nil
    hint = hint ?? field.hint(in: columns)
    if case .money(let name)? = field.hint(in: columns) {
      currency = columns.firstIndex { $0.name == name }
    }
  }

  mutating func add(_ row: [CellValue]) throws(ShellError) {
    let value: ChartValue?
    do {
      value = try ChartValue(field.value(in: row))
    } catch {
      throw refused(error.value)
    }
    var code: String?
    if let currency, case .text(let text) = row[currency] { code = text }
    defer {
      values.append(field.value(in: row))
      codes.append(code)
    }
    guard let value else {
      numbers.append(nil)
      missing += 1
      return
    }
    if value.isTime, !takesTimes { throw refused(field.value(in: row)) }
    if hasValue, value.isTime != isTime {
      throw ShellError(
        .usage, "'\(name)' has both numbers and times, which share no axis", word: field.word)
    }
    (hasValue, isTime) = (true, value.isTime)
    numbers.append(value.number)
    if let code, !currencies.contains(code) { currencies.append(code) }
  }

  /// How the number of one record is shown: with the sign of its own currency.
  func shown(_ index: Int, in style: OutputStyle) -> NumberText {
    var text = NumberText(isTime: isTime, currency: codes[index], style: style)
    text.addsCode = currencies.count > 1 && !style.isTerminal
    return text
  }

  private func refused(_ value: CellValue) -> ShellError {
    let text = value.plainText
    let short = text.prefix(40) + (text.count > 40 ? "…" : "")
    return ShellError(
      .usage,
      "'\(name)' is '\(short)' in record \(numbers.count + 1), not a number"
        + (takesTimes ? " or a time" : ""),
      hint: "leave such records out before it, for example with 'where'", word: field.word)
  }

  /// The name, with the currency of amounts whose sign is not shown.
  func title(in style: OutputStyle) -> String {
    currencies.count == 1 && !style.isTerminal ? "\(name) (\(currencies[0]))" : name
  }

  /// How a number of this field is shown: with the currency's sign, if there is one currency.
  func shown(in style: OutputStyle) -> NumberText {
    NumberText(isTime: isTime, currency: currencies.count == 1 ? currencies[0] : nil, style: style)
  }

  /// The lines below a chart about records without a value and about several currencies.
  func remarks(_ action: String) -> [String] {
    guard missing > 0 else { return currencyRemarks }
    let records = missing == 1 ? "1 record has" : "\(missing) records have"
    return ["\(records) no \(name), and \(missing == 1 ? "is" : "are") \(action)"]
      + currencyRemarks
  }

  /// A line about amounts that only look comparable.
  var currencyRemarks: [String] {
    guard currencies.count > 1 else { return [] }
    let shown = currencies.prefix(4).joined(separator: ", ") + (currencies.count > 4 ? ", …" : "")
    return ["\(name) is in several currencies, drawn as plain numbers: \(shown)"]
  }
}

extension RecordField {
  fileprivate func hint(in columns: [Column]) -> Column.Hint? {
    guard isColumn, let column, column < columns.count else { return nil }
    return columns[column].hint
  }
}

/// Writes the numbers of one field or axis.
struct NumberText {
  let isTime: Bool
  let currency: String?
  let style: OutputStyle
  /// Whether the currency's code stands behind an amount, which has no sign.
  var addsCode = false

  /// The text of a value as the records have it.
  @MainActor
  func text(_ value: CellValue) -> String {
    guard let currency, !value.isNothing else {
      return TerminalText.escaped(TerminalText.flattened(value.plainText))
    }
    return style.money(value, currency: currency)
      + (addsCode ? " " + TerminalText.escaped(TerminalText.flattened(currency)) : "")
  }

  /// The text of a mark of a scale.
  @MainActor
  func text(_ mark: ScaleMark) -> String {
    if currency != nil, let decimal = Decimal(string: mark.text) { return text(.decimal(decimal)) }
    return mark.text
  }
}
