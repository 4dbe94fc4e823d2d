import ShellCommands
import WebAPI

/// The user's configuration: the environments, and the one to start on.
///
/// ```
/// {
///   environment: 'qa',
///   environments: {
///     qa: {
///       baseURL: 'https://api.qa.example.com',  // the only required field
///       version: 'v1',            // precedes every path; null if the API has none
///       format: 'plain',          // or 'container', 'jsonapi'
///       keys: 'snake',            // or 'camel'
///       production: false,        // true: the prompt is red, and --insecure is refused
///       timeouts: { connect: 10, firstByte: 30, stall: 30, whole: 300 },      // seconds
///       limits: { header: 65536, body: 33554432, redirects: 5 },              // bytes; a count
///       certificateAuthorities: 'ca.pem',         // PEM; relative to this file's folder
///       clientCertificate: { certificate: 'client.pem', key: 'client.key' },  // likewise, or ~/
///       headers: { 'X-API-Key': { env: 'QA_KEY' }, 'X-Team': 'a' },   // added to each request
///       query: { lang: 'en' },
///       auth: { type: 'bearer', token: { env: 'QA_TOKEN' } },         // or a list; see 'help configuration'
///     },
///   },
///   apis: {                       // other APIs; see ``ConfiguredAPI``
///     wh: {
///       description: 'warehouse.yaml', default: 'dev',
///       environments: { dev: { baseURL: 'http://127.0.0.1:8090' } },
///     },
///   },
///   orders: { pageSize: 50 },     // the section of a module
/// }
/// ```
package struct Configuration: Sendable, Equatable {
  /// The environment to start on, as `NAME` or `API:NAME`; nil if the file names none.
  package var environment: String?

  package var environments: [APIEnvironment] = []

  package var apis: [ConfiguredAPI] = []

  /// Settings that work but should be written differently.
  package private(set) var warnings: [ConfigurationWarning] = []

  /// The fields at the root that belong to the shell.
  static let fields = ["environment", "environments", "apis"]

  /// The whole file if it has sections of modules; nil otherwise.
  private(set) var root: ConfigurationSection?

  package init() {}

  /// Parses a configuration.
  ///
  /// - Parameters:
  ///   - text: JSON5.
  ///   - path: the path of the file; errors contain it, and relative paths start at its folder.
  ///   - builtIn: the shell's own environments. The file may change any except the embedded one; fields
  ///     that it leaves out keep their values.
  ///   - api: the name of the shell's own API, whose environments `environments` defines.
  package init(
    parsing text: String, from path: String, builtIn: [APIEnvironment] = [], api: String? = nil
  ) throws(ConfigurationError) {
    let value: JSON5Value
    do {
      value = try JSON5Parser.parse(text)
    } catch {
      throw ConfigurationError(
        path: path, line: error.line, message: error.message, column: error.column)
    }
    try self.init(value, from: path, builtIn: builtIn, api: api)
  }

  init(
    _ value: JSON5Value, from path: String, builtIn: [APIEnvironment], api: String? = nil
  ) throws(ConfigurationError) {
    let root = try ConfigurationSection(value, in: path)
    if root.members.contains(where: { !Self.fields.contains($0.name) }) { self.root = root }
    if let section = try root.section("environments") {
      environments = try EnvironmentFields.environments(
        in: section, replacing: builtIn, &warnings)
    }
    if let section = try root.section("apis") {
      apis = try ConfiguredAPIReader(
        section, own: api, environments: (builtIn + environments).map(\.name)
      ).apis(&warnings)
    }
    environment = try root.string("environment")
    if let environment { try checkIsDefined(environment, root, builtIn, own: api) }
  }

  /// The names of the environment variables with the header fields, query parameters and secrets of
  /// requests.
  package var secretVariables: Set<String> {
    var names: Set<String> = []
    for environment in environments { names.formUnion(environment.secretVariables) }
    for api in apis { names.formUnion(api.secretVariables) }
    return names
  }

  /// Checks that no field at the root misspells one of the shell's.
  ///
  /// An unknown field is reported when all modules are loaded. But if `environments` is misspelt, its
  /// environments are missing before that.
  package func checkSpelling() throws(ConfigurationError) {
    guard let root else { return }
    for member in root.members
    where Spelling.nearest(to: member.name, among: Self.fields) != nil {
      try root.checkField(member, among: Self.fields)
    }
  }

  private func checkIsDefined(
    _ environment: String, _ root: ConfigurationSection, _ builtIn: [APIEnvironment],
    own: String?
  ) throws(ConfigurationError) {
    let known = (builtIn + environments).map(\.name)
    let names =
      known + (own.map { own in known.map { "\(own):\($0)" } } ?? [])
      + apis.flatMap { api in api.environments.map { "\(api.name):\($0.name)" } }
    guard !names.contains(environment) else { return }
    try checkSpelling()
    throw root.error(
      "environment",
      "is \(ConfigurationSection.quoted(environment)), but no such environment is defined",
      hint: Spelling.nearest(to: environment, among: names).map { "did you mean '\($0)'?" })
  }
}
