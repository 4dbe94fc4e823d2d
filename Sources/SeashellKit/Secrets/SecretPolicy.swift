import ShellOutput

enum SecretPolicy {
  enum Decision: Sendable, Equatable {
    case allow
    case ask(String)
    case refuse(ShellError)
  }

  /// Decides about one use of a secret, for `name`, such as `wh:live`.
  ///
  /// Without a terminal, variables and files are allowed, since the user has set or written them. A
  /// program is started only if the user has agreed to it (`isAgreed`), even if its output stays on
  /// this machine.
  static func decision(
    on agreement: SecretAgreement, for name: String, isAgreed: Bool, isInteractive: Bool
  ) -> Decision {
    guard !isAgreed else { return .allow }
    switch agreement.source {
    case .variable, .file: if agreement.isLoopback || !isInteractive { return .allow }
    case .program(_, let words), .store(_, let words):
      guard isInteractive else {
        return .refuse(
          ShellError(
            .unauthorized,
            "the program '\(words.first ?? "")', which has the secret of \(name), was not approved",
            hint: "run 'session login \(name)' at a terminal once"))
      }
    }
    return .ask(question(about: agreement, for: name))
  }

  private static func question(about agreement: SecretAgreement, for name: String) -> String {
    switch agreement.source {
    case .variable(let variable):
      "\(name): send the variable \(variable) to \(agreement.origin)?"
    case .file(let path): "\(name): send the content of the file \(path) to \(agreement.origin)?"
    case .program(let path, let words):
      "\(name): run '\(words.joined(separator: " "))' (\(path)) and send its output to"
        + " \(agreement.origin)?"
    case .store(let path, let words):
      "\(name): store the secret for \(agreement.origin) by '\(words.joined(separator: " "))'"
        + " (\(path))?"
    }
  }
}
