package import ShellOutput
package import ShellLanguage
import Glibc

extension ArgumentBinder {
  /// An argument or option that a form asks for.
  package enum Gap {
    /// The index of an argument.
    case argument(Int)
    /// The index of an option.
    case option(Int)
  }

  /// Finds the required values that are missing.
  ///
  /// - Parameter place: the values of the user's current place, which forms do not ask for.
  /// - Returns: no gaps if the words ask for help, or belong to a command that another command runs.
  /// - Throws: a `usage` error if the given words are wrong.
  package func gaps(
    in words: [Word], from start: Int, at place: [CompletionKind: String] = [:]
  ) throws(ShellError) -> [Gap] {
    guard specification.optionParsing == .anywhere else { return [] }
    var bound = try BoundArguments(self, scanning: words, from: start, at: place)
    if bound.wantsHelp { return [] }
    try checkCount(of: bound)
    var gaps: [Gap] = []
    for (index, argument) in specification.arguments.enumerated()
    where argument.isRequired {
      if bound.lacks(index), !bound.hasAny(of: argument.unless) { gaps.append(.argument(index)) }
    }
    for (index, option) in specification.options.enumerated()
    where option.isRequired && bound.option(index) == nil && !bound.hasAny(of: option.unless) {
      gaps.append(.option(index))
    }
    if !gaps.isEmpty { try validate(&bound) }
    return gaps
  }

  /// Whether the command requires two arguments, of which the second may tell the first.
  package var requiresTwo: Bool { requiredCount == 2 && specification.arguments.count == 2 }

  /// Returns the index of the only given word, if the command requires two arguments, and the place fills
  /// neither.
  package func loneArgument(
    in words: [Word], from start: Int, at place: [CompletionKind: String]
  ) throws(ShellError) -> Int? {
    guard requiresTwo else { return nil }
    let bound = try BoundArguments(self, scanning: words, from: start, at: place)
    guard bound.positionalCount == 1, bound.implied.isEmpty, !bound.wantsHelp else { return nil }
    return bound.positional(0)
  }

  /// Adds the answers to a command's words.
  ///
  /// - Parameters:
  ///   - gaps: the gaps in these words.
  ///   - answers: an answer for each gap, in the same order.
  ///   - place: the place values used to find the gaps.
  /// - Returns: the path, the options, and then all arguments in order, except those filled by the place.
  package func filled(
    _ words: [Word], from start: Int, gaps: [Gap], with answers: [String],
    at place: [CompletionKind: String] = [:]
  ) throws(ShellError) -> [Word] {
    let bound = try BoundArguments(self, scanning: words, from: start, at: place)
    var arguments: [Int: String] = [:]
    var filled = Array(words[..<start])
    for (gap, answer) in zip(gaps, answers) {
      switch gap {
      case .argument(let index): arguments[index] = answer
      case .option(let index):
        filled.append(word("--\(specification.options[index].name)=", answer, for: gap))
      }
    }
    let positionals = Set((0..<bound.positionalCount).map(bound.positional))
    filled += (start..<words.count).filter { !positionals.contains($0) }.map { words[$0] }
      .filter { !($0.looksLikeOption && $0.text == "--") }
    for index in specification.arguments.indices {
      if let answer = arguments[index] {
        filled.append(word("", answer, for: .argument(index)))
      } else {
        for position in bound.positions(of: index) {
          var word = words[bound.positional(position)]
          word.mayBeOption = false
          filled.append(word)
        }
      }
    }
    return filled
  }

  /// A word of an answer, behind the option that it is for.
  ///
  /// A long text is data: it names no file.
  private func word(_ option: String, _ answer: String, for gap: Gap) -> Word {
    var word = Word(option + answer, mayBeOption: !option.isEmpty)
    if isLong(gap) { word.data = DataParts(all: answer).shifted(by: option.utf8.count) }
    return word
  }

  /// An answer to a gap, as a user would write it in the command's words.
  package func written(_ answer: String, for gap: Gap) -> String {
    isLong(gap) ? LongText.written(answer) : answer
  }

  /// Whether the answer to a gap is a long text.
  func isLong(_ gap: Gap) -> Bool {
    switch gap {
    case .argument(let index): specification.arguments[index].isLong
    case .option(let index): specification.options[index].isLong
    }
  }

  /// Why an answer cannot fill a gap; nil if it can.
  ///
  /// With `mayBeEmpty` the gap's type decides about an empty answer.
  func refusal(
    of answer: String, for gap: Gap, mayBeEmpty: Bool = false
  ) -> String? {
    let (name, type, parser) =
      switch gap {
      case .argument(let index):
        (
          specification.arguments[index].name, specification.arguments[index].type,
          specification.arguments[index].parser
        )
      case .option(let index):
        (
          "--\(specification.options[index].name)", specification.options[index].type,
          specification.options[index].parser
        )
      }
    guard mayBeEmpty || !answer.isEmpty else {
      return "an answer is required; press Ctrl-C to cancel"
    }
    do throws(ShellError) {
      _ = try value(of: GivenText(answer), type, parser, of: name, at: nil, isSecret: isSecret(gap))
      return nil
    } catch {
      // In the middle of a form, pointing to the command's help is no use.
      guard let hint = error.hint, hint != helpHint else { return error.message }
      return "\(error.message); \(hint)"
    }
  }

  /// Whether the answer to a gap is secret.
  package func isSecret(_ gap: Gap) -> Bool {
    if case .option(let index) = gap, specification.options[index].isSecret { return true }
    return specification.hasSecretWords
  }

  /// Asks until an answer can fill a gap.
  ///
  /// For a file, the path of an existing file is an answer too, and returned as `@PATH`.
  ///
  /// - Parameters:
  ///   - present: the present value, if there is one; an answer can keep it.
  ///   - mayClear: whether the user may empty the present value, whatever the gap's type accepts.
  ///   - report: shows why an answer was refused; by default, the next question does.
  /// - Throws: the errors of ``Console/ask(_:)``.
  @MainActor
  package func answer(
    to gap: Gap, present: String? = nil, mayClear: Bool = false, from console: any Console,
    report: ((String) -> Void)? = nil
  ) async throws -> String {
    var question = question(for: gap)
    question.present = present ?? ""
    while true {
      var answer = try await console.ask(question)
      if answer == present || answer.isEmpty && mayClear { return answer }
      var reason: String?
      if isFile(gap), !answer.isEmpty, answer.utf8.first != UInt8(ascii: "@") {
        if access(answer, F_OK) == 0 {
          answer = "@" + answer
        } else {
          reason = "there is no file '\(answer)'; write @PATH for a file"
        }
      }
      reason = reason ?? refusal(of: answer, for: gap, mayBeEmpty: present != nil)
      guard let reason else { return answer }
      if let report { report(reason) } else { question.introduction = [reason] }
    }
  }

  func question(for gap: Gap) -> Question {
    switch gap {
    case .argument(let index):
      let argument = specification.arguments[index]
      return Question(
        Self.label(argument.name.lowercased(), argument.type), alternative: argument.usage,
        isSecret: isSecret(gap), isLong: isLong(gap), completion: argument.completion)
    case .option(let index):
      let option = specification.options[index]
      return Question(
        isFile(gap)
          ? "\(option.name) (a file: @PATH)" : Self.label(option.name, option.type),
        alternative: option.usage,
        isSecret: isSecret(gap), isLong: isLong(gap), completion: option.completion)
    }
  }

  /// Whether the answer to a gap is a file: `@PATH`.
  private func isFile(_ gap: Gap) -> Bool {
    if case .option(let index) = gap {
      specification.options[index].completion == .fileReference
    } else {
      false
    }
  }

  private static func label(_ name: String, _ type: ValueType) -> String {
    type.expectation.map { "\(name) (\($0))" } ?? name
  }
}
