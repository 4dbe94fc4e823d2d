import SeashellKit

/// Makes names that a user can type of the names that a module sends.
package enum ToolNames {
  /// The name of the command that calls a tool: `get-current-time` for `get_current_time`.
  package static func command(of tool: String) -> String { typed(tool, else: "tool") }

  /// Checks that no two tools have the same command.
  ///
  /// - Throws: ``ModuleError``, which names both.
  package static func check(_ tools: [ToolDescription]) throws(ModuleError) {
    var toolsByCommand: [String: String] = [:]
    for tool in tools {
      let command = command(of: tool.name)
      guard let other = toolsByCommand.updateValue(tool.name, forKey: command) else { continue }
      throw ModuleError(
        other == tool.name
          ? "it offers the tool '\(other)' twice"
          : "its tools '\(other)' and '\(tool.name)' would both be the command '\(command)'")
    }
  }

  /// A name with `-` for each `_` and for whatever a name of the shell cannot have.
  ///
  /// - Parameter fallback: the name if nothing is left.
  static func typed(_ name: String, else fallback: String) -> String {
    var typed = ""
    for scalar in name.unicodeScalars.prefix(longest) {
      let isAllowed = scalar.isASCII && (scalar.properties.isAlphabetic || isDigit(scalar))
      if isAllowed || scalar == "." {
        typed.unicodeScalars.append(scalar)
      } else {
        typed += "-"
      }
    }
    let trimmed = typed.drop { $0 == "-" || $0 == "." }
    return trimmed.isEmpty ? fallback : String(trimmed)
  }

  /// The longest name, in characters.
  private static let longest = 64

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }
}
