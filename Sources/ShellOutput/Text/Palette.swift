/// The colours of a terminal's output, by their meaning.
///
/// The standard palette is readable on both light and dark backgrounds, so it uses few means: bold text in
/// the terminal's own colour, reverse video, red and magenta. In the palettes of xterm, the VGA console,
/// GNOME, Tango, macOS, Windows and Solarized, these two are the only colours with a contrast of at least 2.4
/// (WCAG 2) on the dark and on the light background. On one of the two, yellow falls to 1.7, cyan to 2.0,
/// blue to 1.6 and green to 2.2; dim text, black and white vanish on some. Only suggestions are dim, which tell nothing that the history
/// does not.
///
/// The lines of a chart have four colours of the 256: blue, orange, green and purple, with a contrast of at least 2.7
/// on black and on white. Any two of them differ by at least 30 (CIE76), also as the three kinds of colour-blind
/// readers see them by the model of Machado, Oliveira and Fernandes (2009).
///
/// Colour is never the only sign. Errors have words and carets, changed rows `+` and `~`, ratings stars or
/// numbers, and the prompt of a production environment says so.
public struct Palette: Sendable, Equatable {
  /// The meaning of a colour.
  public enum Role: String, Sendable, CaseIterable {
    /// Errors, and the carets below their position.
    case error
    /// The names of columns and fields.
    case header
    /// Ratings as stars.
    case rating
    /// The names of fields in JSON.
    case name
    /// Texts in JSON.
    case string
    /// Numbers, `true`, `false`, `null` and nested values in JSON.
    case number
    /// The prompt.
    case prompt
    /// The prompt of a production environment.
    case production
    /// Completion candidates that have a description beside them.
    case candidate
    /// The first line of the screen of `watch`.
    case title
    /// New and changed rows in `watch`.
    case changed
    /// The matches of a search in `watch`, the chosen candidate, and what is selected in a line.
    case match
    /// Commands in a line that is typed.
    case command
    /// Stages in a line that is typed.
    case stage
    /// Words there that name no command or option, and quotes that are open.
    case unknown
    /// Options in a line that is typed.
    case option
    /// Quoted text in a line that is typed.
    case quoted
    /// Variables in a line that is typed.
    case variable
    /// The bracket at the cursor, and the one that matches it.
    case bracket
    /// The suggestion behind the cursor.
    case suggestion
    /// Bars, and the first line or points of a chart.
    case series1
    /// The second line or points of a chart.
    case series2
    /// The third line or points of a chart.
    case series3
    /// The fourth line or points of a chart.
    case series4

    /// The role of a line of a chart, counted from 0.
    public static func series(_ index: Int) -> Role {
      [.series1, .series2, .series3, .series4][index % 4]
    }

    /// The code in the standard palette: the parameters of ECMA-48's SGR; empty for plain text.
    var standardCode: String {
      switch self {
      case .error, .unknown: "31"
      case .header, .name, .prompt, .candidate, .changed, .command, .stage: "1"
      case .rating, .number, .option, .quoted: "35"
      case .variable: "1;35"
      case .production: "1;31"
      case .string: ""
      case .title, .match, .bracket: "7"
      case .suggestion: "2"
      case .series1: "38;5;27"
      case .series2: "38;5;166"
      case .series3: "38;5;36"
      case .series4: "38;5;133"
      }
    }
  }

  /// The standard palette.
  package static let standard = Palette(changes: [:])

  private static let longestCode = 32

  /// The codes that differ from the standard ones.
  private let changes: [Role: String]

  private init(changes: [Role: String]) { self.changes = changes }

  /// The error of an invalid palette text.
  package enum ParsingError: Error, Equatable {
    /// A part is not `ROLE=CODE`.
    case part(String)
    /// The role does not exist.
    case role(String)
    /// A role's code is not numbers from 0 to 255 with `;` between them.
    case code(String, of: Role)
  }

  /// Reads a palette in the form of `GCC_COLORS`: `error=1;31:header=4`.
  ///
  /// Roles that it does not name keep their standard colours. An empty code means plain text.
  package init(_ text: String) throws(ParsingError) {
    var changes: [Role: String] = [:]
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: "=") else { throw .part(String(part)) }
      let name = String(part[..<equals])
      guard let role = Role(rawValue: name) else { throw .role(name) }
      let code = String(part[equals...].dropFirst())
      guard Self.isCode(code) else { throw .code(code, of: role) }
      changes[role] = code
    }
    self.changes = changes
  }

  private static func isCode(_ text: String) -> Bool {
    text.isEmpty
      || text.utf8.count <= longestCode
        && text.split(separator: ";", omittingEmptySubsequences: false).allSatisfy {
          UInt8($0) != nil && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
  }

  /// The text that parses to this palette; empty for the standard palette.
  package var text: String {
    Role.allCases.compactMap { role in changes[role].map { "\(role.rawValue)=\($0)" } }
      .joined(separator: ":")
  }

  /// The escape sequence that ends a colour.
  package static let end = "\u{1B}[0m"

  /// The parameters of the SGR sequence of a role's colour; empty for plain text.
  package func code(of role: Role) -> String { changes[role] ?? role.standardCode }

  /// The escape sequence that begins a role's colour; empty for plain text.
  package func start(of role: Role) -> String {
    let code = code(of: role)
    return code.isEmpty ? "" : "\u{1B}[\(code)m"
  }

  /// A text in the colour of its role.
  package func painted(_ text: String, as role: Role) -> String {
    let start = start(of: role)
    return start.isEmpty || text.isEmpty ? text : start + text + Self.end
  }
}
