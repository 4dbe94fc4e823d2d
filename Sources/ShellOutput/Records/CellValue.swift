public import CoreEvents
public import FoundationEssentials

/// What stands in one field of a record.
public enum CellValue: Sendable, Hashable {
  /// Text.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A decimal number, such as a price: written in its shortest form.
  case decimal(Decimal)
  /// A truth value.
  case boolean(Bool)
  /// A list or an object: nested in JSON, and written as JSON elsewhere.
  case json(JSONValue)
  /// Nothing: empty in a table, in TSV and in CSV, `null` in JSON.
  case null
}
