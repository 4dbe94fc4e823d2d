import FoundationEssentials
import ShellCommands
import WebAPI
import WebMessages

struct EnvironmentFields {
  static let names = [
    "baseURL", "version", "format", "keys", "production", "timeouts", "limits",
    "certificateAuthorities", "clientCertificate", "idempotencyKeys", "retries", "headers",
    "query", "auth", "events",
  ]

  private let section: ConfigurationSection

  private init(_ section: ConfigurationSection) {
    self.section = section
  }

  /// Reads environments that replace the shell's own, except the embedded one.
  ///
  /// `values` are the header fields, query parameters and credentials of all of them.
  static func environments(
    in section: ConfigurationSection, replacing builtIn: [APIEnvironment] = [],
    with values: ConfiguredValues = ConfiguredValues(),
    _ warnings: inout [ConfigurationWarning]
  ) throws(ConfigurationError) -> [APIEnvironment] {
    var environments: [APIEnvironment] = []
    for member in section.members {
      let original = builtIn.first { $0.name == member.name }
      if original?.isEmbedded == true {
        throw section.error(
          at: member, "\(section.fullName(of: member.name)) is built in and cannot be changed",
          hint: "choose another name")
      }
      guard APIEnvironment.isName(member.name) else {
        throw section.error(
          at: member,
          "\(ConfigurationSection.quoted(member.name)) is not a valid environment name",
          hint: APIEnvironment.nameRule)
      }
      guard let fields = try section.section(member.name, fields: names) else { continue }
      var environment = try EnvironmentFields(fields).environment(
        member.name, replacing: original)
      let all = try ConfiguredValues(fields, &warnings).over(values)
      (environment.headers, environment.query) = (all.headers, all.query)
      if let credentials = all.credentials { environment.credentials = credentials }
      environments.append(environment)
    }
    return environments
  }

  /// Fields that are left out keep the values of `original`, the shell's own environment of that
  /// name.
  private func environment(
    _ name: String, replacing original: APIEnvironment?
  ) throws(ConfigurationError) -> APIEnvironment {
    guard let url = try baseURL() ?? original?.baseURL else {
      throw ConfigurationError(
        path: section.path, line: section.line, message: "\(section.name) has no baseURL",
        column: section.column)
    }
    var environment = original ?? APIEnvironment(name, url)
    if url != environment.baseURL {
      environment.unreachableHint = nil
      environment.honorsIdempotencyKeys = false
      environment.transport.clientCertificate = nil
    }
    if Origin(url) != environment.origin { environment.credentials = nil }
    environment.baseURL = url
    environment.version = try version(default: environment.version)
    environment.isProduction = try section.boolean("production") ?? environment.isProduction
    environment.format = try section.choice("format") ?? environment.format
    environment.keys = try section.choice("keys") ?? environment.keys
    environment.honorsIdempotencyKeys =
      try section.boolean("idempotencyKeys") ?? environment.honorsIdempotencyKeys
    environment.retries =
      try section.integer("retries", in: RetrySetting.bounds, "retries") ?? environment.retries
    try setTimeouts(of: &environment.transport)
    try setLimits(of: &environment)
    environment.transport.certificateAuthorities =
      try section.readableFile("certificateAuthorities")
      ?? environment.transport.certificateAuthorities
    if let fields = try ClientCertificateFields(in: section) {
      environment.transport.clientCertificate = try fields.certificate(for: url)
    }
    environment.events = try EventStreamFields(in: section)?.configuration()
    return environment
  }

  private func baseURL() throws(ConfigurationError) -> URL? {
    guard let address = try section.string("baseURL") else { return nil }
    do {
      return try APIEnvironment.baseURL(parsing: address)
    } catch {
      throw section.error("baseURL", error.message)
    }
  }

  private func version(default: String?) throws(ConfigurationError) -> String? {
    if section.members.contains(where: { $0.name == "version" && $0.value.content == .null }) {
      return nil
    }
    guard let version = try section.string("version") ?? `default`, !version.isEmpty else {
      return nil
    }
    let parts = version.split(separator: "/", omittingEmptySubsequences: false)
    let isPath =
      parts.allSatisfy { !["", ".", ".."].contains($0) }
      && version.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#%\\".utf8.contains($0) }
    guard isPath else { throw section.error("version", "must be a part of a path such as 'v1'") }
    return version
  }

  private func setTimeouts(of settings: inout TransportSettings) throws(ConfigurationError) {
    let fields = ["connect", "firstByte", "stall", "whole"]
    guard let timeouts = try section.section("timeouts", fields: fields) else { return }
    func read(_ field: String, _ duration: inout Duration) throws(ConfigurationError) {
      let seconds = try timeouts.number(field, in: 0.001...86_400, "seconds")
      if let seconds { duration = .seconds(seconds) }
    }
    try read("connect", &settings.connectTimeout)
    try read("firstByte", &settings.firstByteTimeout)
    try read("stall", &settings.stallTimeout)
    try read("whole", &settings.totalTimeout)
  }

  private func setLimits(of environment: inout APIEnvironment) throws(ConfigurationError) {
    let fields = ["header", "body", "redirects"]
    guard let limits = try section.section("limits", fields: fields) else { return }
    if let bytes = try limits.integer("header", in: 1_024...(16 << 20), "bytes") {
      environment.transport.maximumHeaderSize = bytes
    }
    if let bytes = try limits.integer("body", in: 1_024...(1 << 30), "bytes") {
      environment.maximumResponseSize = bytes
    }
    if let count = try limits.integer("redirects", in: 0...20, "redirects") {
      environment.maximumRedirects = count
    }
  }
}
