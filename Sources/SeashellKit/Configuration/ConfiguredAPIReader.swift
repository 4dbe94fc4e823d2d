import FoundationEssentials
import ShellCommands
import WebAPI
import WebMessages

struct ConfiguredAPIReader {
  private static let fields = [
    "description", "environments", "default", "allowedOrigins", "variables", "headers", "query",
    "names", "reads", "paging", "auth", "answers",
  ]

  /// What says whether a request failed: also the body of its answer, or only the status.
  private enum Answers: String, CaseIterable {
    case body, http
  }

  private let section: ConfigurationSection
  private let own: String?
  private let environments: [String]

  /// `own` is the name of the shell's own API, with its `environments`.
  init(_ section: ConfigurationSection, own: String?, environments: [String]) {
    self.section = section
    self.own = own
    self.environments = environments
  }

  /// Returns the APIs in the order of the file.
  func apis(
    _ warnings: inout [ConfigurationWarning]
  ) throws(ConfigurationError) -> [ConfiguredAPI] {
    var apis: [ConfiguredAPI] = []
    for member in section.members {
      try checkName(of: member)
      if let api = try api(of: member, &warnings) { apis.append(api) }
    }
    let names = Set(environments + apis.flatMap { $0.environments.map(\.name) })
    for member in section.members where names.contains(member.name) {
      throw section.error(
        at: member, "\(section.fullName(of: member.name)) has the name of an environment",
        hint: "choose another name")
    }
    return apis
  }

  private func checkName(of member: JSON5Value.Member) throws(ConfigurationError) {
    let name = section.fullName(of: member.name)
    if member.name == own {
      throw section.error(
        at: member, "\(name) is the shell's own API",
        hint: "write its environments into 'environments' at the root of the file")
    }
    guard ConfiguredAPI.isName(member.name) else {
      throw section.error(
        at: member, "\(ConfigurationSection.quoted(member.name)) is not a valid API name",
        hint: "a name \(CommandSpecification.rule)")
    }
    guard !ConfiguredAPI.keywords.contains(member.name) else {
      throw section.error(
        at: member, "\(name) has the name of a word of the language", hint: "choose another name")
    }
  }

  private func api(
    of member: JSON5Value.Member, _ warnings: inout [ConfigurationWarning]
  ) throws(ConfigurationError) -> ConfiguredAPI? {
    guard let section = try section.section(member.name) else { return nil }
    try section.checkFields(Self.fields)
    let description = try description(in: section)
    var api = ConfiguredAPI(name: member.name, description: description)
    let values = try ConfiguredValues(section, &warnings)
    if let environments = try section.section("environments") {
      api.environments = try EnvironmentFields.environments(
        in: environments, with: values, &warnings)
    }
    api.secretVariables = values.secretVariables
    for environment in api.environments {
      api.secretVariables.formUnion(environment.secretVariables)
    }
    api.defaultEnvironment = try defaultEnvironment(in: section, of: api.environments)
    api.allowedOrigins =
      try section.strings("allowedOrigins", "origins such as 'https://api.example.com'", origin)
      ?? []
    for index in api.environments.indices {
      api.environments[index].allowedOrigins = api.allowedOrigins
    }
    api.variables = try section.texts("variables") ?? [:]
    api.names = try names(in: section)
    api.trustsStatus = try section.choice("answers", Answers.self) == .http
    api.reads =
      try section.strings("reads", "operations such as 'POST /search'", operation) ?? []
    api.pagings = try PagingFields(in: section)?.pagings() ?? [:]
    return api
  }

  private func description(
    in section: ConfigurationSection
  ) throws(ConfigurationError) -> ConfiguredAPI.Description? {
    guard let text = try section.string("description") else { return nil }
    // Few paths have a colon, and the search takes 20,000 instructions.
    if text.utf8.contains(UInt8(ascii: ":")), let end = text.firstRange(of: "://") {
      guard ["https", "http"].contains(text[..<end.lowerBound].lowercased()),
        text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text),
        url.host()?.isEmpty == false, url.user() == nil, url.password() == nil
      else {
        throw section.error(
          "description", "must be the path of a file, or an https or http URL without a user")
      }
      return .url(url)
    }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw section.error("description", "must be the path of a file, or a URL")
    }
    return .file(section.filePath(text))
  }

  private func defaultEnvironment(
    in section: ConfigurationSection, of environments: [APIEnvironment]
  ) throws(ConfigurationError) -> String? {
    guard let name = try section.string("default") else { return nil }
    let names = environments.map(\.name)
    guard !names.contains(name) else { return name }
    throw section.error(
      "default",
      "is \(ConfigurationSection.quoted(name)), but the API has no such environment",
      hint: names.isEmpty
        ? "it has none" : "its environments are \(names.joined(separator: ", "))")
  }

  private func origin(_ text: String) -> Origin? {
    guard let url = try? APIEnvironment.baseURL(parsing: text),
      ["", "/"].contains(url.path(percentEncoded: true))
    else { return nil }
    return Origin(url)
  }

  private func names(
    in section: ConfigurationSection
  ) throws(ConfigurationError) -> [String: String] {
    let names = try section.texts("names") ?? [:]
    if let section = try section.section("names") {
      for member in section.members {
        guard let name = names[member.name] else { continue }
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        guard
          !(1...2).contains(words.count)
            || !words.allSatisfy({ CommandSpecification.isName(String($0)) })
        else { continue }
        throw section.error(
          member.name,
          "is \(ConfigurationSection.quoted(name)), but must be COMMAND or 'GROUP COMMAND'; each"
            + " \(CommandSpecification.rule)")
      }
    }
    return names
  }

  private func operation(_ text: String) -> ConfiguredAPI.Operation? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let method = HTTPMethod(rawValue: parts[0].uppercased()),
      parts[1].hasPrefix("/"), !parts[1].contains(where: \.isWhitespace)
    else { return nil }
    return ConfiguredAPI.Operation(method: method, path: String(parts[1]))
  }
}
