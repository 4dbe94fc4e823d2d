package import CoreJSON

/// Changes members of a configuration's text, and keeps everything else as it is written: comments, order,
/// quotes, indentation and line ends.
///
/// A new member is written like its siblings. Removing a member also removes the comments directly above it
/// and at its end.
package struct ConfigurationEditor: Sendable {
  private(set) var text: String

  private let path: String

  static let newText = "// JSON5. 'help configuration' lists the fields.\n{\n}\n"

  /// - Parameters:
  ///   - text: JSON5; nil begins a new file.
  ///   - path: the path of the file, for errors.
  /// - Throws: an error with its place if the text is not an object of JSON5.
  init(_ text: String?, from path: String) throws(ConfigurationError) {
    self.text = text ?? Self.newText
    self.path = path
    _ = try root(of: JSON5Draft(self.text))
  }

  /// Sets a member, and creates the objects that lead to it.
  ///
  /// - Parameters:
  ///   - names: the names that lead to it: `apis`, `wh`, `default`.
  ///   - value: its new value. If both it and the old value are objects, only the differences are
  ///     rewritten.
  /// - Throws: an error with its place if something on the way is not an object, or occurs twice.
  package mutating func set(
    _ names: [String], to value: JSONValue
  ) throws(ConfigurationError) {
    let expected = try root(of: JSON5Draft(text)).setting(names[...], to: JSON5Value(value))
    var draft = JSON5Draft(text)
    do throws(JSON5Draft.Problem) {
      try draft.set(names, to: value)
    } catch {
      throw self.error(error)
    }
    try take(draft, expected)
  }

  /// Removes a member.
  ///
  /// - Returns: false if there is no such member.
  /// - Throws: an error with its place if something on the way is not an object, or occurs twice.
  @discardableResult
  package mutating func remove(_ names: [String]) throws(ConfigurationError) -> Bool {
    var draft = JSON5Draft(text)
    let isThere: Bool
    do throws(JSON5Draft.Problem) {
      isThere = try draft.remove(names)
    } catch {
      throw self.error(error)
    }
    if isThere { try take(draft, try root(of: JSON5Draft(text)).removing(names[...])) }
    return isThere
  }

  /// Replaces the text after checking that the new one parses as the expected value.
  private mutating func take(
    _ draft: JSON5Draft, _ expected: JSON5Value
  ) throws(ConfigurationError) {
    guard draft.text.utf8.count <= ConfigurationFile.maximumSize else {
      throw ConfigurationError(
        path: path, line: nil, message: "the configuration would be larger than 1 MiB")
    }
    guard let root = try? draft.root(), root.hasContent(of: expected) else {
      throw ConfigurationError(
        path: path, line: nil, message: "the configuration cannot be changed as it is written",
        hint: "change it in an editor")
    }
    text = draft.text
  }

  private func root(of draft: JSON5Draft) throws(ConfigurationError) -> JSON5Value {
    do throws(JSON5Draft.Problem) {
      return try draft.root()
    } catch {
      throw self.error(error)
    }
  }

  private func error(_ problem: JSON5Draft.Problem) -> ConfigurationError {
    switch problem {
    case .syntax(let error):
      ConfigurationError(
        path: path, line: error.line, message: error.message, column: error.column)
    case .path(let names, let line, let column, let text):
      ConfigurationError(
        path: path, line: line,
        message: "\(names.isEmpty ? "the configuration" : names.joined(separator: ".")) \(text)",
        column: column)
    }
  }
}

package enum ConfigurationEdit: Sendable, Equatable {
  /// Sets the member at a path, and creates the objects that lead to it.
  case set([String], JSONValue)
  case remove([String])
}
