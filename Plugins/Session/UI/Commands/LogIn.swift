import SeashellKit

struct LogIn: Command {
  /// The maximum length of a password on standard input, with its newline, in bytes.
  private static let maximumInput = 4_096

  let identity: ShellIdentity
  let state: SessionState
  let console: any Console
  var specification: CommandSpecification {
    CommandSpecification(
      "login",
      abstract: "Sign in",
      discussion: """
        On a terminal it asks for the user and the password. In a script, pass --user and \
        --password-stdin, with the password on standard input: \
        '\(identity.name) session login --user demo --password-stdin < password.txt'. The tokens that \
        the server issues are stored in a file that only you can read, and are sent to this server \
        only. In continuous integration, set the variable \(identity.tokenVariable) to an access token \
        instead: it is sent to the environment on which \(identity.name) starts, is not stored and \
        not renewed.
        """,
      examples: [
        .init(
          "session login --user demo --password-stdin",
          "signs in with a password from standard input")
      ],
      options: [
        .init("user", value: "USER", "the user to sign in", type: .text(length: 1...255)),
        .init(flag: "password-stdin", "read the password from standard input"),
      ],
      // A user may type the password as an argument by mistake.
      hasSecretWords: true)
  }

  func run(_ invocation: Invocation) async throws {
    try await state.checkSignIn()
    let arguments = invocation.arguments
    let user =
      if let user = arguments.text("user") {
        user
      } else {
        try await answer(Question("user", alternative: "--user NAME"))
      }
    guard !user.isEmpty else { throw ShellError(.usage, "the user is empty") }
    let password = try await password(isInput: arguments.flag("password-stdin"))
    console.notify(SessionView.signedIn(try await state.logIn(user: user, password: password)))
  }

  private func password(isInput: Bool) async throws -> SessionSecret {
    let password =
      if isInput {
        try Self.line(of: try await console.readInput(upTo: Self.maximumInput, isSecret: true))
      } else {
        try await answer(Question("password", alternative: "--password-stdin", isSecret: true))
      }
    guard !password.isEmpty else { throw ShellError(.usage, "the password is empty") }
    return SessionSecret(password)
  }

  /// Asks until there is an answer.
  ///
  /// Otherwise a user who pressed Enter twice would type the password at the prompt.
  private func answer(_ field: Question) async throws -> String {
    while true {
      let answer = try await console.ask(field)
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
