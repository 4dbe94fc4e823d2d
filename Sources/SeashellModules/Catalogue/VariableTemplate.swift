import SeashellKit

/// Text with `${NAME}` and `${NAME:-default}` for variables of the environment; `$${` stands for `${`.
package enum VariableTemplate {
  /// Replaces the variables in a text.
  ///
  /// An empty variable counts as defined, except before `:-`. `${env:NAME}` is another spelling.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - variable: returns a variable of the environment.
  /// - Throws: `ShellError` that names a variable that is not defined.
  package static func expand(
    _ text: String, _ variable: (String) -> String?
  ) throws -> String {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$${") {
        result += "${"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("${") {
        guard let end = rest.firstIndex(of: "}") else { throw misunderstood(rest) }
        let reference = rest[..<rest.index(after: end)]
        result += try value(of: reference, variable)
        rest = rest[reference.endIndex...]
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Whether a text is one variable without a default, `${NAME}`, so that it is no value itself.
  static func isReference(_ text: String) -> Bool {
    guard text.hasPrefix("${"), text.hasSuffix("}") else { return false }
    let name = text.dropFirst(2).dropLast()
    return isName(name.hasPrefix("env:") ? name.dropFirst(4) : name)
  }

  private static func value(
    of reference: Substring, _ variable: (String) -> String?
  ) throws -> String {
    var name = reference.dropFirst(2).dropLast()
    if name.hasPrefix("env:") { name = name.dropFirst(4) }
    var fallback: String?
    if let separator = name.firstRange(of: ":-") {
      fallback = String(name[separator.upperBound...])
      name = name[..<separator.lowerBound]
    }
    guard isName(name) else { throw misunderstood(reference) }
    let value = variable(String(name))
    if let fallback { return value.flatMap { $0.isEmpty ? nil : $0 } ?? fallback }
    guard let value else {
      throw ShellError(
        .usage, "the variable '\(name)' is not defined",
        hint: "set it in the environment of the shell, or write ${\(name):-default}")
    }
    return value
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "_")
    }
  }

  private static func misunderstood(_ reference: Substring) -> ShellError {
    ShellError(
      .usage, "'\(reference.prefix(40))' is not a variable of the environment",
      hint: "write ${NAME} or ${NAME:-default}, and '$${' for a '${' that stays")
  }
}
