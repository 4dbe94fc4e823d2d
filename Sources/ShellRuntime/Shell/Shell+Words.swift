import ShellCommands
package import ShellLanguage
import ShellOutput
package import ShellRecords

extension Shell {
  /// Whether aliases are replaced, as in typed statements, even when a subshell runs them.
  var replacesAliases: Bool {
    isTyped || scope.runsTypedStatement && scope.scriptDepth == 0
  }

  /// Replaces the variables in a command's words and, at a prompt, the alias at their beginning.
  func expand(_ words: [Word]) throws -> [Word] {
    let words = replacesAliases ? unaliased(words) : words
    guard words.haveVariables else { return words }
    var expanded: [Word] = []
    expanded.reserveCapacity(words.count)
    // The command keeps the kind of its value.
    let isTypedLet =
      words.begins(with: "let") && Assignment(words.dropFirst())?.typedValue != nil
    for (index, word) in words.enumerated() {
      if word.hasVariables, !isTypedLet || index < words.count - 1 {
        expanded += try variables.words(of: word)
      } else {
        expanded.append(word)
      }
    }
    return expanded
  }

  /// Replaces the variables in the words of a stage.
  ///
  /// - Throws: ``ShellError`` if a variable is not defined.
  package func expand(arguments words: [Word]) throws -> [Word] {
    words.haveVariables ? try words.flatMap { try variables.words(of: $0) } : words
  }

  /// Replaces the variables in words, except for expressions and for variables that are whole words.
  ///
  /// - Throws: ``ShellError`` if a variable is not defined.
  package func expandKeepingExpressions(_ words: [Word]) throws -> [Word] {
    guard words.haveVariables else { return words }
    var expanded: [Word] = []
    for word in words {
      // The variable after `-o` is its value.
      let isValue = expanded.last?.looksLikeOption == true && expanded.last?.isBare("-") != true
      expanded += isValue || !word.isEvaluatedByStage ? try variables.words(of: word) : [word]
    }
    return expanded
  }

  /// Replaces the variables in the words of a stage, except `$it`.
  func expandKeepingItem(_ words: [Word]) throws -> [Word] {
    words.haveVariables ? try words.flatMap { try variables.wordsKeepingItem(of: $0) } : words
  }

  /// Replaces an alias at the beginning of typed words with its own words.
  package func unaliased(_ words: [Word]) -> [Word] {
    guard replacesAliases, case .literal(let name) = words[0].content, !words[0].isQuoted,
      let alias = aliases[name]
    else { return words }
    let replacement = alias.words.map { word in
      var word = word
      (word.start, word.end) = (words[0].start, words[0].end)
      return word
    }
    return replacement + words.dropFirst()
  }
}

extension Shell {
  /// Sets a variable; the value of a secret one is masked from now on.
  package func set(_ name: String, to value: VariableValue, isSecret: Bool = false) {
    variables.set(name, to: value, isSecret: isSecret)
    if isSecret { value.secretTexts.forEach { host.secrets.insert($0) } }
  }

  /// Whether a word is a secret variable, or an expression with one.
  func isSecret(_ word: Word) -> Bool {
    if let parenthesis = word.loneExpression {
      return parenthesis.expression.variables.contains { variables.isSecret($0.name) }
    }
    return word.loneVariable.map { variables.isSecret($0.name) } ?? false
  }
}

extension Word {
  /// Whether a stage with expressions evaluates the word itself: it is a variable, or ends with an expression or
  /// with the variable of `NAME=$x`.
  fileprivate var isEvaluatedByStage: Bool {
    guard !isQuoted, !isArguments, case .composed(let parts) = content else { return false }
    switch parts.last {
    case .expression: return true
    case .variable where parts.count == 1: return true
    case .variable: return parts.count == 2 && startsAssignment
    case .literal, .value, .statement, nil: return false
    }
  }

  private var startsAssignment: Bool {
    guard case .composed(let parts) = content, case .literal(let text) = parts.first else {
      return false
    }
    return text.utf8.last == UInt8(ascii: "=") && text.utf8.count { $0 == UInt8(ascii: "=") } == 1
  }
}

extension Shell: VariableHost {
  package var variableScope: any VariableScope { variables }
}
