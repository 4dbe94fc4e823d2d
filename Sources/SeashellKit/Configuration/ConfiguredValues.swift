import ShellCommands
import WebAPI
import WebMessages

/// Reads the fields `headers`, `query` and `auth` of an environment, or of an API for all its environments.
struct ConfiguredValues {
  private(set) var headers: [ConfiguredValue] = []
  private(set) var query: [ConfiguredValue] = []
  private(set) var credentials: [ConfiguredCredential]?

  init() {}

  /// Reads the fields of a section, and adds a warning for each credential written into it.
  init(
    _ section: ConfigurationSection, _ warnings: inout [ConfigurationWarning]
  ) throws(ConfigurationError) {
    if let fields = try section.section("headers") {
      headers = try Self.values(of: fields, &warnings, isSecret: HTTPHeaders.isSecret)
      try Self.check(headers, fields)
    }
    if let fields = try section.section("query") {
      query = try Self.values(of: fields, &warnings, isSecret: APIQuery.isSecret)
    }
    credentials = try CredentialFields.credentials(in: section)
  }

  /// Returns these values, with those of another section whose names are not among them.
  ///
  /// If this section has credentials, it uses none of the other's, since the two may not work together.
  func over(_ others: ConfiguredValues) -> ConfiguredValues {
    var all = others
    let names = Set(headers.map { $0.name.lowercased() })
    all.headers.removeAll { names.contains($0.name.lowercased()) }
    all.headers += headers
    let parameters = Set(query.map(\.name))
    all.query.removeAll { parameters.contains($0.name) }
    all.query += query
    if let credentials { all.credentials = credentials }
    return all
  }

  var secretVariables: Set<String> {
    ConfiguredValue.variables(of: headers + query, credentials ?? [])
  }

  private static func values(
    of section: ConfigurationSection, _ warnings: inout [ConfigurationWarning],
    isSecret: (String) -> Bool
  ) throws(ConfigurationError) -> [ConfiguredValue] {
    var values: [ConfiguredValue] = []
    for member in section.members {
      guard !member.name.isEmpty, HTTPHeaders.isValue(member.name) else {
        throw section.error(at: member, "\(section.name) has a name that cannot be sent")
      }
      let value = try value(of: member, section)
      values.append(value)
      guard value.variable == nil, isSecret(member.name) else { continue }
      warnings.append(
        ConfigurationWarning(
          path: section.path, line: member.line, column: member.column,
          message: "\(section.fullName(of: member.name)) is a credential in a file",
          hint: "put it into a variable, and write { env: 'NAME' } here"))
    }
    return values
  }

  private static func value(
    of member: JSON5Value.Member, _ section: ConfigurationSection
  ) throws(ConfigurationError) -> ConfiguredValue {
    switch member.value.content {
    case .string(let text):
      guard !text.isEmpty else { throw section.error(member.name, "must not be empty") }
      guard HTTPHeaders.isValue(text) else {
        throw section.error(member.name, "must not have control characters")
      }
      return ConfiguredValue(member.name, .text(text))
    case .object:
      let source = try section.section(member.name, fields: ["env"])
      guard let source, let name = try source.variable("env") else {
        throw section.error(member.name, "has no env", hint: "write { env: 'NAME' }")
      }
      return ConfiguredValue(member.name, .variable(name))
    default: throw section.wrongType(member.name, "a string in quotes or { env: 'NAME' }")
    }
  }

  private static func check(
    _ headers: [ConfiguredValue], _ section: ConfigurationSection
  ) throws(ConfigurationError) {
    var names: Set<String> = []
    for member in section.members {
      let name = section.fullName(of: member.name)
      if let problem = ConfiguredHeader.problem(of: member.name) {
        let shown =
          HTTPHeaders.isName(member.name) ? name : ConfigurationSection.quoted(member.name)
        throw section.error(at: member, "\(shown) \(problem)")
      }
      guard names.insert(member.name.lowercased()).inserted else {
        throw section.error(at: member, "\(name) appears twice, in different case")
      }
    }
  }
}
