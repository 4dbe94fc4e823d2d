import CCurl
import CoreSystem
import WebMessages

/// The client certificate of one exchange: nil unless the request goes to the certificate's own origin.
struct CurlIdentity {
  private let certificate: ClientCertificate
  private let password: String

  init?(of exchange: CurlExchange) throws(TransportError) {
    guard let certificate = exchange.settings.clientCertificate,
      exchange.target.isSecure, certificate.origin == Origin(exchange.request.url)
    else { return nil }
    // The key and its password will be in memory.
    ProcessMemory.keepOutOfCoreDumps()
    do {
      try certificate.check()
      password = try certificate.password()
    } catch {
      throw TransportError(
        .unconnected, reason: "clientCertificate.\(error.field.rawValue) \(error.message)",
        isLasting: true, remedy: error.remedy ?? Self.check)
    }
    self.certificate = certificate
  }

  /// Without a password OpenSSL would ask for one at the terminal, and block the main thread.
  func install(in easy: UnsafeMutableRawPointer) {
    for (option, value) in [
      (CURLOPT_SSLCERTTYPE, "PEM"), (CURLOPT_SSLCERT, certificate.certificate),
      (CURLOPT_SSLKEYTYPE, "PEM"), (CURLOPT_SSLKEY, certificate.keyPath),
      (CURLOPT_KEYPASSWD, password),
    ] {
      _ = ccurl_set_string(easy, option, value)
    }
  }

  static func remove(from easy: UnsafeMutableRawPointer) {
    for option in [CURLOPT_SSLCERT, CURLOPT_SSLKEY, CURLOPT_KEYPASSWD] {
      _ = ccurl_set_string(easy, option, nil)
    }
  }

  private static let check = "check clientCertificate of the environment in config.json"

  /// libcurl says only that a key cannot be used, whether its password is wrong or it belongs to
  /// another certificate.
  ///
  /// Its message, `words`, contains the files' paths.
  static func unusable(_ words: String, by certificate: ClientCertificate) -> TransportError {
    var reason = "the key does not belong to it, or is damaged"
    var remedy = check
    if words.contains("client certificate") {
      reason = "its file has no certificate in PEM"
    } else if isEncrypted(certificate.keyPath) {
      if let variable = certificate.passwordVariable {
        reason = "the password of the key is wrong, or the key does not belong to it"
        remedy = "check the variable \(variable), and the key"
      } else {
        reason = "its key has a password"
        remedy = "set clientCertificate.password to { env: 'NAME' } in config.json"
      }
    }
    return TransportError(
      .unconnected,
      reason: "cannot use the client certificate '\(certificate.certificate)': \(reason)",
      isLasting: true, remedy: remedy)
  }

  /// Whether the key in a file is encrypted, in either form of PEM.
  private static func isEncrypted(_ path: String) -> Bool {
    let text = (try? SmallFile.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("4,ENCRYPTED")
  }

  /// The error of a server that demands a client certificate, or rejects this one; nil if the
  /// message is about something else.
  ///
  /// With TLS 1.3 the alert arrives after the client's part of the handshake, so that the request
  /// may already have been sent. The server has not read it, since it reads no request before the
  /// handshake is complete.
  static func refusal(_ words: String, by exchange: CurlExchange) -> TransportError? {
    guard let alert = words.firstRange(of: " alert ").map({ words[$0.upperBound...] }) else {
      return nil
    }
    let place = exchange.target.place
    let isOwn = exchange.settings.clientCertificate?.origin == Origin(exchange.request.url)
    if isOwn, let name = refusals.first(where: { alert.hasPrefix($0) }) {
      return TransportError(
        .unconnected, reason: "\(place) does not accept the client certificate: \(name)",
        isLasting: true, remedy: check)
    }
    guard !isOwn, demands.contains(where: { alert.hasPrefix($0) }) else { return nil }
    return TransportError(
      .unconnected, reason: "\(place) requires a client certificate", isLasting: true,
      remedy: exchange.settings.clientCertificate == nil
        ? "set clientCertificate of the environment in config.json"
        : "clientCertificate is only for the environment's own address")
  }

  /// Advice for a connection closed without an answer, as some servers do when they reject a certificate; nil
  /// if no certificate was presented.
  static func doubt(about exchange: CurlExchange) -> String? {
    exchange.settings.clientCertificate?.origin == Origin(exchange.request.url)
      ? "if it stays so, the server may not accept the client certificate" : nil
  }

  /// Alerts that reject a client's certificate (RFC 8446, section 6.2), in OpenSSL's words.
  private static let refusals = [
    "certificate expired", "certificate revoked", "certificate unknown", "certificate required",
    "bad certificate", "unsupported certificate", "unknown ca", "access denied", "decrypt error",
    "handshake failure",
  ]

  /// Alerts about a missing certificate, in TLS 1.3 and in earlier versions.
  private static let demands = ["certificate required", "bad certificate"]
}
