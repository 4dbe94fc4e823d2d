/// How a table shows a list of records.
package enum RecordLayout: String, Sendable, CaseIterable {
  /// A line for each record, or for each field if too much would be cut on the terminal.
  case auto
  /// A line for each field of each record.
  case vertical
  /// A line for each record, even if it is wider than the terminal.
  case wide
}

/// The abilities of an output's reader: a terminal, its width and colours.
public struct OutputStyle: Sendable, Equatable {
  /// Whether the output goes to a terminal, so that control characters are escaped.
  public var isTerminal: Bool

  /// The terminal's width in cells; nil for no limit.
  public var columns: Int?

  /// The colours, if any.
  package var colors: Palette?

  /// How the reader at a terminal writes money and dates; nil for the same form everywhere.
  package var locale: ReaderLocale?

  /// How a table shows a list.
  package var layout = RecordLayout.auto

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - isTerminal: whether the output goes to a terminal.
  ///   - columns: the terminal's width in cells; at least two, the width of a wide character.
  ///   - colors: the colours; nil for none.
  ///   - locale: the reader's formats of money and dates, at a terminal.
  package init(
    isTerminal: Bool, columns: Int? = nil, colors: Palette? = nil, locale: ReaderLocale? = nil
  ) {
    self.isTerminal = isTerminal
    self.columns = columns.map { max(2, $0) }
    self.colors = colors
    self.locale = locale
  }

  /// Whether both write the same.
  public static func == (first: OutputStyle, second: OutputStyle) -> Bool {
    first.isTerminal == second.isTerminal && first.columns == second.columns
      && first.colors == second.colors && first.locale === second.locale
      && first.layout == second.layout
  }

  /// Whether the reader sees every character, such as those of blocks and lines.
  public var isUnicode: Bool { locale?.isUTF8 != false }

  /// Whether there are colours.
  public var hasColors: Bool { colors != nil }

  /// The style of a file or a pipe: no escapes, width or colours.
  package static let plain = OutputStyle(isTerminal: false)

  /// The line before a record of a list that has a line for each field.
  static func separator(_ number: Int, isASCII: Bool = false) -> String {
    let line = isASCII ? "--" : "──"
    return "\(line) \(number) \(line)"
  }

  /// Escapes a message and, on a terminal, wraps it between words.
  ///
  /// It escapes messages to files too, since people read logs on terminals. The terminal itself breaks a message
  /// without a blank, such as an address, so that it can be copied as one line.
  public func lines(of message: String) -> [String] {
    let text = TerminalText.escaped(message)
    guard isTerminal, let columns, text.contains(" ") else { return [text] }
    return TerminalText.lines(of: text, folding: columns)
  }

  /// Removes colour codes: ESC, `[`, digits and `;`, `m`.
  package static func withoutColors(_ bytes: [UInt8]) -> [UInt8] {
    let escape = UInt8(ascii: "\u{1B}")
    guard bytes.contains(escape) else { return bytes }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let start = rest.firstIndex(of: escape) {
      plain += rest[..<start]
      rest = rest[start...]
      let code = rest.dropFirst(2).prefix { (0x30...0x3B).contains($0) }
      let end = code.endIndex
      if rest.dropFirst().first == UInt8(ascii: "["), end < rest.endIndex,
        rest[end] == UInt8(ascii: "m")
      {
        rest = rest[(end + 1)...]
      } else {
        plain.append(escape)
        rest = rest.dropFirst()
      }
    }
    return plain + rest
  }

  /// A text in the colour of its role, if there are colours.
  public func painted(_ text: String, as role: Palette.Role) -> String {
    colors?.painted(text, as: role) ?? text
  }
}
