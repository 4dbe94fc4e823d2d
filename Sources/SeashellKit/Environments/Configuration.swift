import ShellCommands
import WebAPI

/// What the user's configuration says: which environments there are, and which one is meant.
///
/// ```
/// {
///   environment: 'qa',
///   environments: {
///     qa: {
///       baseURL: 'https://api.qa.myshopping.com',  // the only field that must be there
///       version: 'v1',            // stands before every path; null where the API has none
///       format: 'plain',          // or 'container', 'jsonapi'
///       keys: 'snake',            // or 'camel'
///       production: false,        // true: the prompt is red, and --insecure is refused
///       timeouts: { connect: 10, firstByte: 30, stall: 30, whole: 300 },      // seconds
///       limits: { header: 65536, body: 33554432, redirects: 5 },              // bytes; a count
///       certificateAuthorities: 'ca.pem',         // PEM; a path from this file's folder
///     },
///   },
/// }
/// ```
package struct Configuration: Sendable, Equatable {
  /// The environment to start on; nil where the file does not say.
  package var environment: String?

  /// The environments that the file describes.
  package var environments: [APIEnvironment] = []

  /// Makes a configuration that says nothing.
  package init() {}

  /// The name of the shop that is built in, and that no configuration may change.
  package static let embedded = "embedded"

  /// Reads a configuration's text.
  ///
  /// - Parameters:
  ///   - text: JSON5.
  ///   - path: where it is from; errors name it, and other files are found from its folder.
  package init(parsing text: String, from path: String) throws(ConfigurationError) {
    do {
      try self.init(JSON5Parser.parse(text), folder: Self.folder(of: path))
    } catch let flaw as ConfigurationSection.Flaw {
      throw ConfigurationError(
        path: path, line: flaw.line, message: flaw.message, hint: flaw.hint)
    } catch let error as JSON5Error {
      throw ConfigurationError(path: path, line: error.line, message: error.message, hint: nil)
    } catch {
      throw ConfigurationError(path: path, line: nil, message: "\(error)", hint: nil)
    }
  }

  private init(_ value: JSON5Value, folder: String) throws {
    let whole = try ConfigurationSection(value, at: "", fields: ["environment", "environments"])
    if let section = try whole.section("environments") {
      for member in section.members {
        try Self.check(name: member.name, on: member.line)
        guard let fields = try section.section(member.name, fields: EnvironmentFields.names) else {
          continue
        }
        environments.append(try EnvironmentFields(fields, folder: folder).environment(member.name))
      }
    }
    environment = try whole.text("environment")
    if let environment {
      let names = EnvironmentCatalogue.builtIn + environments.map(\.name)
      guard names.contains(environment) else {
        throw whole.flaw(
          "environment", "names none that there is: \(ConfigurationSection.quoted(environment))",
          hint: Spelling.nearest(to: environment, among: names).map { "did you mean '\($0)'?" })
      }
    }
  }

  /// A name stands in prompts and on command lines.
  private static func check(name: String, on line: Int) throws(ConfigurationSection.Flaw) {
    guard name != embedded else {
      throw ConfigurationSection.Flaw(
        message: "environments.embedded is the shop that is built in, and cannot be changed",
        line: line, hint: "choose another name")
    }
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "._-".utf8.contains(byte)
      }
    }
    guard isName, (1...64).contains(name.utf8.count), name.first != "-", name.first != "." else {
      throw ConfigurationSection.Flaw(
        message: "\(ConfigurationSection.quoted(name)) is no name for an environment",
        line: line,
        hint:
          "a name has 1 to 64 letters, digits, '.', '_' and '-', and begins with a letter or digit")
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
