import CoreSystem
import FoundationEssentials
import WebMessages

/// One sign-in of a user with a browser (RFC 6749, section 4.1), with PKCE by S256 (RFC 7636).
struct AuthorizationRequest {
  /// The secret that shows that the code was requested here.
  let verifier = SignInState.random()
  /// The address that the browser opens.
  let url: URL
  private let state: SignInState
  private let redirect: String
  private let server: AuthorizationServer

  /// `state` is how the answer is recognized at `redirect`.
  ///
  /// Throws ``AuthorizationError`` `metadata` or `insecure` if users cannot sign in safely with a browser.
  init(
    at server: AuthorizationServer, client: String, scopes: [String], resource: String? = nil,
    redirect: String, state: SignInState
  ) throws(AuthorizationError) {
    (self.server, self.redirect, self.state) = (server, redirect, state)
    let name = server.issuer ?? server.tokenURL.absoluteString
    guard let address = server.authorizationURL else {
      throw .metadata("it is not known where users of \(name) sign in with a browser")
    }
    guard Origin(address).mayCarryCredentials else { throw .insecure(address.absoluteString) }
    if let methods = server.challengeMethods, !methods.contains("S256") {
      let offered = methods.isEmpty ? "no way" : methods.joined(separator: ", ")
      throw .metadata("\(name) does not protect codes with S256 (PKCE): it offers \(offered)")
    }
    let challenge = SignInState.base64URL(SHA256.digest(verifier.utf8))
    var fields = [
      ("response_type", "code"), ("client_id", client), ("redirect_uri", redirect),
      ("state", state.text), ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ]
    if !scopes.isEmpty { fields.append(("scope", scopes.joined(separator: " "))) }
    if let resource { fields.append(("resource", resource)) }
    let query = fields.map { name, value in
      "\(name)=\(PercentEncoding.encode(value, keeping: PercentEncoding.query))"
    }.joined(separator: "&")
    let text = String(address.absoluteString.prefix { $0 != "#" })
    // An address with a query keeps it (RFC 6749, section 3.1).
    guard let url = URL(string: "\(text)\(text.contains("?") ? "&" : "?")\(query)") else {
      throw .metadata("'\(text)' is not an address")
    }
    self.url = url
  }

  /// Returns the code in what a user has typed: the address at which the browser has ended, or the code alone.
  ///
  /// - Throws: ``AuthorizationError`` `denied` or `wrongRedirect`.
  func code(typed answer: String) throws(AuthorizationError) -> String {
    let words = answer.split(whereSeparator: \.isWhitespace)
    let text = words.joined()
    if text.prefix(while: { $0 != "?" && $0 != "#" }) == redirect { return try code(in: text) }
    if text.contains("://") {
      let origin = URL(string: text).flatMap { $0.host() == nil ? nil : "\(Origin($0))" }
      throw .wrongRedirect("it leads to \(origin ?? "no server"), and not to \(redirect)")
    }
    guard words.count < 2 else { throw .wrongRedirect("a code has no spaces") }
    // No server's codes are that short, since they must not be guessed (RFC 6749, section 10.10).
    guard (8...4_096).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"&?".utf8.contains($0) })
    else { throw .wrongRedirect("it is neither a code nor the whole address") }
    return text
  }

  /// Returns the code in the address to which the browser was sent.
  ///
  /// - Throws: ``AuthorizationError`` `denied` or `wrongRedirect`.
  func code(in address: String) throws(AuthorizationError) -> String {
    guard address.hasPrefix("\(redirect)?") else { throw .wrongRedirect("it has no code") }
    let fields = try Self.fields(address.dropFirst(redirect.utf8.count + 1).prefix { $0 != "#" })
    guard let given = fields["state"], state.isSame(given) else {
      throw .wrongRedirect("its 'state' is missing, or is that of another sign-in")
    }
    try checkIssuer(fields["iss"])
    if let code = fields["error"] {
      let isName =
        (1...60).contains(code.utf8.count)
        && code.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) }
      throw .denied(code: isName ? code : "unknown")
    }
    guard let code = fields["code"], !code.isEmpty else { throw .wrongRedirect("it has no code") }
    return code
  }

  /// Checks who has answered (RFC 9207), so that another server's code is not sent to this one.
  private func checkIssuer(_ given: String?) throws(AuthorizationError) {
    guard let given else {
      guard !server.namesIssuer else { throw .wrongRedirect("its 'iss' is missing") }
      return
    }
    let isRight =
      if let issuer = server.issuer {
        given == issuer
      } else {
        URL(string: given).map { Origin($0) } == server.authorizationURL.map { Origin($0) }
      }
    guard isRight else { throw .wrongRedirect("its 'iss' names another server") }
  }

  private static func fields(_ query: Substring) throws(AuthorizationError) -> [String: String] {
    var fields: [String: String] = [:]
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count == 2 ? sides[1] : ""
      guard let name = PercentEncoding.decodeStrictly(sides[0], plusIsSpace: true),
        let value = PercentEncoding.decodeStrictly(value, plusIsSpace: true),
        fields.updateValue(value, forKey: name) == nil
      else { throw .wrongRedirect("a field of it is malformed, or is there twice") }
    }
    return fields
  }
}
