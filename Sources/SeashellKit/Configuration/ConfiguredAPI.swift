package import FoundationEssentials
import ShellCommands
package import WebAPI
package import WebMessages

/// An API that the configuration adds, by its description.
///
/// ```
/// apis: {
///   wh: {
///     description: 'openapi.json',        // a file, relative to this one's folder, or a URL
///     environments: { dev: { baseURL: 'http://127.0.0.1:8090' }, live: { … } },
///     default: 'dev',                     // the environment to select first
///     headers: { 'X-API-Key': { env: 'WH_KEY' } },        // for all its environments
///     query: { lang: 'en' },
///     auth: { type: 'basic', user: 'ann', password: { command: ['pass', 'show', 'wh'] } },
///     allowedOrigins: ['https://upload.example.com'],     // besides those of the environments
///     variables: { tenant: 'acme' },      // of the description's servers
///     names: { getItemById: 'items show' },   // commands, by the id of the operation
///     reads: ['POST /search'],            // operations that change nothing
///     paging: { style: 'cursor', next: 'meta.next_cursor' },
///     answers: 'http',                    // only the status says whether a request failed
///   },
/// }
/// ```
package struct ConfiguredAPI: Sendable, Equatable {
  package enum Description: Sendable, Equatable {
    /// The path of a file: absolute, or relative to the working directory if the configuration's path is.
    case file(String)
    /// An https or http address.
    case url(URL)
  }

  package struct Operation: Sendable, Hashable {
    package let method: HTTPMethod
    /// The path, such as `/items/{id}`.
    package let path: String
  }

  package let name: String

  /// The source of its description, if it has one.
  package let description: Description?

  package internal(set) var environments: [APIEnvironment] = []

  /// The name of the environment to select first, if the file names one.
  package internal(set) var defaultEnvironment: String?

  /// Origins that the description may use besides those of the environments.
  package internal(set) var allowedOrigins: [Origin] = []

  /// The values of variables in the description's servers, by their names.
  package internal(set) var variables: [String: String] = [:]

  /// The names of commands, by the ids of their operations: `items show`, or `show` to keep the group.
  package internal(set) var names: [String: String] = [:]

  /// Operations that change nothing although their method may suggest so.
  package internal(set) var reads: [Operation] = []

  /// How its lists are paged: those of operations by their ids or by `METHOD /path`, and all others under an empty name.
  package internal(set) var pagings: [String: Paging] = [:]

  /// Whether a status of success is believed even if the answer says that the request failed.
  package internal(set) var trustsStatus = false

  /// The names of the environment variables with header fields, query parameters and secrets of its
  /// requests.
  var secretVariables: Set<String> = []
}

extension ConfiguredAPI {
  /// Creates an API that has nothing configured.
  package init(named name: String) { self.init(name: name, description: nil) }
}

extension ConfiguredAPI {
  /// Words with a meaning in statements, and `help`.
  static let keywords: Set = [
    "help", "if", "else", "for", "def", "try", "test", "expect", "return", "break", "continue",
    "fail", "before", "after", "each", "let", "where",
  ]

  private static let maximumName = 64

  static func isName(_ name: String) -> Bool {
    CommandSpecification.isName(name) && name.utf8.count <= maximumName
  }

  /// Returns why a word cannot be the name of an API; nil if it can.
  package static func problem(ofName name: String) -> String? {
    guard isName(name) else { return "a name \(CommandSpecification.rule)" }
    return keywords.contains(name) ? "it is a word of the language" : nil
  }
}
