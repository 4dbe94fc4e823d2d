import ShellLanguage
import ShellOutput
import ShellRecords

/// A call of a command that `def` has made.
@MainActor
struct DefinitionCall {
  let command: DefinedCommand
  /// The words of the call, with the command's name.
  let words: [Word]

  /// Creates a call; nil if the words do not begin with the name of such a command.
  init?(_ words: [Word], in shell: Shell) {
    guard let command = shell.definition(of: words) else { return nil }
    (self.command, self.words) = (command, words)
  }

  private var definition: Compound.Definition { command.definition }

  /// Runs the command.
  ///
  /// The block reads the variables around the call; what it sets is gone at its end.
  ///
  /// - Returns: the value after `return`, if there is one.
  func run(in shell: Shell, by runner: any StatementRunner) async throws -> VariableValue? {
    if words.count == 2, words[1].isBare("--help") || words[1].isBare("-h") {
      try Output(.table, to: shell.destination).text("Usage: \(command.usage)")
      return nil
    }
    let values = try arguments(in: shell)
    let outer = shell.variables
    defer { shell.variables.endScope(of: outer) }
    for (parameter, value) in zip(definition.parameters, values) {
      shell.variables.set(parameter.name, to: value)
    }
    do {
      let source = PlacedSource(command.block, shell)
      try await shell.nesting {
        try await BlockRunner(shell, from: source, by: runner).run(.block(definition.body))
      }
    } catch BlockExit.returned(let value) {
      shell.variables.status = .success
      return value
    }
    return nil
  }

  /// Runs the command, and shows the value that it returns.
  func show(
    in shell: Shell, by runner: any StatementRunner, keepsResult: Bool
  ) async throws {
    guard let value = try await run(in: shell, by: runner) else { return }
    try shell.show(value, to: shell.destination, keepsResult: keepsResult)
  }

  private func arguments(in shell: Shell) throws -> [VariableValue] {
    var values: [VariableValue] = []
    for word in words.dropFirst() {
      if let variable = word.loneVariable {
        do {
          values.append(try shell.variables.value(at: variable))
        } catch {
          throw error.spanning([word])
        }
      } else if let expression = word.loneExpression {
        values.append(VariableValue(try expression.value(in: shell.variables)))
      } else {
        values += try shell.variables.words(of: word).map { .text($0.text) }
      }
    }
    let parameters = definition.parameters
    guard values.count <= parameters.count else {
      throw ShellError(
        .usage, "'\(definition.name)' takes \(Self.count(parameters.count)), not \(values.count)",
        hint: "usage: \(command.usage)")
    }
    for parameter in parameters[values.count...] {
      guard let fallback = parameter.fallback else {
        throw ShellError(
          .usage, "'\(definition.name)' needs a value for \(parameter.name.uppercased())",
          hint: "usage: \(command.usage)")
      }
      values.append(.text(try shell.variables.expand(fallback)))
    }
    return values
  }

  private static func count(_ count: Int) -> String {
    count == 0 ? "no words" : count == 1 ? "1 word" : "\(count) words"
  }
}
