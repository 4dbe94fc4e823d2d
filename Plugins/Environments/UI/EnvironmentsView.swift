import FoundationEssentials
import SeashellKit

enum EnvironmentsView {
  static let columns = [
    "name", "base_url", "version", "format", "keys", "production", "current",
  ].map { Column($0) }

  /// The columns of a record: those of a list, timeouts in seconds, limits in bytes, whether the API
  /// honours keys, the number of retries, the additions to each request, and the configured credentials.
  static let settings =
    columns
    + [
      "connect_timeout", "first_byte_timeout", "stall_timeout", "whole_timeout", "header_limit",
      "body_limit", "redirects", "certificate_authorities", "verified", "idempotency_keys",
      "retries", "headers", "query", "auth", "client_certificate", "events",
    ].map { Column($0) }

  static func row(
    _ environment: APIEnvironment, named name: String, isCurrent: Bool
  ) -> [CellValue] {
    [
      .text(name), .text(environment.displayAddress),
      environment.version.map(CellValue.text) ?? .null, .text(environment.format.rawValue),
      .text(environment.keys.rawValue), .boolean(environment.isProduction), .boolean(isCurrent),
    ]
  }

  static func record(_ environment: APIEnvironment, isCurrent: Bool) -> [CellValue] {
    let transport = environment.transport
    let seconds = { (duration: Duration) -> CellValue in
      .decimal(Decimal((duration / .milliseconds(1)).rounded()) / 1_000)
    }
    let names = { (values: [ConfiguredValue]) -> CellValue in
      values.isEmpty ? .null : .text(values.map { "\($0)" }.joined(separator: ", "))
    }
    let retries = environment.retries ?? APIRetrySettings.standard.maximumTries - 1
    return row(environment, named: environment.name, isCurrent: isCurrent) + [
      seconds(transport.connectTimeout), seconds(transport.firstByteTimeout),
      seconds(transport.stallTimeout), seconds(transport.totalTimeout),
      .integer(transport.maximumHeaderSize),
      environment.maximumResponseSize.map(CellValue.integer) ?? .null,
      .integer(environment.maximumRedirects),
      transport.certificateAuthorities.map(CellValue.text) ?? .null,
      .boolean(transport.verifiesServer), .boolean(environment.honorsIdempotencyKeys),
      .integer(retries), names(environment.headers), names(environment.query),
      environment.credentials.map(auth) ?? .null,
      transport.clientCertificate.map { .text($0.certificate) } ?? .null,
      environment.eventStream.map(CellValue.text) ?? .null,
    ]
  }

  private static func auth(_ credentials: [ConfiguredCredential]) -> CellValue {
    .text(
      credentials.isEmpty ? "none" : credentials.map(\.description).joined(separator: ", "))
  }
}
