import FoundationEssentials

/// Writes values as a table shows them.
@MainActor
struct CellFormatter {
  private let columns: [Column]
  private let style: OutputStyle
  /// For each column, the one with its currency or its total.
  private let partners: [Int?]
  /// The indexes of the columns to show.
  private(set) var visible: [Int]
  private var countWidth = 0
  /// For each column with bars, the number of a whole bar; empty for the total of each record.
  private var scales: [Int: Double] = [:]

  /// For a terminal, dates and money are shown in the reader's time zone and form.
  init(_ columns: [Column], style: OutputStyle) {
    self.columns = columns
    self.style = style
    visible = Array(columns.indices)
    partners = columns.map { column in
      switch column.hint {
      case .money(let name), .bar(let name): columns.firstIndex { $0.name == name }
      case .stars, .date, .timestamp, .spark, nil: nil
      }
    }
  }

  /// Prepares for rows: bars line up and share one scale, and a terminal does not show the columns of
  /// currencies that amounts of money show.
  mutating func prepare(for rows: [[CellValue]]) {
    for case (let index, let partner?) in partners.enumerated() {
      guard case .bar = columns[index].hint else { continue }
      for row in rows {
        countWidth = max(countWidth, row[index].plainText.utf8.count)
        if let total = row[partner].number { scales[index] = max(scales[index] ?? 0, total) }
      }
    }
    visible = columns.indices.filter { !isShownByMoney($0, in: rows) }
  }

  private func isShownByMoney(_ index: Int, in rows: [[CellValue]]) -> Bool {
    guard style.isTerminal, !columns[index].isChosen,
      let amount = partners.firstIndex(of: index), case .money = columns[amount].hint
    else { return false }
    return rows.allSatisfy { row in
      switch (row[index], row[amount]) {
      case (.null, _), (.missing, _), (.text, .integer), (.text, .decimal), (.text, .null),
        (.text, .missing):
        true
      default: false
      }
    }
  }

  /// The width of a count and its bar.
  func width(ofBar length: Int) -> Int { countWidth + 1 + length }

  /// The maximum length of a bar in cells, given the total width for a count and its bar.
  func barLength(within width: Int) -> Int {
    max(0, width - countWidth - 1)
  }

  func text(_ index: Int, in row: [CellValue], barLength: Int) -> String {
    let value = row[index]
    return switch (columns[index].hint, value) {
    case (_, .null), (_, .missing): ""
    case (.money(let currency), _):
      money(
        value,
        in: partners[index].map { row[$0] }
          ?? (Money.isCode(currency) ? .text(currency) : .null),
        isRounded: columns[index].isRounded)
    case (.stars, _): stars(value)
    case (.bar, _): bar(value, of: scales[index], length: barLength)
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
    fields.filter { !$0.value.isMissing }.map { "\(shown($0.name)): \(nested($0.value))" }.joined(
      separator: ", ")
  }

  /// The text of a value inside another one, with visible ends.
  private func nested(_ value: CellValue) -> String {
    switch value {
    case .null, .missing: "null"
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

  private func money(_ value: CellValue, in currency: CellValue, isRounded: Bool) -> String {
    guard case .text(let code) = currency else { return shown(value.plainText) }
    switch value {
    case .decimal(let amount): return money(amount, code, isRounded: isRounded)
    case .integer(let amount): return money(Decimal(amount), code, isRounded: false)
    default: return shown(value.plainText)
    }
  }

  private func money(_ amount: Decimal, _ code: String, isRounded: Bool) -> String {
    guard style.isTerminal else { return Money.digits(amount, currencyCode: code) }
    let amount = isRounded ? Money.rounded(amount, currencyCode: code) : amount
    return shown(
      style.locale?.money?.text(amount, currencyCode: code)
        ?? Money.formatted(amount, currencyCode: code))
  }

  private func stars(_ value: CellValue) -> String {
    guard let number = value.number, (0...5).contains(number) else {
      return shown(value.plainText)
    }
    let count = Int(number.rounded())
    let stars = String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count)
    return number == Double(count) ? stars : "\(stars) \(value.plainText)"
  }

  private func bar(_ value: CellValue, of total: Double?, length: Int) -> String {
    guard let count = value.number else { return shown(value.plainText) }
    let text = value.plainText
    let padded = String(repeating: " ", count: max(0, countWidth - text.utf8.count)) + text
    guard count > 0, length > 0, let total, total > 0 else { return padded }
    let form: Bar.Form =
      !style.isTerminal ? .blocks : style.locale?.isUTF8 == false ? .ascii : .eighths
    return padded + " " + Bar.text(count / total, length: length, form)
  }
}

extension OutputStyle {
  /// An amount of money as a table shows it: at a terminal in the reader's form, with the currency's sign.
  ///
  /// - Parameters:
  ///   - amount: a number; another value is written as it is.
  ///   - currency: the currency's code, such as `EUR`.
  @MainActor
  public func money(_ amount: CellValue, currency: String) -> String {
    let columns = [Column("amount", hint: .money(currency: "code")), Column("code")]
    return CellFormatter(columns, style: self).text(0, in: [amount, .text(currency)], barLength: 0)
  }
}
