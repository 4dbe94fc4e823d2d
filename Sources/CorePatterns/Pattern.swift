import CPCRE2

/// A regular expression in ECMAScript's syntax, as JSON Schema has it, whose matching has a bound.
///
/// PCRE2 matches it. Where the two languages differ, PCRE2's rule holds; the known cases are that `\s`
/// means ASCII alone, and that what comes before a `(?<=` must have a fixed length.
package struct Pattern: Sendable {
  /// The longest expression, in bytes.
  package static let longest = 10_000

  /// How many steps a match may take unless another number is given; a step tries one item of the
  /// expression.
  package static let steps = 1_000_000

  /// How long a match may compute, in milliseconds; the steps are over earlier unless the text is long.
  private static let milliseconds: UInt32 = 100

  private let expression: Expression

  /// Compiles an expression.
  ///
  /// - Throws: ``PatternError`` `malformed`, also if it is too long or has what ECMAScript has not, and
  ///   `unavailable`.
  package init(_ text: String) throws(PatternError) {
    guard text.utf8.count <= Self.longest, let bytes = PatternSyntax.translated(text) else {
      throw .malformed
    }
    if let problem = cpcre2_open() { throw .unavailable(String(cString: problem)) }
    guard let compiled = cpcre2_compile(bytes, bytes.count) else { throw .malformed }
    expression = Expression(compiled)
  }

  /// Returns whether a text contains a match.
  ///
  /// It blocks for 100 ms at most, and for 20 ms unless the text is long.
  ///
  /// - Throws: ``PatternError`` `tooExpensive` if that is not known after so many steps.
  package func matches(_ text: String, steps: Int = Self.steps) throws(PatternError) -> Bool {
    var text = text
    let result = text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return expression.match([0], 0, steps) }
      return expression.match(start, bytes.count, steps)
    }
    guard result >= 0 else { throw .tooExpensive }
    return result == 1
  }

  /// Owns a compiled expression.
  ///
  /// It is `@unchecked Sendable` since PCRE2 does not change a compiled expression when it matches it.
  private final class Expression: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cpcre2_free(pointer) }

    func match(_ start: UnsafePointer<UInt8>, _ count: Int, _ steps: Int) -> Int32 {
      cpcre2_match(pointer, start, count, UInt32(clamping: steps), Pattern.milliseconds)
    }
  }
}

/// Why a pattern cannot be used, or a match is not known.
package enum PatternError: Error, Sendable, Equatable {
  /// The expression is not one of ECMAScript that PCRE2 can read, or is too long.
  case malformed
  /// Matching takes more than its bound.
  case tooExpensive
  /// PCRE2 cannot be used; the sentence says what to install.
  case unavailable(String)
}
