/// The ids of the wire: a letter, a hyphen and the row's key, such as `p-7`.
enum Identifier: String {
  case product = "p-"
  case review = "r-"
  case session = "s-"

  /// The id of a row.
  func text(_ number: Int) -> String { rawValue + String(number) }

  /// The row that an id names; nil where it is not written exactly as ``text(_:)`` writes it.
  func number(_ id: String) -> Int? {
    guard id.hasPrefix(rawValue), let number = Int(id.dropFirst(rawValue.count)),
      number > 0, text(number).utf8.elementsEqual(id.utf8)
    else { return nil }
    return number
  }
}
