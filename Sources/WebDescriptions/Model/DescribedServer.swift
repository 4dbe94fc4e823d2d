/// A server as the document names it, which decides nothing: see ``ServerAddresses``.
package struct DescribedServer: Sendable, Equatable {
  /// The URL with its variables: `https://{region}.example.com/v1`; it may be relative.
  package var url: String
  /// What it is for.
  package var description: String?
  /// The variables of the URL.
  package var variables: [Variable] = []

  /// A variable in a server's URL.
  package struct Variable: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The value that holds where none is given.
    package var defaultValue: String
    /// The only values that are allowed; empty if there is no such list.
    package var choices: [String] = []
    /// What it means.
    package var description: String?

    /// Creates a variable.
    package init(name: String, defaultValue: String, choices: [String] = []) {
      (self.name, self.defaultValue, self.choices) = (name, defaultValue, choices)
    }
  }

  /// Creates a server.
  package init(url: String, description: String? = nil, variables: [Variable] = []) {
    (self.url, self.description, self.variables) = (url, description, variables)
  }
}
