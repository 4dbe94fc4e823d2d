/// A list of numbers as a small line.
enum Spark {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A character for each number, between the least and the greatest; a blank for null.
  ///
  /// - Parameter isUnicode: whether the reader sees blocks; otherwise the characters are digits from 1 to 8.
  /// - Returns: nil if the value is no list of numbers.
  static func text(_ value: CellValue, isUnicode: Bool) -> String? {
    guard case .list(let values) = value else { return nil }
    let numbers = values.map(\.number)
    guard zip(values, numbers).allSatisfy({ $0.isNothing || $1 != nil }) else { return nil }
    let known = numbers.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return "" }
    return String(
      numbers.map { number in
        guard let number else { return " " }
        // Halved, since the distance of two numbers may be infinite.
        let size = high / 2 - low / 2
        let share = size > 0 ? (number / 2 - low / 2) / size : 0.5
        let step = min(7, Int(share * 8))
        return isUnicode ? blocks[step] : Character("\(step + 1)")
      })
  }
}
