import ShellCommands
import ShellLanguage
import ShellRuntime

extension ShellCompleter {
  /// Suggests the first word of a stage: the shell's own stages, then modules with stages.
  func stageNames(for prefix: String) -> [Suggestion] {
    Self.names(of: shell.modules.everyStage.all, for: prefix)
      + shell.modules.commandModules.filter { $0.name.hasPrefix(prefix) }.compactMap { module in
        guard let commands = shell.modules.commands(of: module.name),
          commands.all.contains(where: { $0.stageRole != nil })
        else { return nil }
        return Suggestion(module.name, module.abstract)
      }
  }

  /// Whether the stage at the cursor runs a command for each record, available as `$it`.
  func readsItem(_ place: CursorPlace) -> Bool {
    if place.recordSource != nil { return true }
    guard place.role == .stage, !place.words.isEmpty else { return false }
    return shell.modules.stage(of: place.words.map(expanded))?.stageRole?.readsItem == true
  }

  /// Returns the fields of the records that reach the stage at the cursor, as far as they are known without
  /// running the earlier stages.
  func fields(before place: CursorPlace) -> [String] {
    place.role == .stage ? fields(behind: place.stagesBefore, of: place.beginsWithProgram) : []
  }

  /// Returns the fields of `$it` at the cursor, which can be in a block of an `each` stage.
  func fieldsOfItem(_ place: CursorPlace) -> [String] {
    if place.role == .stage { return fields(before: place) }
    return place.recordSource.map { fields(behind: $0.stages, of: $0.beginsWithProgram) } ?? []
  }

  private func fields(behind stages: [[Word]], of isProgram: Bool) -> [String] {
    guard let command = stages.first, !command.isEmpty else { return [] }
    let variable = command.count == 1 ? command[0].loneVariable : nil
    let source = shell.unaliased(command).map(expanded)
    let first =
      isProgram
      ? [] : variable.map(shell.variables.columns) ?? fields(ofSource: source[...])
    return stages.dropFirst().reduce(first) { fields, words in
      self.fields(ofStage: words.map(expanded), after: fields)
    }
  }

  private func fields(ofSource words: ArraySlice<Word>) -> [String] {
    guard let (entry, words) = source(words) else { return [] }
    if entry.beginsPipelines { return fields(ofReader: entry, words.dropFirst()) }
    let fields = entry.specification.fields
    return fields.isEmpty ? shell.variables.fieldsOfResult(of: entry.path) : fields
  }

  /// Returns what kinds of values the fields before the stage at the cursor have, as far as the command at the
  /// beginning of the pipeline knows.
  func kinds(of fields: [String], before place: CursorPlace) -> [String: String] {
    guard !fields.isEmpty, !place.beginsWithProgram, let command = place.stagesBefore.first,
      let kinds = source(shell.unaliased(command).map(expanded)[...])?.entry.command
        as? any DescribedCommand
    else { return [:] }
    return Dictionary(fields.map { ($0, kinds.kind(ofField: $0)) }) { first, _ in first }
      .compactMapValues(\.self)
  }

  /// Returns the command that writes the records of some words, and its words: behind `time`, that is the
  /// command that runs.
  ///
  /// `depth` is how many commands before these words run other commands.
  func source(
    _ words: ArraySlice<Word>, depth: Int = 0
  ) -> (entry: CommandTable.Entry, words: ArraySlice<Word>)? {
    guard let first = words.first, depth <= Bound.maximumDepth else { return nil }
    if let stage = shell.modules.stages[first.text], stage.beginsPipelines { return (stage, words) }
    if first.text == "let" {
      let command = Assignment(words.dropFirst())?.values ?? []
      return source(command[...], depth: depth + 1)
    }
    if isUnopenedAPI(first) { try? shell.host.environments.openAPI(first.text) }
    guard
      let entry = shell.modules.command(of: words)
        ?? shell.modules.commands(of: first.text)?.whenAlone
        ?? shell.places.command(named: first.text)
    else { return nil }
    let arguments = entry.specification.arguments
    guard arguments.last?.completion == "statements" else { return (entry, words) }
    let command = ArgumentPlace(entry.binder, words.dropFirst(entry.depth)).positionals
    return source(command.dropFirst(arguments.count - 1), depth: depth + 1)
  }

  /// Whether a word is the name of an API whose description has not been read.
  func isUnopenedAPI(_ word: Word) -> Bool {
    shell.modules.module(word.text) == nil && shell.host.environments.isAPI(word.text)
  }

  package func writes(_ statement: String) -> Bool {
    TypedLine(statement).stages.contains { stage in
      switch stage.role {
      case .command: return writes(shell.unaliased(stage.words)[...])
      case .stage:
        guard let entry = shell.modules.stage(of: stage.words),
          entry.specification.arguments.last?.completion == "statements"
        else { return false }
        return writes(
          ArgumentPlace(entry.binder, stage.words.dropFirst(entry.depth)).positionals[...])
      case .program, .file: return false
      }
    }
  }

  private func writes(_ words: ArraySlice<Word>) -> Bool {
    guard let first = words.first else { return false }
    // No description is read for a suggestion, and the commands of a definition are not looked at.
    if isUnopenedAPI(first) || shell.definitions.contains(where: { $0.0 == first.text }) {
      return true
    }
    guard let (entry, _) = source(words) else { return false }
    return entry.sends && entry.specification.changesData
  }

  /// Returns the fields of a stage's records; none for a program.
  private func fields(ofStage words: [Word], after fields: [String]) -> [String] {
    guard !words.isEmpty, let entry = shell.modules.stage(of: words) else { return [] }
    let arguments = words.dropFirst(entry.depth)
    if entry.beginsPipelines { return self.fields(ofReader: entry, arguments) }
    if let each = entry.command as? EachCommand {
      return each.fields(of: arguments.map(\.text), in: shell)
    }
    guard let stage = entry.command as? any StageCommand else { return [] }
    return stage.fields(after: fields, words: arguments.map(\.text))
  }

  /// Returns the fields of the records read by `from`: those that it names, or those in its file.
  private func fields(
    ofReader entry: CommandTable.Entry, _ words: ArraySlice<Word>
  ) -> [String] {
    let values = ArgumentPlace(entry.binder, words).values()
    if let names = values["fields"] {
      return names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let file = values["FILE"], let format = values["FORMAT"] else { return [] }
    return FileFields.names(in: file, as: format)
  }
}
