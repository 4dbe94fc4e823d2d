import ShellLanguage
import ShellOutput
import Synchronization

/// Whether the sides of a comparison were ever of one kind, so that one that can never be true is reported.
final class ComparedKinds: Sendable {
  private struct Mismatch {
    var count = 1
    let left: String
    /// Whether the left side had several kinds.
    var isMixed = false
    let right: String
    let hint: String?
  }

  /// The left side, as in an error.
  let name: String
  /// The right side, if it is a word.
  private let word: ShellLanguage.Expression.Value?
  /// How many comparisons there are for each record: the values behind `in`.
  private let valueCount: Int
  private let hasMet = Atomic(false)
  private let mismatch = Mutex<Mismatch?>(nil)

  init(
    _ left: ShellLanguage.Expression, _ right: ShellLanguage.Expression, valueCount: Int = 1
  ) {
    name = left.description
    self.valueCount = valueCount
    if case .word(let value, _) = right { word = value } else { word = nil }
  }

  /// Notes that both sides were of one kind.
  @inline(__always)
  func noteMeeting() { hasMet.store(true, ordering: .relaxed) }

  func note(_ relation: Operand.Relation, _ one: Operand, _ other: Operand) {
    switch relation {
    case .order, .equal, .different: noteMeeting()
    case .withoutValue: break
    case .otherKind, .noTime:
      if case .untyped = one { return }
      if case .untyped = other { return }
      mismatch.withLock { mismatch in
        guard var earlier = mismatch else {
          let hint =
            relation == .noTime
            ? Operand.timeHint(name) : one.comparisonHint(name, word, isOrder: false)
          mismatch = Mismatch(left: one.kind, right: other.kind, hint: hint)
          return
        }
        earlier.count += 1
        if earlier.left != one.kind { earlier.isMixed = true }
        mismatch = earlier
      }
    }
  }

  /// What to report at the end; nil if both sides were of one kind once, or had no values.
  ///
  /// - Parameter count: how many records there were.
  func notice(ofRecords count: Int) -> String? {
    guard !hasMet.load(ordering: .relaxed), let mismatch = mismatch.withLock({ $0 }) else {
      return nil
    }
    let compared = mismatch.count / valueCount
    let isSingle = compared == 1
    var records = isSingle ? "the only record" : "all \(compared) records"
    if compared != count { records += " that \(isSingle ? "was" : "were") compared" }
    let what = mismatch.isMixed ? "is never \(mismatch.right)" : "is \(mismatch.left)"
    return "\(name) \(what) in \(records)" + (mismatch.hint.map { "; \($0)" } ?? "")
  }
}

extension Operand {
  /// How a text becomes a time.
  ///
  /// - Parameter name: its expression, in quotes if it is a field or a variable.
  static func timeHint(_ name: String) -> String {
    let part = name.hasSuffix("'") ? String(name.dropFirst().dropLast()) : "…"
    return "a time is as 2026-11-22T05:40:00Z; 'date(\(part))' reads those of HTTP, "
      + "'date(\(part), 'UTC')' those without a zone"
  }

  /// How a value of this kind can be compared, after an attempt with one of another kind.
  ///
  /// - Parameters:
  ///   - name: the value's expression in quotes.
  ///   - word: the word that it was compared with, if it was one.
  func comparisonHint(
    _ name: String, _ word: ShellLanguage.Expression.Value?, isOrder: Bool
  ) -> String? {
    let path = name.hasSuffix("'") ? String(name.dropFirst().dropLast()) : "it"
    let isOwnKind = word.map { value in
      value.isQuoted && WordValue.operand(.init(value.text)).kind == kind
    }
    if isOwnKind == true, let word { return "write \(word.text) without quotes" }
    switch self {
    case .text:
      guard let word, !word.isQuoted else { return nil }
      return isOrder ? "write '\(word.text)' to compare it as text" : "write '\(word.text)'"
    case .untyped: return "= and ~ compare text"
    case .number: return "compare it with a number, such as 5 or 18.50"
    case .date: return "compare it with a date, such as 2026-11-22 or 2026-11-22T05:40:00Z"
    case .boolean: return "compare it with true or false"
    case .list: return "~ finds an element, and '\(path)[0]' is the first one"
    case .record(let fields):
      return "compare a field of it, such as '\(path).\(fields.first?.name ?? "name")'"
    case .duration, .null, .missing: return nil
    }
  }
}
