import SeashellHosting
import SeashellKit

/// The names of tools and of their parameters, as clients accept them.
extension ServedTool {
  /// The names of tools by the paths of all commands.
  ///
  /// They do not depend on which commands are served, so that a command always has the same name. If several
  /// commands would get one name, each gets a mark.
  static func names(of commands: [CatalogueCommand]) -> [String: String] {
    let names = commands.map { identifier($0.path) }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    return Dictionary(
      zip(commands, names).map { command, name in
        (
          command.path,
          counts[name] == 1 ? name : identifier(command.path, isMarked: true)
        )
      }
    ) { first, _ in first }
  }

  /// The maximum length of the names of tools and parameters in characters, which many clients accept.
  private static let longestName = 64

  /// Returns a name in lower case, with `_` for each character that is not an ASCII letter or digit.
  ///
  /// - Parameter isMarked: whether to append a mark derived from the name. A name that is too long is
  ///   shortened, and always gets the mark.
  static func identifier(_ name: String, isMarked: Bool = false) -> String {
    let plain = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    guard isMarked || plain.count > longestName else { return String(plain) }
    let mark = "_" + SHA256.digest(of: Array(name.utf8)).prefix(8)
    return plain.prefix(longestName - mark.count) + mark
  }

  /// Returns the name, with a number if it is already taken.
  static func unique(_ name: String, in names: inout Set<String>) -> String {
    if names.insert(name).inserted { return name }
    var number = 2
    while !names.insert("\(name)_\(number)").inserted { number += 1 }
    return "\(name)_\(number)"
  }
}
