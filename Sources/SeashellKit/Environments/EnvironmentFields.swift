import FoundationEssentials
import Glibc
import WebAPI
import WebMessages

/// The fields by which a configuration describes an environment.
struct EnvironmentFields {
  static let names = [
    "baseURL", "version", "format", "keys", "production", "timeouts", "limits",
    "certificateAuthorities",
  ]

  private typealias Flaw = ConfigurationSection.Flaw

  private let section: ConfigurationSection
  private let folder: String

  /// - Parameter folder: where relative paths begin.
  init(_ section: ConfigurationSection, folder: String) {
    self.section = section
    self.folder = folder
  }

  /// Makes the environment.
  func environment(_ name: String) throws -> APIEnvironment {
    let given = EnvironmentCatalogue.isDevelopment(name) ? EnvironmentCatalogue.development : nil
    guard let address = try section.text("baseURL") ?? given?.address else {
      throw Flaw(message: "\(section.place) has no baseURL", line: section.line)
    }
    if case .failure(let flaw) = BaseAddress.read(address) {
      throw section.flaw("baseURL", flaw.text)
    }
    var environment = try APIEnvironment(
      name: name, address: address, version: try version(else: given?.version),
      isProduction: try section.boolean("production") ?? false)
    environment.format = try section.choice("format") ?? environment.format
    environment.keys = try section.choice("keys") ?? environment.keys
    try setTimeouts(of: &environment.transport)
    try setLimits(of: &environment)
    environment.transport.certificateAuthorities = try certificateAuthorities()
    return environment
  }

  private func version(
    else given: String?
  ) throws(ConfigurationSection.Flaw) -> String? {
    if section.members.contains(where: { $0.name == "version" && $0.value.content == .null }) {
      return nil
    }
    guard let version = try section.text("version") ?? given, !version.isEmpty else { return nil }
    let parts = version.split(separator: "/", omittingEmptySubsequences: false)
    let isPath =
      parts.allSatisfy { !["", ".", ".."].contains($0) }
      && version.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#%\\".utf8.contains($0) }
    guard isPath else {
      throw section.flaw("version", "is no part of a path such as 'v1'")
    }
    return version
  }

  private func setTimeouts(of settings: inout TransportSettings) throws(ConfigurationSection.Flaw) {
    let fields = ["connect", "firstByte", "stall", "whole"]
    guard let timeouts = try section.section("timeouts", fields: fields) else { return }
    func read(_ field: String, _ duration: inout Duration) throws(ConfigurationSection.Flaw) {
      let seconds = try timeouts.number(field, in: 0.001...86_400, "seconds")
      if let seconds { duration = .seconds(seconds) }
    }
    try read("connect", &settings.connectTimeout)
    try read("firstByte", &settings.firstByteTimeout)
    try read("stall", &settings.stallTimeout)
    try read("whole", &settings.wholeTimeout)
  }

  private func setLimits(of environment: inout APIEnvironment) throws(ConfigurationSection.Flaw) {
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

  private func certificateAuthorities() throws(ConfigurationSection.Flaw) -> String? {
    guard let name = try section.text("certificateAuthorities") else { return nil }
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    var status = stat()
    guard !name.isEmpty, !name.utf8.contains(0), stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0
    else {
      throw section.flaw(
        "certificateAuthorities",
        "names no file that can be read: \(ConfigurationSection.quoted(path))")
    }
    return path
  }
}
