import Foundation

/// A home to which the application `schemes` was added as `sc`, with the environment `sc:local`.
final class SchemesUser {
  /// Issues the tokens of the scheme `OpenID`, for the client `job`; nil without that scheme.
  let issuer: WebApplication?
  let server: WebApplication
  let home: Sandbox

  /// Starts the server, and adds the API, unless a configuration has it.
  ///
  /// - Parameters:
  ///   - hasIssuer: whether to offer the scheme `OpenID`, for which a second server is started.
  ///   - variables: further environment variables of the home.
  ///   - auth: the value of `auth` of the environment in the configuration.
  init(
    hasIssuer: Bool = false, environment variables: [String: String] = [:], auth: String? = nil
  ) throws {
    issuer = hasIssuer ? try WebApplication("authorization", "live") : nil
    server = try WebApplication(
      "schemes", "live", variables: issuer.map { ["ISSUER": $0.address] } ?? [:])
    home = try Sandbox(environment: variables)
    if let auth {
      try configure("environments: { local: { baseURL: '\(server.address)', auth: \(auth) } }")
    } else {
      try home.succeed("api", "add", "sc", server.address, "--yes")
      if let issuer { try home.agree(to: issuer.address, of: "sc") }
    }
  }

  /// Configures the API with further fields of its object.
  func configure(_ rest: String) throws {
    try home.configure("{ apis: { sc: { description: 'openapi.json', \(rest) } } }\n")
    try home.file("config/seashell/openapi.json", server.openAPI)
  }

  /// Starts the servers for a scheme, and adds the API.
  convenience init(for scheme: SignInScheme) throws {
    try self.init(hasIssuer: scheme.id == SignInScheme.openID.id)
  }

  /// The requests for tokens at the server that issues the tokens of a scheme.
  func tokenRequests(_ scheme: SignInScheme) -> [WebApplication.Request] {
    let server = scheme.id == SignInScheme.openID.id ? issuer ?? server : server
    return server.tokenRequests(scheme.grant ?? "")
  }

  /// Signs in as a script does.
  @discardableResult
  func logIn(_ scheme: SignInScheme, secret: String? = nil) throws -> Program.Result {
    try home.seashell(
      words: ["session", "login", "sc", "--scheme", scheme.id, "--password-env", "SIGN_IN_SECRET"]
        + (scheme.user.map { ["--user", $0] } ?? []),
      environment: ["SIGN_IN_SECRET": secret ?? scheme.secret])
  }

  /// Signs in, which must succeed.
  func signIn(_ schemes: SignInScheme...) throws {
    for scheme in schemes {
      let result = try logIn(scheme)
      guard result.status == 0 else {
        throw Sandbox.Failure(text: "\(scheme.id): \(result.status): \(result.errors)")
      }
    }
  }

  func requests(_ path: String) -> [WebApplication.Request] {
    server.allRequests.filter { $0.path == path }
  }
}

extension Sandbox {
  /// Allows an origin in the configuration of an API, as `api add` does with the user's consent.
  func agree(to origin: String, of api: String) throws {
    let path = "config/seashell/config.json"
    let text = try String(contentsOf: home.appending(path: path), encoding: .utf8)
    try file(
      path, text.replacing("\(api): {", with: "\(api): { allowedOrigins: ['\(origin)'],"))
  }
}
