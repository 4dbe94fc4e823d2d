import SeashellKit

struct LogIn: Command {
  /// The longest password that is read from standard input, its newline included, in bytes.
  private static let longestInput = 4_096

  let state: SessionState
  let console: any Console
  let specification = CommandSpecification(
    "login",
    abstract: "Sign in to the shop",
    discussion: """
      What is not given is asked for, where you are at a terminal. Elsewhere give --user and \
      --password-stdin, and the password on standard input, as in \
      'seashell session login --user demo --password-stdin < password.txt'. The tokens that the \
      shop gives are kept in a file that only you can read, and go to this shop alone. Where nobody \
      can sign in, as in continuous integration, the variable SEASHELL_TOKEN may hold an access token: \
      it is sent to the shop on which seashell starts, kept nowhere and not renewed.
      """,
    examples: [
      .init(
        "session login --user demo --password-stdin",
        "signs in with the password on standard input")
    ],
    options: [
      .init("user", value: "USER", "who signs in", type: .text(length: 1...255)),
      .init(flag: "password-stdin", "read the password from standard input"),
    ],
    // It takes no password among its words, and is given one all the same.
    hasSecretWords: true)

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
    console.notify(
      SessionView.signedIn(try await state.logIn(user: user, password: password)))
  }

  private func password(isInput: Bool) async throws -> SessionSecret {
    let password =
      if isInput {
        try Self.line(of: try await console.readInput(upTo: Self.longestInput, isSecret: true))
      } else {
        try await answer(Question("password", alternative: "--password-stdin", isSecret: true))
      }
    guard !password.isEmpty else { throw ShellError(.usage, "the password is empty") }
    return SessionSecret(password)
  }

  /// Asks until there is an answer: at a prompt, whoever pressed Enter once too often would type the
  /// password as a command.
  private func answer(_ field: Question) async throws -> String {
    while true {
      let answer = try await console.ask(field)
      if !answer.isEmpty { return answer }
    }
  }

  /// The only line of an input, with or without its newline.
  private static func line(of input: String) throws -> String {
    var line = input
    if let last = line.last, last == "\n" || last == "\r\n" { line.removeLast() }
    guard !line.utf8.contains(UInt8(ascii: "\n")) else {
      throw ShellError(
        .usage, "standard input has more than one line", hint: "give the password alone")
    }
    return line
  }
}
