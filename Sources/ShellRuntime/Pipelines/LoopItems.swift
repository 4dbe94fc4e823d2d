import ShellLanguage
import ShellOutput

/// The items of a loop.
@MainActor
struct LoopItems {
  private enum Kind {
    case records(Records)
    case values([CellValue])
    case single(VariableValue)
  }

  private let kind: Kind

  init(
    _ items: Compound.Items, in shell: Shell, from source: any StatementSource,
    by runner: any StatementRunner
  ) async throws {
    switch items {
    case .value(let word):
      if let variable = word.loneVariable {
        do {
          kind = Self.kind(of: try shell.variables.value(at: variable))
        } catch {
          throw error.spanning([word])
        }
      } else {
        let value = try word.loneExpression?.value(in: shell.variables) ?? .null
        kind = Self.kind(of: VariableValue(value))
      }
    case .pipeline(let pipeline):
      do {
        let kept = try await runner.collect(pipeline, for: "for", from: source)
        kind = kept.value.map(Self.kind) ?? .values([])
      } catch var error as ShellError {
        error = error.located(in: pipeline.command)
        guard error.code == .unknownCommand, pipeline.stages.isEmpty else { throw error }
        throw ShellError(
          error.code, error.message, hint: "to loop over values, write ('a', 'b')"
        ).spanning(pipeline.command)
      }
      shell.variables.status = .success
    }
  }

  private static func kind(of value: VariableValue) -> Kind {
    switch value {
    case .records(let records) where records.isList: .records(records)
    case .value(.list(let values)): .values(values)
    default: .single(value)
    }
  }

  var count: Int {
    switch kind {
    case .records(let records): records.count
    case .values(let values): values.count
    case .single: 1
    }
  }

  subscript(index: Int) -> VariableValue {
    switch kind {
    case .records(let records): .value(records.record(index))
    case .values(let values): VariableValue(values[index])
    case .single(let value): value
    }
  }
}
