import ShellCommands
import ShellOutput

/// The candidates below the line, to choose from with the arrow keys or Tab.
struct CandidateMenu {
  /// What a key does while the menu is shown.
  enum Key: Equatable {
    case next, previous, nextPage, previousPage, accept, leave, delete
    case text(String)
  }

  private(set) var completion: Completion
  /// The word before the first Tab.
  let original: [UInt8]
  /// The word when the menu opened, with the beginning that Tab inserted.
  private let opened: [UInt8]
  /// The word as the user typed it: by and by, more of it.
  private(set) var typed: [UInt8]
  private(set) var selected: Int?
  /// The first candidate on the screen.
  private var first = 0
  private var shown = 1
  /// The bytes of a key that is not complete yet.
  private var pending: [UInt8] = []

  /// - Parameters:
  ///   - original: the word before the first Tab.
  ///   - typed: the word in the line.
  init(_ completion: Completion, original: [UInt8], typed: [UInt8]) {
    (self.completion, self.original) = (completion, original)
    (self.opened, self.typed) = (typed, typed)
  }

  /// The candidate that is chosen, or else the word as it was typed.
  var word: String {
    selected.map { completion.candidates[$0].replacement } ?? String(decoding: typed, as: UTF8.self)
  }

  /// Whether what was typed leaves one candidate.
  var isDecided: Bool { selected == nil && completion.candidates.count == 1 }

  /// Whether Enter takes that candidate: it differs from what was typed.
  var canTakeOnly: Bool { isDecided && completion.candidates[0].replacement != word }

  /// Returns a longer word without the beginning that Tab inserted: what the user alone has typed.
  func withoutInserted(_ word: [UInt8]) -> [UInt8] {
    word.count > opened.count && word.starts(with: opened)
      ? original + word.dropFirst(opened.count) : word
  }

  mutating func move(by step: Int) {
    let count = completion.candidates.count
    guard count > 0 else { return }
    guard let selected else {
      selected = step > 0 ? 0 : count - 1
      return
    }
    let isPage = abs(step) > 1
    self.selected =
      isPage ? min(max(selected + step, 0), count - 1) : (selected + step + count) % count
  }

  /// How many candidates a page has.
  var page: Int { shown }

  /// Shows other candidates, for a longer or shorter word.
  mutating func show(_ completion: Completion, for typed: [UInt8]) {
    (self.completion, self.typed) = (completion, typed)
    (selected, first) = (nil, 0)
  }

  /// Reads a byte of a key.
  ///
  /// - Parameter isLast: whether no byte follows at once, as one does in the sequence of a key.
  /// - Returns: the key; nil if more bytes follow; or the bytes, if they are no key of the menu.
  mutating func read(_ byte: UInt8, isLast: Bool) -> Result<Key?, Other> {
    pending.append(byte)
    let bytes = pending
    if let key = Self.key(of: bytes, isLast: isLast) {
      pending = []
      return .success(key)
    }
    let isBeginning =
      Self.sequences.contains { $0.0.utf8.starts(with: bytes) }
      || byte >= 0x80 && bytes.count < 4 && String(validating: bytes, as: UTF8.self) == nil
    if isBeginning, !(isLast && bytes == [0x1B]) { return .success(nil) }
    pending = []
    return .failure(Other(bytes: bytes))
  }

  /// Bytes that are not for the menu.
  struct Other: Error { let bytes: [UInt8] }

  private static let sequences: [(String, Key)] = [
    ("\u{1B}[A", .previous), ("\u{1B}OA", .previous), ("\u{1B}[Z", .previous),
    ("\u{1B}[B", .next), ("\u{1B}OB", .next), ("\u{1B}[5~", .previousPage),
    ("\u{1B}[6~", .nextPage), ("\t", .next), ("\u{E}", .next), ("\u{10}", .previous),
    ("\r", .accept), ("\n", .accept), ("\u{7}", .leave), ("\u{7F}", .delete), ("\u{8}", .delete),
  ]

  private static func key(of bytes: [UInt8], isLast: Bool) -> Key? {
    if bytes == [0x1B], isLast { return .leave }
    if let found = sequences.first(where: { $0.0.utf8.elementsEqual(bytes) }) { return found.1 }
    guard let first = bytes.first, first > 0x20, first != 0x7F else { return nil }
    return String(validating: bytes, as: UTF8.self).map { .text($0) }
  }

  /// Returns the rows of the menu: parts with their styles.
  ///
  /// - Parameters:
  ///   - columns: the width of the screen.
  ///   - rows: how many rows there is room for: at least two.
  mutating func lines(
    columns: Int, rows: Int, _ palette: Palette
  ) -> [[(text: String, style: String)]] {
    let count = completion.candidates.count
    let hasRest = count > rows - (completion.remark == nil ? 0 : 1)
    shown = hasRest ? rows - 1 : count
    if let selected { first = min(max(first, selected - shown + 1), selected) }
    first = max(0, min(first, count - shown))
    let candidates = completion.candidates[...]
    let rows = CandidateList.rows(
      of: candidates[first..<first + shown],
      longest: CandidateList.longestLabel(of: candidates), width: columns - 1)
    var lines = rows.enumerated().map { index, row in
      let isSelected = first + index == selected
      let style = palette.code(of: isSelected ? .match : .candidate)
      let plain = isSelected ? style : ""
      return row.rest.isEmpty
        ? [(text: row.label, style: plain)] : [(text: row.label, style: style), (row.rest, plain)]
    }
    let rest = hasRest ? "… and \(count - shown) more, of \(count)" : nil
    let notes = [rest, completion.remark].compactMap(\.self)
    if !notes.isEmpty {
      lines.append([(TerminalText.cut(notes.joined(separator: "; "), to: columns - 1), "")])
    }
    return lines
  }
}
