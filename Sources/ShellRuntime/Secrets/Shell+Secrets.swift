import ShellOutput

extension Shell {
  /// Whether a typed statement is kept out of the history: it begins with a blank, or may hold a secret.
  func isSecret(_ statement: String) -> Bool {
    statement.first?.isWhitespace == true || holdsSecret(statement)
  }

  /// Whether a statement may hold a secret.
  func holdsSecret(_ statement: String) -> Bool { !secrets(in: statement).isEmpty }

  /// A statement as errors show it, with `…` in the place of what may be a secret.
  ///
  /// - Parameter error: its range is moved to where the same text stands then.
  func masked(_ statement: String, moving error: inout ShellError) -> String {
    let places = secrets(in: statement)
    if places.isEmpty { return statement }
    let bytes = Array(statement.utf8)
    var masked: [UInt8] = []
    var end = 0
    var range = error.range.map { ($0.lowerBound, $0.upperBound) }
    for place in places {
      masked += bytes[end..<place.lowerBound]
      let start = masked.count
      // The lines behind it keep their numbers.
      masked += Array("…".utf8) + bytes[place].filter { $0 == UInt8(ascii: "\n") }
      end = place.upperBound
      let mark = start..<start + "…".utf8.count
      if let old = error.range {
        if place.contains(old.lowerBound) { range?.0 = mark.lowerBound }
        if place.contains(old.upperBound - 1) { range?.1 = mark.upperBound }
        let shift = masked.count - end
        if old.lowerBound >= end { range?.0 = old.lowerBound + shift }
        if old.upperBound > end { range?.1 = old.upperBound + shift }
      }
    }
    masked += bytes[end...]
    error.range = range.map { $0.0..<max($0.0, $0.1) }
    return String(decoding: masked, as: UTF8.self)
  }

  /// A text that a message quotes, with `…` in the place of what may be a secret.
  func masked(_ text: String) -> String {
    var error = ShellError.interrupted
    return masked(text, moving: &error)
  }

  private func secrets(in statement: String) -> [Range<Int>] {
    var finder = SecretFinder(self)
    return finder.places(in: statement)
  }
}
