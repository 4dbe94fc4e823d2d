import CoreSystem
import SeashellKit

/// A module that the user added: how to start it, and what it may do.
package struct ModuleRecord: Sendable, Equatable {
  /// How a module is reached.
  ///
  /// In words, values and the address, `${NAME}` stands for a variable of the shell's environment; see
  /// ``expanded(secrets:_:)``.
  package enum Source: Sendable, Equatable {
    /// A server of the Model Context Protocol on its standard input and output: a command line.
    case server([String])
    /// A server of the Model Context Protocol at an address (Streamable HTTP).
    case remote(url: String, headers: [String: String])
    /// A program that is run for each call: a command line.
    case program([String])
  }

  package var name: String

  /// The command line or the address.
  var source: Source

  /// The module's purpose in one line; empty if it is unknown.
  var abstract = ""

  /// Variables that are added to the module's environment.
  var variables: [String: String] = [:]

  /// The variable of the shell's environment that holds the token for a remote module.
  var tokenVariable: String?

  /// The name of the API that it was added for; nil for the shell's own API, where its commands work
  /// whichever API is current.
  package var api: String?

  /// Its rights at the gateway: `GET /products/**`, or `events`.
  package var allows: [String] = []

  /// The SHA-256 digests, in hexadecimal, of the program and of each argument that is a file, by path.
  var digests: [String: String] = [:]

  /// The stamps of these files when the digests were computed; a file without a stamp is read each time.
  var stamps: [String: FileStamp] = [:]

  /// Files on the command line that the module may change, such as its database.
  var dataFiles: Set<String> = []

  /// Whether it is in development: its files may change, and it is restarted when they do.
  var isInDevelopment = false

  /// Whether to trust tools that say they change nothing.
  var believesHints = false

  /// Whether its commands can be used.
  var isEnabled = true

  /// Its tools when it was last started, as the module sent them.
  ///
  /// Empty in the records of ``ModuleCatalogue``, which keeps the tools in files of their own.
  var tools: [ToolDescription] = []

  /// Its offer when it was last started; nil if ``tools`` are not loaded.
  var offer: ProviderOffer?

  /// The secrets that the record refers to as `${secret:KEY}`, until they are stored.
  ///
  /// Empty in the records of ``ModuleCatalogue``, which keeps them in files of their own.
  package var secrets = ModuleSecrets()

  var unknownFields: [CellValue.Field] = []

  package init(name: String, source: Source) {
    self.name = name
    self.source = source
  }

  /// The command line; nil for a remote module.
  var commandLine: [String]? {
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

  /// Whether another record starts the module in the same way, with the same rights and trusted files.
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

  /// Replaces references by their values: variables, secrets, and, in headers and variables, files of
  /// secrets.
  ///
  /// A record keeps the references, so that its file contains no secret.
  ///
  /// - Parameters:
  ///   - secrets: the module's secrets.
  ///   - variable: returns a variable of the shell's environment.
  /// - Throws: `ShellError` with the name of a reference that is not defined or cannot be read.
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

extension SecretFile {
  /// Reads the secret that `${file:PATH}` stands for.
  ///
  /// - Parameters:
  ///   - path: an absolute path, or one that begins with `~/`.
  ///   - home: the user's home.
  /// - Throws: `ShellError` that names the file, if it cannot be read or others can read or change it.
  static func read(_ path: String, home: String?) throws -> String {
    var full = path
    if path.hasPrefix("~/"), let home { full = home + path.dropFirst() }
    guard full.hasPrefix("/"), !full.utf8.contains(0) else {
      throw ShellError(
        .usage, "'${file:\(path)}' does not name a file", hint: "begin the path with / or ~/")
    }
    return try text(of: full, named: path)
  }
}
