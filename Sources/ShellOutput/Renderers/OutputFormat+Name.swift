extension OutputFormat {
  /// The form of a name.
  ///
  /// - Throws: ``ShellError`` that lists the names.
  package init(named name: String) throws {
    guard let format = OutputFormat(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw ShellError(.usage, "'\(name)' is no form of output; it is one of \(names)")
    }
    self = format
  }
}
