import CPCRE2
import Synchronization

/// A regular expression in ECMAScript's syntax, as JSON Schema uses it, with bounded matching time.
///
/// PCRE2 matches it. Where the two languages differ, PCRE2's rule applies; two cases are known: `\s` matches
/// only ASCII, and the expression in `(?<=…)` must have a fixed length.
package struct Pattern: Sendable {
  /// The maximum length of an expression, in bytes.
  static let longest = 10_000

  /// The default limit on a match, in steps; a step tries one item of the expression.
  package static let steps = 1_000_000

  /// The limit on a match's time, in milliseconds; the step limit is usually reached first, unless the text
  /// is long.
  private static let milliseconds: UInt32 = 100

  /// The expressions compiled last: a command that runs again matches with the same ones.
  private static let compiled = Mutex<[(text: String, expression: Expression)]>([])
  private static let mostCompiled = 16

  private let expression: Expression

  /// Compiles an expression, unless it was compiled a short time ago.
  ///
  /// - Throws: ``PatternError`` `malformed`, also if it is too long or uses syntax that ECMAScript lacks, or
  ///   `unavailable`.
  package init(_ text: String) throws(PatternError) {
    // By its bytes: Strings are also equal if only their compositions of characters differ.
    let known = Self.compiled.withLock { compiled in
      compiled.first { $0.text.utf8.elementsEqual(text.utf8) }?.expression
    }
    if let known {
      expression = known
      return
    }
    guard text.utf8.count <= Self.longest, let bytes = PatternSyntax.translated(text) else {
      throw .malformed
    }
    if let problem = cpcre2_open() { throw .unavailable(String(cString: problem)) }
    guard let pointer = cpcre2_compile(bytes, bytes.count) else { throw .malformed }
    let expression = Expression(pointer)
    self.expression = expression
    Self.compiled.withLock { compiled in
      if compiled.count == Self.mostCompiled { compiled.removeFirst() }
      compiled.append((text, expression))
    }
  }

  /// Returns whether a text contains a match.
  ///
  /// It blocks for 100 ms at most, and for 20 ms unless the text is long.
  ///
  /// - Throws: ``PatternError`` `tooExpensive` if the limit is reached before the result is known.
  package func matches(_ text: String, steps: Int = Self.steps) throws(PatternError) -> Bool {
    var text = text
    let result = text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return expression.match([0], 0, steps) }
      return expression.match(start, bytes.count, steps)
    }
    guard result >= 0 else { throw .tooExpensive }
    return result == 1
  }

  /// `@unchecked Sendable` since PCRE2 does not change a compiled expression when it matches it.
  private final class Expression: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cpcre2_free(pointer) }

    func match(_ start: UnsafePointer<UInt8>, _ count: Int, _ steps: Int) -> Int32 {
      cpcre2_match(pointer, start, count, UInt32(clamping: steps), Pattern.milliseconds)
    }
  }
}

/// Why a pattern cannot be used, or a match has no result.
package enum PatternError: Error, Sendable, Equatable {
  /// It is not an ECMAScript expression that PCRE2 can read, or it is too long.
  case malformed
  /// Matching exceeds a limit.
  case tooExpensive
  /// PCRE2 is not available; the sentence says what to install.
  case unavailable(String)
}

/// The installed libpcre2.
package enum PatternLibrary {
  /// Opens libpcre2 and returns its version, such as `10.42`.
  ///
  /// - Returns: the version, or why libpcre2 cannot be used.
  package static func read() -> (version: String?, problem: String?) {
    if let problem = cpcre2_open() { return (nil, String(cString: problem)) }
    // A date follows the number.
    return (String(cString: cpcre2_version()).split(separator: " ").first.map(String.init), nil)
  }
}
