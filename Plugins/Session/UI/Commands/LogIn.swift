import FoundationEssentials
import SeashellHosting
import SeashellKit

struct LogIn: Command {
  /// The maximum length of a secret on standard input in bytes, including its newline.
  private static let maximumInput = 64 << 10

  let identity: ShellIdentity
  let state: SessionState
  let reader: SecretReader
  let target = SessionTarget.argument("the API to sign in to, or one of its environments")
  let scheme = Option<String?>(
    "scheme", value: "ID", "the scheme of the API's description to sign in by", length: 1...255)
  let user = Option<String?>(
    "user", value: "USER", "the user to sign in, or the id of a client", length: 1...255)
  let readsPassword = Flag(
    "password-stdin", "read the password, key or token from standard input")
  let variable = Option<String?>(
    "password-env", value: "NAME", "take the password, key or token from this variable",
    length: 1...255)
  var specification: CommandSpecification {
    CommandSpecification(
      "login", abstract: "Sign in",
      discussion: """
        On a terminal it asks for what the API needs: a user and a password, a key, a token, or the id and \
        the secret of a client; or it opens a browser, or shows a code to enter in one. Which it is, the API's description says; if it offers several, you choose \
        one, or pass --scheme. In a script, pass --user, and --password-env or --password-stdin: \
        '\(identity.name) session login --user USER --password-stdin < password.txt'. What the server \
        issues, or what you have typed if it issues nothing, is stored in a file that only you can read, \
        and is sent to this server only. In continuous integration, set the variable \
        \(identity.tokenVariable) to an access token instead, or let 'auth' in config.json name a \
        variable: nothing is stored then ('help sessions' shows how).
        """,
      examples: [
        .init("session login", "asks for the user and the password, and signs in")
      ],
      // A user may type the password as an argument by mistake.
      parameters: [target, scheme, user, readsPassword, variable]
    ).withSecretWords().sendingRequests()
  }

  func run(_ invocation: Invocation) async throws {
    let console = invocation.console
    let target = try invocation.pointing(at: self.target) {
      try state.target(invocation[self.target])
    }
    if let word = invocation[variable], invocation[readsPassword] {
      throw invocation.usageError(
        "--password-env \(word) and --password-stdin cannot be used together", at: variable)
    }
    if let notices = try await state.logInAsConfigured(to: target) {
      for notice in notices { console.notify(notice) }
      return
    }
    let scheme = try await chosen(
      of: try await state.schemes(of: target), invocation[self.scheme], target, console)
    let isGiven = invocation[readsPassword] || invocation[variable] != nil
    // A given password is sent with the first request, without asking the server before.
    try await state.checkSignIn(
      by: scheme, to: target, asking: console.isInteractive && !isGiven)
    let given = try await given(invocation, for: target)
    let session = try await signIn(
      by: scheme, to: target, user: invocation[user], secret: given, console)
    console.notify(SessionView.signedIn(session) + (scheme.kind.isChecked ? "" : Self.unchecked))
  }

  private static let unchecked = "; the first request will show whether the server accepts it"

  /// Asks for what the scheme needs and was not given, and signs in.
  func signIn(
    by scheme: SecurityScheme, to target: SessionState.Target, user: String?, secret: Secret?,
    _ console: any Console
  ) async throws -> Session {
    let plan = try await state.plan(for: scheme, of: target, hasSecret: secret != nil, console)
    let form = SignInForm(scheme: plan.scheme, console: console)
    try form.checkBrowser(orSet: target.api.tokenVariable)
    let user = try await form.user(user ?? plan.clientID)
    return try await state.logIn(
      by: plan, user: user, secret: try await form.secret(secret), to: target,
      showing: SignInDialog(on: console))
  }

  /// Returns the secret from the options; nil if the user must be asked.
  private func given(
    _ invocation: Invocation, for target: SessionState.Target
  ) async throws -> Secret? {
    if let name = invocation[variable] {
      // The user may have typed the password here, so it is not shown.
      guard SecretVariables.isName(name) else {
        throw invocation.usageError("--password-env takes the name of a variable", at: variable)
      }
      return try await reader.read(.variable(name), for: target.environment.name)
    }
    guard invocation[readsPassword] else { return nil }
    return Secret(
      try Self.line(
        of: try await invocation.console.readInput(upTo: Self.maximumInput, isSecret: true)))
  }

  /// Throws `usage` if there are several schemes and none was chosen.
  func chosen(
    of schemes: [SecurityScheme], _ id: String?, _ target: SessionState.Target,
    _ console: any Console
  ) async throws -> SecurityScheme {
    let ids = schemes.map(\.id)
    if let id {
      if let scheme = schemes.first(where: { $0.id == id }) { return scheme }
      throw ShellError(
        .usage, "'\(target.api.name)' has no scheme '\(id)'",
        hint: "choose one of \(ids.joined(separator: ", "))")
    }
    let usable = schemes.filter { if case .unsupported = $0.kind { false } else { true } }
    if usable.count == 1 || schemes.count == 1 { return usable.first ?? schemes[0] }
    guard console.isInteractive else {
      throw ShellError(
        .usage, "'\(target.api.name)' has several schemes: \(ids.joined(separator: ", "))",
        hint: "choose one with --scheme")
    }
    var question = Question("scheme", alternative: "--scheme ID")
    question.introduction = usable.map { "\($0.id): \($0.kind.text)" }
    while true {
      let answer = try await console.ask(question)
      if let scheme = usable.first(where: { $0.id.lowercased() == answer.lowercased() }) {
        return scheme
      }
      question.introduction = ["choose one of \(usable.map(\.id).joined(separator: ", "))"]
    }
  }

  /// Returns the only line of an input, without its newline.
  private static func line(of input: String) throws -> String {
    var line = input
    if let last = line.last, last == "\n" || last == "\r\n" { line.removeLast() }
    guard !line.utf8.contains(UInt8(ascii: "\n")) else {
      throw ShellError(
        .usage, "standard input has more than one line", hint: "pass only the password")
    }
    return line
  }
}

extension SecurityScheme.Kind {
  /// Whether signing in asks the server.
  fileprivate var isChecked: Bool {
    switch self {
    case .session, .oauth: true
    case .apiKey, .basic, .bearer, .clientCertificate, .unsupported: false
    }
  }

  /// Whether the user signs in at the server, with a browser.
  var isAtServer: Bool {
    if case .oauth(let settings) = self { settings.mayNeedUser } else { false }
  }

  /// A description of the scheme, for a user who chooses one.
  fileprivate var text: String {
    switch self {
    case .apiKey(let name, let place):
      switch place {
      case .header: "a key in the header field \(name)"
      case .query: "a key in the parameter \(name)"
      case .cookie: "a key in the cookie \(name)"
      }
    case .basic: "a user and a password"
    case .bearer: "an access token"
    case .session: "a user and a password"
    case .oauth(let settings) where isAtServer:
      switch settings.flows {
      case [.authorizationCode]: "a browser"
      case [.device]: "a code to enter in a browser"
      default:
        "a browser, or a code to enter in one"
          + (settings.issuer.flatMap { $0.host() }.map { ", as \($0) offers it" } ?? "")
      }
    case .oauth(let settings):
      settings.flows == [.password] ? "a user and a password" : "the id and the secret of a client"
    case .clientCertificate: "a certificate"
    case .unsupported(let reason): reason
    }
  }
}
