package import ShellLanguage
package import ShellOutput

/// The variables that an expression can use.
@MainActor
package protocol VariableScope {
  /// Returns the value of a variable with its kind; text of unknown kind is untyped.
  ///
  /// - Throws: a `usage` error if it is not defined, or its path leads nowhere.
  func value(of variable: VariableReference) throws(ShellError) -> CellValue
}

/// A scope without variables.
struct NoVariables: VariableScope {
  init() {}

  func value(of variable: VariableReference) throws(ShellError) -> CellValue {
    throw ShellError(.usage, "\(variable.source) is not defined")
  }
}

/// A shell that has variables.
@MainActor
package protocol VariableHost {
  /// The shell's variables.
  var variableScope: any VariableScope { get }
}
