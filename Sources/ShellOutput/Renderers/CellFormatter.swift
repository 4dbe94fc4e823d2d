import FoundationEssentials

/// Writes values as a table shows them.
@MainActor
package struct CellFormatter {
  private let columns: [Column]
  private let style: OutputStyle
  private let partners: [Int?]
  private var countWidth = 0

  /// For a terminal, dates and money are shown in the reader's time zone and form.
  package init(_ columns: [Column], style: OutputStyle) {
    self.columns = columns
    self.style = style
    partners = columns.map { column in
      switch column.hint {
      case .money(let name), .bar(let name): columns.firstIndex { $0.name == name }
      case .stars, .date, .timestamp, .spark, nil: nil
      }
    }
  }

  /// Pads the counts before bars to the widest count in these rows, so that the bars line up.
  mutating func alignBars(in rows: [[CellValue]]) {
    for (index, column) in columns.enumerated() {
      guard case .bar = column.hint else { continue }
      for row in rows { countWidth = max(countWidth, row[index].plainText.utf8.count) }
    }
  }

  /// The maximum length of a bar in cells, given the total width for a count and its bar.
  func barLength(within width: Int) -> Int {
    max(0, width - countWidth - 1)
  }

  package func text(_ index: Int, in row: [CellValue], barLength: Int) -> String {
    let value = row[index]
    return switch (columns[index].hint, value) {
    case (_, .null): ""
    case (.money, _): money(value, in: partners[index].map { row[$0] })
    case (.stars, _): stars(value)
    case (.bar, _): bar(value, of: partners[index].map { row[$0] }, length: barLength)
    case (.date, _): date(value, to: .day)
    case (.timestamp, _): date(value, to: .millisecond)
    case (.spark, _): Spark.text(value, isUnicode: style.locale?.isUTF8 != false) ?? shown(value)
    case (nil, _): shown(value)
    }
  }

  private func shown(_ value: CellValue) -> String {
    switch value {
    case .text(let text), .untyped(let text): shown(text)
    case .date(let date): self.date(date, to: .minute)
    case .list(let values): list(values)
    case .record(let fields): record(fields)
    default: value.plainText
    }
  }

  private func list(_ values: [CellValue]) -> String {
    values.map(nested).joined(separator: ", ")
  }

  private func record(_ fields: [CellValue.Field]) -> String {
    fields.map { "\(shown($0.name)): \(nested($0.value))" }.joined(separator: ", ")
  }

  /// The text of a value inside another one, with visible ends.
  private func nested(_ value: CellValue) -> String {
    switch value {
    case .null: "null"
    case .list(let values): "[\(list(values))]"
    case .record(let fields): "{\(record(fields))}"
    default: shown(value)
    }
  }

  private func date(_ value: CellValue, to precision: DateText.Precision) -> String {
    switch value {
    case .date(let date): self.date(date, to: precision)
    case .text(let text):
      DateReader.moment(text).map { date($0, to: precision) } ?? shown(text)
    default: shown(value)
    }
  }

  private func date(_ date: Date, to precision: DateText.Precision) -> String {
    let text =
      style.isTerminal
      ? DateText.local(date, to: precision, in: style.locale?.dates) : DateText.iso8601(date)
    return text ?? ""
  }

  /// The text in one line; escaped even in files, since people read tables on terminals.
  func shown(_ text: String) -> String {
    TerminalText.escaped(TerminalText.flattened(text))
  }

  private func money(_ value: CellValue, in currency: CellValue?) -> String {
    guard case .text(let code) = currency else { return shown(value.plainText) }
    switch value {
    case .decimal(let amount): return money(amount, code)
    case .integer(let amount): return money(Decimal(amount), code)
    default: return shown(value.plainText)
    }
  }

  private func money(_ amount: Decimal, _ code: String) -> String {
    if style.isTerminal, let text = style.locale?.money?.text(amount, currencyCode: code) {
      return shown(text)
    }
    return Money.digits(amount, currencyCode: code)
  }

  private func stars(_ value: CellValue) -> String {
    guard let number = value.number, (0...5).contains(number) else {
      return shown(value.plainText)
    }
    let count = Int(number.rounded())
    let stars = String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count)
    return number == Double(count) ? stars : "\(stars) \(value.plainText)"
  }

  private func bar(_ value: CellValue, of total: CellValue?, length: Int) -> String {
    guard let count = value.number else { return shown(value.plainText) }
    let text = value.plainText
    let padded = String(repeating: " ", count: max(0, countWidth - text.utf8.count)) + text
    guard count > 0, length > 0, let total = total?.number, total > 0 else { return padded }
    let form: Bar.Form =
      !style.isTerminal ? .blocks : style.locale?.isUTF8 == false ? .ascii : .eighths
    return padded + " " + Bar.text(count / total, length: length, form)
  }
}
