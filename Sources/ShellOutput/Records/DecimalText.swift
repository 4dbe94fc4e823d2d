import FoundationEssentials

/// Decimal numbers in their shortest form.
enum DecimalText {
  /// The number without an exponent, a thousands mark or a zero that says nothing: `12.5`, `1200`.
  static func shortest(_ number: Decimal) -> String {
    number.description
  }
}
