package import ShellOutput
package import ShellLanguage

/// What a command's words leave out, for a form that asks for it.
extension ArgumentBinder {
  /// An argument or an option that is still to be given.
  package enum Gap {
    /// The argument of that index.
    case argument(Int)
    /// The option of that index.
    case option(Int)
  }

  /// What is missing: what is required, and what a place would imply.
  ///
  /// - Returns: nothing where the words ask for help, or belong to a command of somebody else's.
  /// - Throws: what is wrong with the words that are there.
  package func gaps(in words: [Word], from start: Int) throws(ShellError) -> [Gap] {
    guard specification.optionParsing == .anywhere else { return [] }
    let bound = try scanned(words, from: start)
    if bound.wantsHelp { return [] }
    try refuseExcess(in: bound)
    var gaps: [Gap] = []
    for (index, argument) in specification.arguments.enumerated()
    where argument.isRequired || argument.impliedBy != nil {
      if share(of: index, among: bound.positionalCount).isEmpty { gaps.append(.argument(index)) }
    }
    for (index, option) in specification.options.enumerated()
    where option.isRequired && bound.option(index) == nil {
      gaps.append(.option(index))
    }
    if !gaps.isEmpty { try validate(bound) }
    return gaps
  }

  /// Puts answers into their places.
  ///
  /// - Parameters:
  ///   - answers: what fills the gaps, in their order.
  ///   - gaps: the gaps of these words.
  package func filled(
    _ words: [Word], from start: Int, gaps: [Gap], with answers: [String]
  ) throws(ShellError) -> [Word] {
    let bound = try scanned(words, from: start)
    var arguments: [Int: String] = [:]
    var filled = Array(words[..<start])
    for (gap, answer) in zip(gaps, answers) {
      switch gap {
      case .argument(let index): arguments[index] = answer
      case .option(let index):
        filled.append(Word("--\(specification.options[index].name)=\(answer)"))
      }
    }
    let positionals = Set((0..<bound.positionalCount).map(bound.positional))
    filled += (start..<words.count).filter { !positionals.contains($0) }.map { words[$0] }
      .filter { !($0.looksLikeOption && $0.text == "--") }
    for index in specification.arguments.indices {
      if let answer = arguments[index] {
        filled.append(Word(answer, mayBeOption: false))
      } else {
        for position in share(of: index, among: bound.positionalCount) {
          var word = words[bound.positional(position)]
          word.mayBeOption = false
          filled.append(word)
        }
      }
    }
    return filled
  }

  /// Why a text cannot fill a gap; nil where it can.
  package func refusal(of answer: String, for gap: Gap) -> String? {
    let (name, type) =
      switch gap {
      case .argument(let index):
        (specification.arguments[index].name, specification.arguments[index].type)
      case .option(let index):
        ("--\(specification.options[index].name)", specification.options[index].type)
      }
    guard !answer.isEmpty else { return "an answer is needed; Ctrl-C gives the command up" }
    do throws(ShellError) {
      try validate(answer, as: type, of: name, at: nil, isSecret: isSecret(gap))
      return nil
    } catch {
      return error.message
    }
  }

  /// Whether the answer to a gap is secret.
  package func isSecret(_ gap: Gap) -> Bool {
    if case .option(let index) = gap, specification.options[index].isSecret { return true }
    return specification.hasSecretWords
  }
}
