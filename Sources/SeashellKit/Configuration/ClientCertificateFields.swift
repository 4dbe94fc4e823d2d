import FoundationEssentials
import Glibc
import WebMessages

/// Reads the field `clientCertificate` of an environment.
///
/// ```
/// clientCertificate: {
///   certificate: 'client.pem',      // PEM; relative to the file's folder, or ~/
///   key: 'client.key',              // may be left out if the certificate's file has it
///   password: { env: 'NAME' },      // of the key, if it is encrypted
/// }
/// ```
struct ClientCertificateFields {
  private let section: ConfigurationSection

  init?(in environment: ConfigurationSection) throws(ConfigurationError) {
    let section = try environment.section(
      "clientCertificate", fields: ["certificate", "key", "password"])
    guard let section else { return nil }
    self.section = section
  }

  /// Creates the certificate after checking its files.
  ///
  /// - Parameter url: the base address of the environment. Only its origin gets the certificate.
  func certificate(for url: URL) throws(ConfigurationError) -> ClientCertificate {
    guard let certificate = try path("certificate") else {
      throw section.error(
        "certificate", "is missing", hint: "write { certificate: 'client.pem', key: 'client.key' }")
    }
    guard url.scheme?.lowercased() == "https" else {
      throw ConfigurationError(
        path: section.path, line: section.line,
        message: "\(section.name) is only for a baseURL that begins with 'https://'",
        column: section.column)
    }
    let all = ClientCertificate(
      certificate, key: try path("key"), passwordVariable: try passwordVariable(), for: url
    ) { SecretVariables.process.value(of: $0)?.text }
    do {
      try all.check()
    } catch {
      throw section.error(error.field.rawValue, error.message, hint: error.remedy)
    }
    return all
  }

  private func path(_ field: String) throws(ConfigurationError) -> String? {
    guard let name = try section.string(field) else { return nil }
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw section.error(field, "must be the path of a file")
    }
    guard name.hasPrefix("~/"), let home = getenv("HOME") else { return section.filePath(name) }
    return String(cString: home) + name.dropFirst()
  }

  private func passwordVariable() throws(ConfigurationError) -> String? {
    switch section.value("password")?.content {
    case nil: return nil
    case .object: break
    // The text is not quoted: it is the password.
    default: throw section.wrongType("password", "{ env: 'NAME' }")
    }
    let source = try section.section("password", fields: ["env"])
    guard let name = try source?.variable("env") else {
      throw section.error(
        "password", "has no env with the name of a variable", hint: "write { env: 'NAME' }")
    }
    return name
  }
}
