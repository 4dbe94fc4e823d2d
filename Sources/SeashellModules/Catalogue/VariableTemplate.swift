import SeashellKit

/// A text with references: `${NAME}` or `${NAME:-default}` for an environment variable, `${file:PATH}` for
/// a file with a secret, and `${secret:KEY}` for a stored secret.
///
/// `$${` stands for `${`.
enum VariableTemplate {
  /// Replaces the variables in a text.
  ///
  /// An empty variable counts as defined, except before `:-`. `${env:NAME}` is another spelling.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - variable: returns a variable of the environment.
  ///   - file: returns the secret in a file; nil if the text must not contain a secret, since other users
  ///     can see it.
  ///   - secret: returns the template of a stored secret.
  /// - Throws: `ShellError` that names a variable that is not defined.
  static func expand(
    _ text: String, _ variable: (String) -> String?, file: ((String) throws -> String)? = nil,
    secret: (String) -> String? = { _ in nil }
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
        if let path = content(of: reference, "file:") {
          guard let file else { throw visible(path) }
          result += try file(path)
        } else if let key = content(of: reference, "secret:") {
          guard let template = secret(key) else { throw missing(key) }
          result += try expand(template, variable, file: file)
        } else {
          result += try value(of: reference, variable)
        }
        rest = rest[reference.endIndex...]
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Whether a text is a single variable without a default, `${NAME}`, and so contains no value itself.
  static func isReference(_ text: String) -> Bool {
    guard text.hasPrefix("${"), text.hasSuffix("}") else { return false }
    let name = text.dropFirst(2).dropLast()
    return isName(name.hasPrefix("env:") ? name.dropFirst(4) : name)
  }

  /// Whether a text consists of references without defaults, and so contains no value itself.
  static func isMadeOfReferences(_ text: Substring) -> Bool {
    var rest = text
    while rest.hasPrefix("${"), let end = rest.firstIndex(of: "}") {
      let reference = rest[...end]
      guard
        isReference(String(reference)) || content(of: reference, "file:") != nil
          || content(of: reference, "secret:") != nil
      else { return false }
      rest = rest[reference.endIndex...]
    }
    return rest.isEmpty && !text.isEmpty
  }

  /// Escapes a text, so that it is a template for itself.
  static func escaped(_ text: String) -> String { text.replacing("${", with: "$${") }

  /// Escapes the parts of a text that the user did not write: data names no variable and no file.
  static func written(in text: GivenText) -> String {
    text.parts.map { $0.isWritten ? $0.text : escaped($0.text) }.joined()
  }

  private static func content(of reference: Substring, _ prefix: String) -> String? {
    let content = reference.dropFirst(2).dropLast()
    return content.hasPrefix(prefix) ? String(content.dropFirst(prefix.count)) : nil
  }

  private static func visible(_ path: String) -> ShellError {
    ShellError(
      .usage, "'${file:\(path)}' cannot be in a command line, which all users can see",
      hint: "pass it as --env 'NAME=${file:\(path)}'")
  }

  private static func missing(_ key: String) -> ShellError {
    ShellError(
      .usage, "its secret '\(key)' is not there", hint: "remove the module, and add it again")
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
