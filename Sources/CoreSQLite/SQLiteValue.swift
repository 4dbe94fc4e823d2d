/// A value that is bound to a statement's parameter.
package enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Makes a text, or null where there is none.
  package static func text(orNull text: String?) -> SQLiteValue {
    text.map(SQLiteValue.text) ?? .null
  }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Makes an integer.
  package init(integerLiteral value: Int) { self = .integer(value) }

  /// Makes a text.
  package init(stringLiteral value: String) { self = .text(value) }
}
