import ShellCommands
import WebAPI
import WebMessages

/// Reads the fields `headers` and `query`, which an environment has, and an API for all its environments.
struct ConfiguredValues {
  /// The header fields that the client sets for each request by itself.
  private static let ownHeaders: Set = ["content-type", "idempotency-key", "if-none-match"]

  private(set) var headers: [ConfiguredValue] = []
  private(set) var query: [ConfiguredValue] = []

  /// Creates an empty list.
  init() {}

  /// Reads the fields of a section, and adds a warning for each credential that is written into it.
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
  }

  /// Returns these values, and those of another section whose names are others.
  func over(_ others: ConfiguredValues) -> ConfiguredValues {
    var all = others
    let names = Set(headers.map { $0.name.lowercased() })
    all.headers.removeAll { names.contains($0.name.lowercased()) }
    all.headers += headers
    let parameters = Set(query.map(\.name))
    all.query.removeAll { parameters.contains($0.name) }
    all.query += query
    return all
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
      guard let source, let name = try source.string("env") else {
        throw section.error(member.name, "has no env", hint: "write { env: 'NAME' }")
      }
      guard isVariable(name) else {
        throw source.error("env", "must be the name of a variable, such as 'API_KEY'")
      }
      return ConfiguredValue(member.name, .variable(name))
    default: throw section.wrongType(member.name, "a string in quotes or { env: 'NAME' }")
    }
  }

  private static func isVariable(_ name: String) -> Bool {
    name.first.map { !$0.isNumber } == true
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private static func check(
    _ headers: [ConfiguredValue], _ section: ConfigurationSection
  ) throws(ConfigurationError) {
    var names: Set<String> = []
    for member in section.members {
      let name = section.fullName(of: member.name)
      guard HTTPHeaders.isName(member.name) else {
        throw section.error(
          at: member, "\(ConfigurationSection.quoted(member.name)) is not a valid header field name"
        )
      }
      guard !HTTPHeaders.isReserved(member.name), !ownHeaders.contains(member.name.lowercased())
      else {
        throw section.error(at: member, "\(name) cannot be set, since the client sets it itself")
      }
      guard names.insert(member.name.lowercased()).inserted else {
        throw section.error(at: member, "\(name) appears twice, in different case")
      }
    }
  }
}
