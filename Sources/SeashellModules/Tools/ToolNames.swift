import SeashellKit

/// Converts names from a module into names that a user can type.
enum ToolNames {
  /// The name of the command that calls a tool: `get-current-time` for `get_current_time`.
  static func command(of tool: String) -> String { typed(tool, else: "tool") }

  /// The commands for a module's tools, by the names of the tools.
  ///
  /// The module's name is dropped from the beginning: `git_status` in the module `git` becomes
  /// `status`, unless another command of the module has that name.
  static func commands(
    of tools: [ToolDescription], in module: String, besides others: [String]
  ) -> [String: String] {
    let prefix = typed(module, else: module) + "-"
    let names = tools.map { tool in
      let whole = command(of: tool.name)
      let rest = whole.hasPrefix(prefix) ? String(whole.dropFirst(prefix.count)) : whole
      return (
        tool: tool.name, whole: whole, short: CommandSpecification.isName(rest) ? rest : whole
      )
    }
    var uses: [String: Int] = [:]
    for text in names.flatMap({ Set([$0.whole, $0.short]) }) + others {
      uses[text, default: 0] += 1
    }
    return Dictionary(
      names.map { ($0.tool, uses[$0.short] == 1 ? $0.short : $0.whole) }
    ) { first, _ in first }
  }

  /// A command as it is typed: `git status`, or `fetch` if it has its module's name.
  static func path(of command: String, in module: String) -> String {
    command == module ? command : "\(module) \(command)"
  }

  /// Checks that no two tools have the same command.
  ///
  /// - Throws: ``ModuleError`` that names both.
  static func check(_ tools: [ToolDescription]) throws(ModuleError) {
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

  /// Replaces `_` and each character that names in the shell cannot have by `-`; `fallback` is used
  /// if nothing is left.
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

  /// The maximum length of a name, in characters.
  private static let longest = 64

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }
}
