/// What an argument's or an option's text may be.
public enum ValueType: Sendable, Codable, Equatable {
  /// Text whose length, counted in characters (grapheme clusters), lies within bounds.
  case text(length: ClosedRange<Int>? = nil)
  /// A whole number within bounds.
  case integer(ClosedRange<Int>? = nil)
  /// A number of at least zero with a decimal part.
  case number
  /// One of a few words.
  case choice([String])
}
