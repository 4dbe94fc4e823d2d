/// A module that the user added: what to start, and what it may do.
package struct ModuleRecord: Sendable, Equatable {
  /// How a module is reached.
  package enum Source: Sendable, Equatable {
    /// A server of the Model Context Protocol on its standard input and output: a command line.
    case server([String])
    /// A server of the Model Context Protocol at an address (Streamable HTTP).
    case remote(url: String, headers: [String: String])
    /// A program that is run once a call: a command line.
    case program([String])
  }

  /// The module's name in the shell.
  package var name: String

  /// What to start, or where it is.
  package var source: Source

  /// Variables that are added to the module's environment.
  package var variables: [String: String] = [:]

  /// The variable of the shell's environment that holds the token for a remote module.
  package var tokenVariable: String?

  /// What it may use of the gateway: `GET /products/**`, or `events`.
  package var allows: [String] = []

  /// SHA-256, in hexadecimal, of the program and of each argument that is a file, by path.
  package var digests: [String: String] = [:]

  /// Whether its author works on it: it may change, and is started anew when it has.
  package var isInDevelopment = false

  /// Whether its commands can be used.
  package var isEnabled = true

  /// What it offered when it was last started: its tools, as the module sent them.
  package var tools: [ToolDescription] = []

  /// What it said of itself when it was last started.
  package var offer: ProviderOffer?

  /// Creates a record.
  package init(name: String, source: Source) {
    self.name = name
    self.source = source
  }
}
