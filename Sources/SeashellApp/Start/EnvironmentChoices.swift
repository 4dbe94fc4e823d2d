import SeashellKit
import ShellOutput
import WebAPI

/// The environments named by options, the environment variable and the configuration, by their APIs.
///
/// `-e API:NAME` makes its API the current one. A name alone belongs to the API of the single command on
/// the command line, or else to the current API.
struct EnvironmentChoices: Equatable {
  /// The source of a choice; later cases take precedence.
  enum Source: Comparable {
    case configuration, variable, option
  }

  struct Choice: Equatable {
    /// The name without the API's; nil for an address.
    var name: String?
    var address: String?
    let source: Source
  }

  private(set) var current: String
  /// The source that decided the current API; nil if it is the default.
  private(set) var currentSource: Source?
  private var choices: [String: Choice] = [:]

  /// `variable` is the shell's variable, `options` are the values of `-e`, and `command` is the
  /// first word of a single command on the command line.
  ///
  /// Throws if there is no such API, or two options choose an environment of the same one.
  init(
    own: String, names: [String], configured: String?, variable: (name: String, value: String?),
    options: [String], command: String?
  ) throws {
    current = own
    if let configured { try add(configured, .configuration, names, "'environment': ", nil) }
    if let value = variable.value, !value.isEmpty {
      try add(value, .variable, names, "\(variable.name): ", nil)
    }
    let api = command.flatMap { names.contains($0) ? $0 : nil }
    for option in options { try add(option, .option, names, "", api) }
  }

  subscript(api: String) -> Choice? { choices[api] }

  private mutating func add(
    _ text: String, _ source: Source, _ names: [String], _ prefix: String, _ command: String?
  ) throws {
    let (api, rest) = Self.split(text)
    if let api {
      guard names.contains(api) else {
        throw ShellError(
          .usage, "\(prefix)no API is called '\(api)'",
          hint: names.count == 1
            ? "the only one is '\(names[0])'" : "choose one of \(names.joined(separator: ", "))")
      }
      (current, currentSource) = (api, source)
    }
    let target = api ?? command ?? current
    if source == .option, choices[target]?.source == .option {
      throw ShellError(.usage, "-e chooses two environments of the API '\(target)'")
    }
    choices[target] =
      rest.contains("://")
      ? Choice(address: rest, source: source) : Choice(name: rest, source: source)
  }

  /// Splits `API:NAME`, `API:URL`, or a name or URL alone.
  private static func split(_ text: String) -> (api: String?, rest: String) {
    guard let colon = text.firstIndex(of: ":") else { return (nil, text) }
    let rest = text[text.index(after: colon)...]
    return rest.hasPrefix("//") ? (nil, text) : (String(text[..<colon]), String(rest))
  }
}
