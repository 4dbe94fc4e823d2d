/// What only some commands need.
///
/// ```swift
/// CommandSpecification("cancel", abstract: "Cancel an order", parameters: [id], offline: .writes)
///   .confirming("Cancel the order {ORDER}?")
/// ```
extension CommandSpecification {
  /// Returns the specification of a command that asks before it runs.
  ///
  /// - Parameters:
  ///   - question: the question; see ``confirms``. nil asks none.
  ///   - onlyInProduction: whether it is asked only if requests go to a production environment; see
  ///     ``confirmsInProduction``.
  public consuming func confirming(
    _ question: String?, onlyInProduction: Bool = false
  ) -> CommandSpecification {
    if onlyInProduction { confirmsInProduction = question } else { confirms = question }
    return self
  }

  /// Returns the specification with another rule for which words can be options; see ``optionParsing``.
  public consuming func parsingOptions(_ words: OptionParsing) -> CommandSpecification {
    optionParsing = words
    return self
  }

  /// Returns the specification of a command whose words are secret; see ``hasSecretWords``.
  public consuming func withSecretWords() -> CommandSpecification {
    hasSecretWords = true
    return self
  }

  /// Returns the specification of a command that sends requests; see ``sendsRequests``.
  ///
  /// A command with an ``offline`` use needs no ``sendingRequests()``.
  public consuming func sendingRequests() -> CommandSpecification {
    sendsRequests = true
    return self
  }

  /// Returns the specification of a stage that `help` lists under a subject; see ``subject``.
  public consuming func listed(under subject: String) -> CommandSpecification {
    self.subject = subject
    return self
  }
}
