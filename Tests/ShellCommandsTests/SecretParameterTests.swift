import Testing

@testable import ShellCommands
@testable import ShellOutput
@testable import ShellLanguage

/// Parameters whose values are not shown.
@Suite struct SecretParameterTests {
  @Test func `a confirmation shows no secret words`() {
    let id = Argument<String>("ID", "which")
    let specification = CommandSpecification(
      "delete", abstract: "Delete", parameters: [id]
    ).confirming("Delete {ID}?").withSecretWords()
    #expect(specification.problem == "'confirms' names {ID}, which is secret")
  }

  /// A type whose errors quote the text.
  struct Pin: ParameterValue {
    static let parameterType = ValueType.text()
    var parameterText: String { "" }

    init(parameter text: String) throws {
      switch text.count {
      case 4: break
      case 5: throw ParameterError("is not four digits", hint: "shorten '\(text)'")
      case 6: throw ShellError(.usage, "'\(text)' is too long")
      case 7: throw ParameterError("is much too long", hint: "use four digits")
      default: throw CancellationError()
      }
    }
  }

  @Test(
    "the errors of a parameter's own type show no secret",
    arguments: [
      ("12345", "--pin does not accept this text", "see 'unlock --help'"),
      ("123456", "--pin does not accept this text", "see 'unlock --help'"),
      ("1", "--pin does not accept this text", "see 'unlock --help'"),
      ("1234567", "--pin is much too long", "use four digits"),
    ])
  func secrets(pin: String, message: String, hint: String) {
    let specification = CommandSpecification(
      "unlock", abstract: "Unlock",
      parameters: [Option<Pin>("pin", "the secret", isSecret: true)])
    let error = #expect(throws: ShellError.self) {
      try ArgumentBinder(specification, path: "unlock").bind(
        ["unlock", "--pin", pin].map { Word($0) }, from: 1)
    }
    #expect(error?.message == message)
    #expect(error?.hint == hint)
    #expect(error?.word == 2)
  }

  @Test func `an error of a parameter's own type is shown where there are no secrets`() {
    let specification = CommandSpecification(
      "unlock", abstract: "Unlock", parameters: [Argument<Pin>("PIN", "the number")])
    func message(_ text: String) -> String? {
      #expect(throws: ShellError.self) {
        try ArgumentBinder(specification, path: "unlock").bind(
          ["unlock", text].map { Word($0) }, from: 1)
      }?.message
    }
    #expect(message("12345") == "PIN is not four digits")
    #expect(message("123456") == "'123456' is too long")
    #expect(message("1") == "PIN does not accept '1'")
  }
}
