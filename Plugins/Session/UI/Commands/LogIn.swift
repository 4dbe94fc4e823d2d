import SeashellHosting
import SeashellKit

struct LogIn: Command {
  /// The maximum length of a password on standard input, with its newline, in bytes.
  private static let maximumInput = 4_096

  let identity: ShellIdentity
  let state: SessionState
  let user = Option<String?>("user", value: "USER", "the user to sign in", length: 1...255)
  let readsPassword = Flag("password-stdin", "read the password from standard input")
  var specification: CommandSpecification {
    CommandSpecification(
      "login",
      abstract: "Sign in",
      discussion: """
        On a terminal it asks for the user and the password. In a script, pass --user and \
        --password-stdin, with the password on standard input: \
        '\(identity.name) session login --user USER --password-stdin < password.txt'. The tokens that \
        the server issues are stored in a file that only you can read, and are sent to this server \
        only. In continuous integration, set the variable \(identity.tokenVariable) to an access token \
        instead: it is sent to the environment on which \(identity.name) starts, is not stored and \
        not renewed.
        """,
      examples: [
        .init("session login", "asks for the user and the password, and signs in")
      ],
      parameters: [user, readsPassword],
      // A user may type the password as an argument by mistake.
      hasSecretWords: true, sendsRequests: true)
  }

  func run(_ invocation: Invocation) async throws {
    try await state.checkSignIn()
    let console = invocation.console
    // A password that is there already goes with the first request.
    if console.isInteractive, !invocation[readsPassword] { try await state.checkServer() }
    let user =
      if let user = invocation[user] {
        user
      } else {
        try await answer(to: Question("user", alternative: "--user NAME"), console)
      }
    guard !user.isEmpty else { throw ShellError(.usage, "the user is empty") }
    let password = try await password(isInput: invocation[readsPassword], console)
    console.notify(SessionView.signedIn(try await state.logIn(user: user, password: password)))
  }

  private func password(
    isInput: Bool, _ console: any Console
  ) async throws -> SessionSecret {
    let password =
      if isInput {
        try Self.line(of: try await console.readInput(upTo: Self.maximumInput, isSecret: true))
      } else {
        try await answer(
          to: Question("password", alternative: "--password-stdin", isSecret: true), console)
      }
    guard !password.isEmpty else { throw ShellError(.usage, "the password is empty") }
    return SessionSecret(password)
  }

  /// Asks until there is an answer.
  ///
  /// Otherwise a user who pressed Enter twice would type the password at the prompt.
  private func answer(
    to question: Question, _ console: any Console
  ) async throws -> String {
    while true {
      let answer = try await console.ask(question)
      if !answer.isEmpty { return answer }
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
