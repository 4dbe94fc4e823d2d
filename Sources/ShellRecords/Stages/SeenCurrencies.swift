import ShellOutput

/// The currencies of a field with amounts of money.
struct SeenCurrencies {
  private let amount: RecordField
  private var currency: RecordField
  private(set) var codes: [String] = []

  /// The field with the currency's code.
  var name: String { currency.text }

  /// Returns nil if the field is no money, or all of it has one currency.
  init?(of field: RecordField, in columns: [Column]) {
    guard let column = field.column, field.steps.isEmpty,
      case .money(let name) = columns[column].hint,
      columns.contains(where: { $0.name == name })
    else { return nil }
    amount = field
    currency = RecordField(name, word: nil)
    find(in: columns)
  }

  /// Finds the currency among the columns of the following records.
  mutating func find(in columns: [Column]) { currency.find(in: columns) }

  /// Notes a record's currency.
  ///
  /// - Returns: its index among ``codes``; nil if the record has no amount.
  @discardableResult
  mutating func note(_ row: [CellValue], amount: CellValue) -> Int? {
    guard !amount.isAbsent else { return nil }
    let code = currency.value(in: row).plainText
    if let index = codes.firstIndex(of: code) { return index }
    codes.append(code)
    return codes.count - 1
  }

  /// The notice that amounts of several currencies were compared or added.
  var notice: String {
    let shown = codes.prefix(4).joined(separator: ", ") + (codes.count > 4 ? ", …" : "")
    return "'\(amount.text)' is in several currencies (\(shown)), taken as plain numbers; "
      + "'where \(name) = \(codes.first ?? "")' keeps one"
  }
}
