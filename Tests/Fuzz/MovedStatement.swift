@testable import ShellLanguage

extension CommandList {
  /// The statement as it is read that many bytes later in a source.
  func moved(by count: Int) -> CommandList {
    var list = self
    list.first = first.moved(by: count)
    list.rest = rest.map { .init(connector: $0.connector, pipeline: $0.pipeline.moved(by: count)) }
    return list
  }
}

extension Pipeline {
  fileprivate func moved(by count: Int) -> Pipeline {
    var pipeline = self
    pipeline.command = command.map { $0.moved(by: count) }
    pipeline.stages = stages.map { $0.map { $0.moved(by: count) } }
    pipeline.redirections = redirections.map {
      Redirection(kind: $0.kind, file: $0.file.moved(by: count), appends: $0.appends)
    }
    pipeline.programMark = programMark.map { $0 + count }
    return pipeline
  }
}

extension Word {
  fileprivate func moved(by count: Int) -> Word {
    var word = self
    // The value of a parameter without one is in no source.
    guard end > 0 else { return self }
    word.start += count
    word.end += count
    switch content {
    case .literal: break
    case .composed(let parts):
      word.content = .composed(
        parts.map { part in
          switch part {
          case .literal, .value, .variable: return part
          case .expression(let parenthesis): return .expression(parenthesis.moved(by: count))
          case .statement:
            guard let compound else { breach("a statement of another kind") }
            return .statement(NestedStatement(compound.moved(by: count)))
          }
        })
    }
    return word
  }
}

extension Parenthesis {
  fileprivate func moved(by count: Int) -> Parenthesis {
    Parenthesis(
      expression, places: places.map { $0.lowerBound + count..<$0.upperBound + count })
  }
}

extension Block {
  fileprivate func moved(by count: Int) -> Block { Block(statements.map { $0.moved(by: count) }) }
}

extension Compound {
  fileprivate func moved(by count: Int) -> Compound {
    switch self {
    case .block(let block): return .block(block.moved(by: count))
    case .conditional(let branches, let otherwise):
      let moved = branches.map {
        Branch(condition: $0.condition.moved(by: count), body: $0.body.moved(by: count))
      }
      return .conditional(moved, otherwise: otherwise?.moved(by: count))
    case .loop(let loop):
      let items: Items =
        switch loop.items {
        case .value(let word): .value(word.moved(by: count))
        case .pipeline(let pipeline): .pipeline(pipeline.moved(by: count))
        }
      return .loop(.init(names: loop.names, items: items, body: loop.body.moved(by: count)))
    case .attempt(let block, let otherwise):
      return .attempt(block.moved(by: count), otherwise: otherwise.moved(by: count))
    case .definition(let definition):
      let parameters = definition.parameters.map {
        Parameter(name: $0.name, fallback: $0.fallback?.moved(by: count))
      }
      return .definition(
        .init(name: definition.name, parameters: parameters, body: definition.body.moved(by: count))
      )
    case .skipTest(let word): return .skipTest(word.moved(by: count))
    case .expectation(let condition): return .expectation(condition.moved(by: count))
    case .expectedOutcome(var expected):
      expected.body = expected.body.moved(by: count)
      expected.limit = expected.limit?.moved(by: count)
      expected.interval = expected.interval?.moved(by: count)
      return .expectedOutcome(expected)
    case .test, .hook: breach("a declaration in a block")
    case .breakLoop, .continueLoop: return self
    case .returnValue(let word): return .returnValue(word?.moved(by: count))
    }
  }
}
