/// A field that every record of a result has.
public struct Column: Sendable, Codable, Equatable {
  /// The field's name, that of the wire: `currency_code`.
  public var name: String

  /// How a table draws the field; no other form reads it.
  public var hint: Hint?

  /// How many cells a table gives the field at least, for rows that are shown one by one; nil lets
  /// the rows decide.
  public var width: Int?

  /// Makes a column.
  public init(_ name: String, hint: Hint? = nil, width: Int? = nil) {
    self.name = name
    self.hint = hint
    self.width = width
  }

  /// How a table draws a field.
  public enum Hint: Sendable, Codable, Equatable {
    /// An amount, with as many decimals as the currency has whose code stands in another column.
    case money(currency: String)
    /// A rating of one to five, as stars.
    case stars
    /// A count, with a bar that shows its share of the number in another column.
    case bar(of: String)
  }
}
