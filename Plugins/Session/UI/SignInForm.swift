import SeashellKit

@MainActor
struct SignInForm {
  let scheme: SecurityScheme
  let console: any Console

  /// The scheme's name for the user; nil if it has no user.
  private var userLabel: String? {
    switch scheme.kind {
    case .basic, .session: "user"
    case .oauth(let settings): settings.flows == [.password] ? "user" : "client id"
    case .apiKey, .bearer, .clientCertificate, .unsupported: nil
    }
  }

  private var secretLabel: String {
    switch scheme.kind {
    case .apiKey(let name, _): "key \(name)"
    case .bearer: "token"
    case .oauth(let settings) where settings.flows != [.password]: "client secret"
    default: "password"
    }
  }

  /// Returns the given user, or asks for one; nil if the scheme has no user.
  ///
  /// - Throws: `ShellError` if the user cannot be asked, or one was given although the scheme has none.
  func user(_ given: String?) async throws -> String? {
    guard let userLabel else {
      guard given == nil else {
        throw ShellError(.usage, "'\(scheme.id)' has no user", hint: "leave --user out")
      }
      return nil
    }
    var user = given ?? ""
    if given == nil {
      var question = Question(userLabel, alternative: "--user NAME")
      if scheme.kind.isAtServer {
        question.introduction = [
          "the server knows this program by a client id, which you get from whoever runs the API"
        ]
      }
      user = try await answer(to: question)
    }
    guard !user.isEmpty else { throw ShellError(.usage, "the \(userLabel) is empty") }
    // RFC 7617, section 2.
    guard scheme.kind != .basic || !user.contains(":") else {
      throw ShellError(.usage, "a user of Basic cannot have a ':'")
    }
    return user
  }

  /// Throws if the user signs in with a browser, but is not there to do so.
  func checkBrowser(orSet variable: String) throws {
    guard case .oauth(let settings) = scheme.kind, settings.flows == [.authorizationCode],
      !console.isWatched
    else { return }
    throw ShellError(
      .usage, "not a terminal, so I can't sign in with a browser",
      hint: "sign in at a terminal, or set \(variable) to a token")
  }

  /// Returns the given secret, or asks for it; throws if it cannot be sent.
  ///
  /// nil for the client of a user without one: only some clients have a secret.
  func secret(_ given: Secret?) async throws -> Secret? {
    if given == nil, scheme.kind.isAtServer { return nil }
    let secret: Secret
    if let given {
      secret = given
    } else {
      secret = Secret(
        try await answer(
          to: Question(
            secretLabel, alternative: "--password-stdin or --password-env NAME", isSecret: true)))
    }
    guard !secret.text.isEmpty else { throw ShellError(.usage, "the \(secretLabel) is empty") }
    switch scheme.kind {
    case .apiKey, .bearer:
      guard secret.isToken else {
        throw ShellError(
          .usage, "the \(secretLabel) has characters that cannot be sent",
          hint: "check it for spaces and newlines")
      }
    default: break
    }
    return secret
  }

  /// Asks until there is an answer.
  ///
  /// Otherwise a user who pressed Enter twice would type the password at the prompt.
  private func answer(to question: Question) async throws -> String {
    var question = question
    while true {
      let answer = try await console.ask(question)
      if !answer.isEmpty { return answer }
      question.introduction = []
    }
  }
}
