/// A server named in the document, which alone decides nothing: see ``ServerAddresses``.
struct DescribedServer: Sendable, Equatable {
  /// The URL with its variables: `https://{region}.example.com/v1`; it may be relative.
  var url: String
  /// The purpose of the server.
  var description: String?
  var variables: [Variable] = []

  struct Variable: Sendable, Equatable {
    var name: String
    var defaultValue: String
    /// The only allowed values; empty if there is no such list.
    var choices: [String] = []
    /// The meaning of the variable.
    var description: String?

    init(name: String, defaultValue: String, choices: [String] = []) {
      (self.name, self.defaultValue, self.choices) = (name, defaultValue, choices)
    }
  }

  init(url: String, description: String? = nil, variables: [Variable] = []) {
    (self.url, self.description, self.variables) = (url, description, variables)
  }
}
