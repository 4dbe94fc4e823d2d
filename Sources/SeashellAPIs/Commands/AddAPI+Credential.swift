import FoundationEssentials
import SeashellKit
import ShellCommands
import WebAuthorization
import WebMessages

extension AddAPI {
  /// Looks for the description at an address; if that is a document which needs a credential, asks for one at
  /// a terminal.
  ///
  /// - Parameter credential: the credential that the user has given; it goes to the origin of the address only.
  /// - Throws: `ShellError` `unauthorized` if there is no credential, or the server does not accept it; `usage`
  ///   if the connection is not encrypted.
  func search(
    _ url: URL, _ credential: inout GivenCredential?, _ invocation: Invocation
  ) async throws -> DescriptionSearch {
    if credential != nil { try Self.checkEncryption(of: url) }
    do {
      return try await manager.find(
        url, by: credential?.transport(for: url, over: manager.transport))
    } catch let error as ShellError where error.code == .unauthorized {
      if let credential {
        throw ShellError(
          .unauthorized,
          "\(DescriptionLocation.shown(url)) does not accept the credential in \(credential.name)")
      }
      guard invocation.console.isInteractive else {
        throw ShellError(
          .unauthorized, error.message,
          hint: "pass --header NAME:VALUE, or save the description to a file and give that")
      }
      try Self.checkEncryption(of: url)
      credential = try await Self.ask(error.message, Origin(url), invocation.console)
      return try await search(url, &credential, invocation)
    }
  }

  private static func checkEncryption(of url: URL) throws {
    guard !Origin(url).mayCarryCredentials else { return }
    throw ShellError(
      .usage, "no credential is sent to \(Origin(url)), which is not encrypted",
      hint: "use https, or save the description to a file and give that")
  }

  private static func ask(
    _ problem: String, _ origin: Origin, _ console: any Console
  ) async throws -> GivenCredential {
    var question = Question("header field", alternative: "--header NAME:VALUE")
    question.present = "Authorization"
    question.introduction = ["\(problem), which only \(origin) gets"]
    let name = try await console.ask(question)
    var secret = Question("value of \(name)", alternative: "--header NAME:VALUE", isSecret: true)
    if name.lowercased() == "authorization" { secret.introduction = ["such as 'Bearer TOKEN'"] }
    let value = try await console.ask(secret)
    do {
      return try GivenCredential(parameter: "\(name):\(value)")
    } catch {
      throw ShellError(.usage, "that cannot be sent as a header field, and nothing was added")
    }
  }

  /// Returns the scheme as which the API can keep a credential; nil if its description has none for it.
  ///
  /// Without declared schemes it is `auth`, which the configuration then has.
  ///
  /// - Throws: `ShellError` `usage` if `--scheme` names another one, or there is no credential for it.
  func scheme(
    for credential: GivenCredential?, of offer: APIOffer, _ invocation: Invocation
  ) throws -> SecurityScheme? {
    let id = invocation[schemeID]
    guard let credential else {
      guard id == nil else {
        throw invocation.usageError("--scheme is for the credential of --header", at: schemeID)
      }
      return nil
    }
    let declared = offer.description?.securitySchemes ?? []
    let schemes = declared.isEmpty ? [credential.ownScheme] : declared
    guard let id else { return schemes.first { credential.parts(for: $0.kind) != nil } }
    guard let scheme = schemes.first(where: { $0.id == id }) else {
      let ids = schemes.map(\.id).joined(separator: ", ")
      throw invocation.usageError(
        "the API has no scheme '\(id)'; choose one of \(ids)", at: schemeID)
    }
    guard credential.parts(for: scheme.kind) != nil else {
      throw invocation.usageError(
        "the scheme '\(id)' does not send \(credential.name): \(scheme.kind.text)", at: schemeID)
    }
    return scheme
  }

  /// Returns the scheme if the user says that the API keeps the credential: by `--scheme`, or when asked.
  func kept(
    _ credential: GivenCredential?, as scheme: SecurityScheme?, of name: String,
    _ invocation: Invocation
  ) async throws -> SecurityScheme? {
    guard let credential else { return nil }
    let once = "\(credential.name) was sent for the description only"
    guard let scheme else {
      invocation.report("\(once); 'session login \(name)' signs in")
      return nil
    }
    if invocation[schemeID] != nil { return scheme }
    guard invocation.console.isInteractive else {
      invocation.report("\(once); --scheme \(scheme.id) keeps it for '\(name)'")
      return nil
    }
    let question =
      "Keep \(credential.name) for the requests of '\(name)', in a file that only you can read?"
    return try await invocation.console.confirm(question) ? scheme : nil
  }

  /// Signs in to the API that was added with the credential.
  func keep(
    _ credential: GivenCredential, for scheme: SecurityScheme, of name: String,
    _ invocation: Invocation
  ) async throws {
    let api = try manager.apis.api(name)
    guard let keeper = manager.apis.keeper, let parts = credential.parts(for: scheme.kind) else {
      throw ShellError(
        .failed, "this shell keeps no credentials", hint: "the API was added without one")
    }
    try await keeper.keep(
      Credential(
        user: parts.user, secret: parts.secret, origin: api.client.environment.baseURL.origin),
      for: scheme, of: api)
    invocation.report(
      "\(credential.name) is kept for \(name), as \(scheme.id); 'session logout \(name)' removes it"
    )
  }
}
