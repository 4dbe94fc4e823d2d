/// A field of a result's records.
public struct Column: Sendable, Codable, Equatable {
  /// The field's name, as the API spells it: `currency_code`.
  public var name: String

  /// How a table shows the field; other formats ignore it.
  public var hint: Hint?

  /// The minimum width in a table, in cells, for rows that appear one by one.
  ///
  /// By default it depends on the rows.
  public var width: Int?

  /// Creates a column.
  public init(_ name: String, hint: Hint? = nil, width: Int? = nil) {
    self.name = name
    self.hint = hint
    self.width = width
  }

  /// How a table shows a field.
  public enum Hint: Sendable, Codable, Equatable {
    /// An amount of money. Another column has the currency's code, which decides the number of decimals.
    case money(currency: String)
    /// A rating from 1 to 5, as stars.
    case stars
    /// A day: a date at midnight is shown without its time. Text with a date and time in ISO 8601 is shown as
    /// a date too.
    case date
    /// A time in a log, to the millisecond. Text with a date and time in ISO 8601 is shown as a time too.
    case timestamp
    /// A count, with a bar that shows its share of the total in another column.
    case bar(of: String)
    /// A list of numbers, as a small line: `▁▃▇`. Each has a scale of its own, from its least number to its greatest.
    case spark
  }
}
