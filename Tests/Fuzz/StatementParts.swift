@testable import ShellLanguage

extension CommandList {
  /// All expressions outside `where` stages.
  var allExpressions: [Parenthesis] {
    let words = allPipelines.flatMap {
      $0.command + $0.stages.joined() + $0.redirections.map(\.file)
    }
    return (words + otherWords).flatMap(\.expressions)
      + words.compactMap(\.compound).flatMap(\.expressions)
  }

  /// The words of blocks' statements that are in no pipeline.
  var otherWords: [Word] {
    allPipelines.flatMap { $0.command + $0.stages.joined() }.compactMap(\.compound)
      .flatMap(\.otherWords)
  }
}

extension Compound {
  var expressions: [Parenthesis] {
    switch self {
    case .conditional(let branches, _): branches.map(\.condition)
    case .expectation(let condition): [condition]
    default: []
    }
  }

  var otherWords: [Word] {
    switch self {
    case .loop(let loop): if case .value(let word) = loop.items { [word] } else { [] }
    case .returnValue(let word): [word].compactMap(\.self)
    case .definition(let definition): definition.parameters.compactMap(\.fallback)
    case .skipTest(let word): [word]
    case .expectedOutcome(let expected): [expected.limit, expected.interval].compactMap(\.self)
    case .test(let test):
      if case .value(let word)? = test.items { [test.name, word] } else { [test.name] }
    default: []
    }
  }
}

extension Word {
  var expressions: [Parenthesis] {
    guard case .composed(let parts) = content else { return [] }
    return parts.compactMap {
      if case .expression(let parenthesis) = $0 { parenthesis } else { nil }
    }
  }
}

extension Range<Int> {
  func encloses(_ range: Range<Int>) -> Bool {
    lowerBound <= range.lowerBound && range.upperBound <= upperBound
  }
}
