import CoreLoop
public import FoundationEssentials
import WebAPI
import WebMessages

/// How a program shows a user where to sign in.
public struct SignInDialog: Sendable {
  /// Checks what a user types in place of the browser's answer: the address at which the browser has ended, or
  /// the code in it; returns the code.
  public typealias Check = @Sendable (String) throws(AuthorizationError) -> String

  /// Shows the address at which the user signs in with a browser.
  ///
  /// It returns the code if the user types it, and nil if nothing is typed. It is cancelled as soon as the browser
  /// itself has answered.
  public let showAddress:
    @MainActor @Sendable (URL, _ check: @escaping Check) async throws -> String?

  /// Shows the code that the user enters at the server; it is cancelled as soon as the user is signed in.
  public let showCode: @MainActor @Sendable (DeviceCode) async throws -> Void

  /// Creates a dialog.
  public init(
    showAddress:
      @escaping @MainActor @Sendable (URL, _ check: @escaping Check) async throws ->
      String?,
    showCode: @escaping @MainActor @Sendable (DeviceCode) async throws -> Void
  ) {
    (self.showAddress, self.showCode) = (showAddress, showCode)
  }
}

extension OAuthClient {
  /// The seconds for which a browser's answer is awaited.
  private static let patience = 600

  /// Returns a client for one sign-in, with the server's metadata and one flow.
  ///
  /// The metadata are fetched once, so that what the user agrees to is what is used.
  ///
  /// - Parameters:
  ///   - hasSecret: whether a secret was given, as in a script.
  ///   - mayAsk: whether a user sees what is shown.
  /// - Throws: ``AuthorizationError`` or `APIError` if the issuer offers no supported way, or is that of a
  ///   protected resource and does not say that it supports PKCE by S256.
  public func prepared(hasSecret: Bool, mayAsk: Bool) async throws -> OAuthClient {
    let server = try await server()
    if settings.resource != nil, server.challengeMethods?.contains("S256") != true {
      // The Model Context Protocol has clients refuse such servers (revision 2025-11-25).
      throw AuthorizationError.metadata(
        "\(server.issuer ?? "the server") does not say that it supports PKCE (S256), which signing in"
          + " to modules requires")
    }
    let flows = settings.flows.isEmpty ? server.flows : settings.flows
    let order: [OAuthSettings.Flow] =
      if hasSecret {
        [.clientCredentials, .password, .device, .authorizationCode]
      } else if mayAsk, Browser.isAvailable {
        [.authorizationCode, .device, .password, .clientCredentials]
      } else if mayAsk {
        [.device, .authorizationCode, .password, .clientCredentials]
      } else {
        [.device, .clientCredentials, .password, .authorizationCode]
      }
    let flow = order.first {
      guard flows.contains($0) else { return false }
      return switch $0 {
      case .device: server.deviceURL != nil || flows.count == 1
      case .authorizationCode: server.authorizationURL != nil || flows.count == 1
      default: true
      }
    }
    guard let flow else {
      throw AuthorizationError.metadata(
        "\(settings.issuer?.absoluteString ?? "the server") offers no supported way to sign in")
    }
    var client = self
    (client.settings.flows, client.known) = ([flow], server)
    return client
  }

  /// Signs a user or a client in by the settings' first flow.
  ///
  /// - Parameters:
  ///   - given: the name and the secret of the user or of the client; a client of users may have no secret.
  ///   - dialog: shows the user where to sign in.
  ///   - clock: measures the waits.
  /// - Throws: ``AuthorizationError``; `APIError` if a request failed; `CancellationError`.
  public func signIn(
    _ given: Credential, showing dialog: SignInDialog, clock: any Clock<Duration>
  ) async throws -> Credential {
    guard let flow = settings.flows.first, [.authorizationCode, .device].contains(flow) else {
      return try await logIn(given)
    }
    let server = try await server()
    var client = given
    client.clientID = given.user
    client = try await self.client(of: client) ?? client
    if client.secret == nil { client.secret = given.secret }
    var tokens =
      flow == .device
      ? try await signIn(client, onDeviceAt: server, dialog, clock)
      : try await signIn(client, inBrowserAt: server, dialog, clock)
    (tokens.clientID, tokens.secret) = (
      given.user ?? tokens.clientID, given.secret ?? tokens.secret
    )
    tokens.asked = asked(at: server)
    return tokens
  }

  private func signIn(
    _ client: Credential, inBrowserAt server: AuthorizationServer, _ dialog: SignInDialog,
    _ clock: any Clock<Duration>
  ) async throws -> Credential {
    // The metadata may have changed since the user agreed to their addresses.
    if let page = server.authorizationURL, !isTrusted(page, nil) {
      throw AuthorizationError.foreign("\(Origin(page))")
    }
    let state = SignInState()
    let redirect = try LoopbackRedirect(state)
    do {
      var client = client
      if client.clientID == nil, let name = settings.registeredName {
        client = try await register(name, at: server, redirect: redirect.address)
      }
      let request = try AuthorizationRequest(
        at: server, client: client.user ?? "", scopes: settings.scopes,
        resource: settings.resource, redirect: redirect.address, state: state)
      let code = try await first(
        { try request.code(in: try await redirect.answer()) },
        {
          try await dialog.showAddress(request.url) { text throws(AuthorizationError) in
            try request.code(typed: text)
          }
        },
        {
          try await clock.sleep(for: .seconds(Self.patience))
          throw AuthorizationError.denied(code: "expired_token")
        })
      let fields = [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect.address),
        ("code_verifier", request.verifier),
      ]
      var tokens = try await tokens(
        fields, secrets: [Secret(code), Secret(request.verifier)], of: client, at: server,
        url: server.tokenURL, isBackground: false)
      if settings.registeredName != nil {
        (tokens.clientID, tokens.secret) = (client.clientID, client.secret)
      }
      await redirect.close(showing: .signedIn)
      return tokens
    } catch {
      await redirect.close(showing: .refused)
      if case AuthorizationError.refused("invalid_grant") = error {
        throw AuthorizationError.denied(code: "invalid_grant")
      }
      throw error
    }
  }

  /// Returns the result of the body that ends first, and cancels the others.
  private func first<Result: Sendable>(
    _ bodies: @Sendable () async throws -> Result?...
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      for body in bodies { group.addTask { try await body() } }
      defer { group.cancelAll() }
      for try await case let result? in group { return result }
      throw CancellationError()
    }
  }

  private func signIn(
    _ client: Credential, onDeviceAt server: AuthorizationServer, _ dialog: SignInDialog,
    _ clock: any Clock<Duration>
  ) async throws -> Credential {
    guard let url = server.deviceURL else {
      throw AuthorizationError.metadata(
        "it is not known where \(server.issuer ?? "the server") issues codes for devices")
    }
    var client = client
    if client.clientID == nil, let name = settings.registeredName {
      client = try await register(name, at: server, redirect: nil)
    }
    var fields: [(String, String)] = []
    if !settings.scopes.isEmpty {
      fields.append(("scope", settings.scopes.joined(separator: " ")))
    }
    if let resource = settings.resource { fields.append(("resource", resource)) }
    let response = try await response(
      to: fields, secrets: [], of: client, held: nil, at: server, url: url, isBackground: false)
    if let code = response.refusal { throw AuthorizationError.denied(code: code) }
    do { try response.verify() } catch { throw error.redacted }
    let device = try DeviceCode(response)
    let authorized = client
    var issued = try await first(
      { try await tokens(for: device, of: authorized, at: server, clock) },
      {
        try await dialog.showCode(device)
        return nil
      })
    if settings.registeredName != nil {
      (issued.clientID, issued.secret) = (client.clientID, client.secret)
    }
    return issued
  }

  static var deviceGrant: String { "urn:ietf:params:oauth:grant-type:device_code" }

  /// Requests the tokens until the user has entered the code (RFC 8628, section 3.4).
  private func tokens(
    for device: DeviceCode, of client: Credential, at server: AuthorizationServer,
    _ clock: some Clock<Duration>
  ) async throws -> Credential {
    let (start, fields) = (
      clock.now,
      [
        ("grant_type", Self.deviceGrant),
        ("device_code", device.code),
      ]
    )
    var interval = device.interval
    while start.duration(to: clock.now) < .seconds(device.lifetime) {
      try await clock.sleep(for: .seconds(interval))
      do {
        return try await tokens(
          fields, secrets: [Secret(device.code)], of: client, at: server, url: server.tokenURL,
          isBackground: true)
      } catch AuthorizationError.refused(let code) {
        switch code {
        case "authorization_pending": break
        case "slow_down": interval += 5
        case let code: throw AuthorizationError.denied(code: code)
        }
      } catch let error as APIError where error.status.map({ $0 >= 500 || $0 == 429 }) ?? true {
        // A server that is not reached is asked half as often.
        interval = min(interval * 2, device.lifetime)
      }
    }
    throw AuthorizationError.denied(code: "expired_token")
  }
}
