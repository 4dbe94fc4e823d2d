extension CommandSpecification {
  /// Returns the specification of the program itself, without a discussion and examples.
  package static func ofProgram(_ identity: ShellIdentity) -> CommandSpecification {
    CommandSpecification(
      identity.name,
      abstract: identity.abstract,
      arguments: [
        .init(
          "WORD", "a command and its words", isRequired: false, isRepeating: true,
          completion: "statements")
      ],
      options: OptionSpecification.ofProgram,
      optionParsing: .beforeArguments)
  }
}
