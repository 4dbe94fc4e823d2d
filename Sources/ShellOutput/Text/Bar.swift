/// A horizontal bar.
public enum Bar {
  /// The characters that a bar consists of.
  public enum Form: Sendable {
    /// Blocks of eighths of a cell.
    case eighths
    /// Whole blocks.
    case blocks
    /// `#`, for a terminal without blocks.
    case ascii
  }

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The bar for a part of a whole; a part above zero is always visible.
  ///
  /// - Parameters:
  ///   - share: the part, from 0 to 1.
  ///   - length: the length of the whole, in cells.
  ///   - form: the characters of the bar.
  public static func text(_ share: Double, length: Int, _ form: Form) -> String {
    guard share > 0, length > 0 else { return "" }
    let share = min(share, 1)
    guard form == .eighths else {
      let count = max(1, Int((share * Double(length)).rounded()))
      return String(repeating: form == .ascii ? "#" : "█", count: count)
    }
    let count = max(1, Int((share * Double(length) * 8).rounded()))
    return String(repeating: "█", count: count / 8) + eighths[count % 8]
  }
}
