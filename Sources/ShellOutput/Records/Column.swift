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

  /// Whether the user chose the field by its name, so that a table never leaves it out.
  package var isChosen = false

  /// Whether a terminal's table rounds amounts of money to the decimals of their currency.
  package var isRounded = false

  /// Whether each record has the field.
  package var presence = Presence.always

  /// Whether records may lack the field, so that only a record tells whether there is one.
  package var isOptional: Bool { presence == .own }

  /// Creates a column.
  public init(_ name: String, hint: Hint? = nil, width: Int? = nil) {
    self.name = name
    self.hint = hint
    self.width = width
  }

  private enum CodingKeys: CodingKey { case name, hint, width }

  /// Which records have a field.
  package enum Presence: Sendable {
    /// All, or a stage or a command has named it.
    case always
    /// Those that came with it; a table has the column in any case, and first.
    case described
    /// Those for which the expression of a stage has a value; a table has the column in any case.
    case set
    /// Those that came with it.
    case own
    /// The record is only this value, such as an element 7 of an array, and the name is what stages call it.
    case element
  }

  /// The only column of elements that are no records.
  static let element = {
    var column = Column("value")
    column.presence = .element
    return column
  }()

  /// How a table shows a field.
  public enum Hint: Sendable, Codable, Equatable {
    /// An amount of money. The currency's code decides the number of decimals; it is in the column of this
    /// name, or is itself given, such as `EUR`, if all amounts have one currency. A terminal shows the amount
    /// with its currency, and leaves out the column with the code.
    case money(currency: String)
    /// A rating from 1 to 5, as stars.
    case stars
    /// A day: a date at midnight is shown without its time. Text with a date and time in ISO 8601 is shown as
    /// a date too.
    case date
    /// A time in a log, to the millisecond. Text with a date and time in ISO 8601 is shown as a time too.
    case timestamp
    /// A count, with a bar that shows its share of the total in another column. In a list, the bars share one
    /// scale, and the greatest total is a whole bar.
    case bar(of: String)
    /// A list of numbers, as a small line: `▁▃▇`. Each has a scale of its own, from its least number to its greatest.
    case spark
  }
}
