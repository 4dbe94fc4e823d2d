import SeashellKit

/// A module that the user added: what to start, and what it may do.
package struct ModuleRecord: Sendable, Equatable {
  /// How a module is reached.
  ///
  /// In words, values and the address, `${NAME}` stands for a variable of the shell's environment; see
  /// ``expanded(_:)``.
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

  /// What the module is for, in one line; empty if it has not said so.
  package var abstract = ""

  /// Variables that are added to the module's environment.
  package var variables: [String: String] = [:]

  /// The variable of the shell's environment that holds the token for a remote module.
  package var tokenVariable: String?

  /// The name of the API that it was added for; nil for the shell's own, and then its commands work whatever
  /// API is current.
  package var api: String?

  /// What it may use of the gateway: `GET /products/**`, or `events`.
  package var allows: [String] = []

  /// SHA-256, in hexadecimal, of the program and of each argument that is a file, by path.
  package var digests: [String: String] = [:]

  /// The stamps of these files when the digests were computed; without one a file is read each time.
  package var stamps: [String: FileStamp] = [:]

  /// Files of the command line that the module may change, such as its database.
  package var dataFiles: Set<String> = []

  /// Whether its author works on it: it may change, and is started anew when it has.
  package var isInDevelopment = false

  /// Whether a tool that says that it changes nothing counts as one that does not.
  package var believesHints = false

  /// Whether its commands can be used.
  package var isEnabled = true

  /// What it offered when it was last started: its tools, as the module sent them.
  ///
  /// Empty in the records of ``ModuleCatalogue``, which keeps the tools in files of their own.
  package var tools: [ToolDescription] = []

  /// What it said of itself when it was last started; nil as ``tools`` are empty.
  package var offer: ProviderOffer?

  /// The secrets that stand in it as `${secret:KEY}`, until they are in their file.
  ///
  /// Empty in the records of ``ModuleCatalogue``, which keeps them in files of their own.
  package var secrets = ModuleSecrets()

  /// The fields that another version of the shell has written.
  var unknownFields: [CellValue.Field] = []

  /// Creates a record.
  package init(name: String, source: Source) {
    self.name = name
    self.source = source
  }

  /// The command line; nil for a remote module.
  package var commandLine: [String]? {
    get {
      switch source {
      case .server(let words), .program(let words): words
      case .remote: nil
      }
    }
    set {
      guard let newValue else { return }
      switch source {
      case .server: source = .server(newValue)
      case .program: source = .program(newValue)
      case .remote: break
      }
    }
  }

  /// Whether another record of the module starts the same, with the same rights, and trusts the same files.
  func isStarted(as other: ModuleRecord) -> Bool {
    func start(of record: ModuleRecord) -> ModuleRecord {
      var start = ModuleRecord(name: "", source: record.source)
      (start.variables, start.tokenVariable) = (record.variables, record.tokenVariable)
      (start.allows, start.digests, start.api) = (record.allows, record.digests, record.api)
      (start.dataFiles, start.isInDevelopment) = (record.dataFiles, record.isInDevelopment)
      return start
    }
    return start(of: self) == start(of: other)
  }

  /// Replaces the variables in the command line, the address, the headers and the module's variables, the
  /// secrets, and the files of secrets that the headers and the variables name.
  ///
  /// A record keeps them as they are written, so that no secret is in its file.
  ///
  /// - Parameters:
  ///   - secrets: the module's secrets.
  ///   - variable: returns a variable of the shell's environment.
  /// - Throws: `ShellError` that names what is not defined, or cannot be read.
  package func expanded(
    secrets: ModuleSecrets = ModuleSecrets(), _ variable: (String) -> String?
  ) throws -> ModuleRecord {
    let home = variable("HOME")
    func expand(_ text: String, isVisible: Bool = false) throws -> String {
      do {
        return try VariableTemplate.expand(
          text, variable,
          file: isVisible ? nil : { try SecretFile.read($0, home: home) },
          secret: { secrets[$0] })
      } catch {
        throw ShellError(error).prefixed("the module '\(name)': ")
      }
    }
    var record = self
    record.variables = try variables.mapValues { try expand($0) }
    switch source {
    case .server(let words):
      record.source = .server(try words.map { try expand($0, isVisible: true) })
    case .program(let words):
      record.source = .program(try words.map { try expand($0, isVisible: true) })
    case .remote(let url, let headers):
      record.source = .remote(
        url: try expand(url), headers: try headers.mapValues { try expand($0) })
    }
    return record
  }
}
