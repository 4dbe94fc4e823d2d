package import ShellCommands
import ShellLanguage
import ShellOutput

/// Commands by name.
@MainActor
package final class CommandTable {
  private let program: String
  private let api: String?
  private var entries: [String: Entry] = [:]
  /// The built-in commands that were not used yet.
  private var unmade: [String: () -> any Command] = [:]
  /// Where further commands are looked up, and the name of its module.
  private let source: (any CommandSource)?
  private let module: String?
  private let findOnly: (() -> String?)?
  /// The commands of the source that were used.
  private var found: [String: Entry] = [:]

  /// - Parameters:
  ///   - program: the name of the program that the commands belong to.
  ///   - api: the name of the API that the commands belong to, unless they are the shell's.
  ///   - source: where commands are looked up that were not added.
  ///   - module: the name of the source's module.
  ///   - only: returns the name of the command that the name of the source's module runs.
  ///   - count: how many built-in commands will be added.
  init(
    program: String, api: String? = nil, source: (any CommandSource)? = nil,
    of module: String? = nil, findingOnly only: (() -> String?)? = nil,
    reserving count: Int = 0
  ) {
    (self.program, self.api) = (program, api)
    (self.source, self.module, findOnly) = (source, module, only)
    if count > 0 { unmade.reserveCapacity(count) }
  }

  /// The command with a name, if it exists.
  ///
  /// A name with `_` finds the command with `-`.
  package subscript(name: String) -> Entry? {
    if let entry = entry(name) { return entry }
    guard name.utf8.contains(UInt8(ascii: "_")) else { return nil }
    return entry(String(name.map { $0 == "_" ? "-" : $0 }))
  }

  private func entry(_ name: String) -> Entry? {
    if let entry = entries[name] ?? found[name] { return entry }
    if let make = unmade.removeValue(forKey: name) {
      let entry = Entry(command: make(), module: nil, program: program)
      entries[name] = entry
      return entry
    }
    guard let command = commandOfSource(name) else { return nil }
    let entry = Entry(
      command: command, module: module, of: api, program: program, isOfGroup: module != api)
    found[name] = entry
    return entry
  }

  private func commandOfSource(_ name: String) -> (any Command)? {
    do {
      return try source?.command(named: name)
    } catch {
      return UnreadableCommand(name, source?.summary(of: name)?.abstract ?? "", error)
    }
  }

  /// The commands, sorted by name, without those that are created at their first use and were not used yet.
  package var all: [Entry] {
    (ownNames + found.keys).sorted().compactMap(entry)
  }

  /// The names of all commands, in any order.
  package var everyName: [String] {
    ownNames + (source.map { ($0.summaries + $0.hiddenSummaries).map(\.name) } ?? [])
  }

  /// The names of the commands that were added.
  private var ownNames: [String] { Array(entries.keys) + unmade.keys }

  /// All commands in lists, sorted by name; this creates those that were not used yet.
  var everyCommand: [Entry] { names.compactMap(entry) }

  /// Whether further commands are looked up in a source.
  package var hasSource: Bool { source != nil }

  /// Returns the listed commands that require a value of one of these kinds; of a source's, only these are
  /// created.
  ///
  /// - Parameter name: the name of the only command wanted; by default, all.
  func commands(needingAnyOf kinds: Set<CompletionKind>, named name: String? = nil) -> [Entry] {
    let own = (name.map { entries[$0] == nil ? [] : [$0] } ?? ownNames).compactMap(entry)
    let wanted = own.filter { $0.needs(anyOf: kinds) }
    guard let source else { return wanted }
    let listed =
      name.map { [source.summary(of: $0)].compactMap(\.self).filter(\.isListed) }
      ?? source.summaries
    return wanted
      + listed.map(\.name).filter { !kinds.isDisjoint(with: source.needs(of: $0)) }
      .compactMap(entry)
  }

  /// Whether any command requires a value of one of these kinds.
  func hasCommands(needingAnyOf kinds: Set<CompletionKind>) -> Bool {
    !kindsOfSource.isDisjoint(with: kinds) || all.contains { $0.needs(anyOf: kinds) }
  }

  private lazy var kindsOfSource: Set<CompletionKind> =
    source.map { source in Set(source.summaries.flatMap { source.needs(of: $0.name) }) } ?? []

  /// The sorted names of the commands, without hidden ones.
  package var names: [String] {
    (ownNames + (source?.summaries.map(\.name) ?? [])).sorted()
  }

  /// The commands as lists show them, sorted by name; those of a source are not created for this.
  package var summaries: [(path: String, command: CommandSummary)] {
    let own = ownNames.map { name in
      let entry = entry(name)
      return (
        path: entry?.path ?? name,
        command: CommandSummary(name, entry?.specification.abstract ?? "")
      )
    }
    let others = (source?.summaries ?? []).map { (path: "\(module ?? "") \($0.name)", command: $0) }
    return (own + others).sorted { $0.command.name < $1.command.name }
  }

  /// The hidden commands, sorted by name.
  package var unlisted: [CommandSummary] {
    (source?.hiddenSummaries ?? []).sorted { $0.name < $1.name }
  }

  /// Whether a command is created at its first use.
  func isDeferred(_ name: String) -> Bool {
    entries[name] == nil && source?.summary(of: name) != nil
  }

  /// Whether a command can change anything; nil if only its specification says so, and the command was not
  /// created yet.
  func changesData(_ name: String) -> Bool? {
    (entries[name] ?? found[name])?.specification.changesData
      ?? source?.summary(of: name)?.changesData
  }

  /// The command with its module's name, which that name alone runs, if there is one.
  private(set) var own: Entry?

  /// The command with its module's name, if it is the module's only command.
  package var sole: Entry? {
    entries.count == 1 && source == nil ? own : nil
  }

  /// Returns the command for a module's name followed by a word: the command with that word as its name, or
  /// else the one with the module's name, if there is one.
  ///
  /// A value from a variable names a command only if the module's name alone runs none.
  func command(before word: Word?) -> Entry? {
    if let entry = sole { return entry }
    if let own, word?.hasData == true { return own }
    return word.flatMap { self[$0.text] } ?? own ?? (isMistaken(word) ? nil : only)
  }

  /// The name of the command that the name of a group of an API's operations runs, since the group has no other.
  package private(set) lazy var onlyName: String? = findOnly?()

  private(set) lazy var only: Entry? = onlyName.flatMap { self[$0]?.alone }

  /// Whether a word after a group's name is meant as the name of a command, which the group does not have: running
  /// its only command with it would do something else to something that does not exist.
  private func isMistaken(_ word: Word?) -> Bool {
    guard let word, !word.hasData, let name = onlyName else { return false }
    if let module, source?.farewell(to: [module, word.text]) != nil { return true }
    return Self.usualNames.contains(word.text)
      || Spelling.nearest(to: word.text, among: [name]) != nil
  }

  private static let usualNames: Set = ["list", "show", "add", "edit", "replace", "delete"]

  /// The command that the module's name runs without another command's name, if there is one.
  package private(set) var whenAlone: Entry?

  /// Sets the command that the module's name alone runs.
  func makeDefault(_ command: any Command, of module: String) {
    whenAlone = Entry(
      command: command, module: module, of: api, program: program, isDefault: true)
  }

  /// Whether a command is a stage; false for one that is created at its first use, which is none.
  func isStage(_ name: String) -> Bool { entries[name]?.stageRole != nil }

  /// Adds a command of another table.
  func add(_ entry: Entry) { entries[entry.specification.name] = entry }

  /// Adds a built-in command, which is created at its first use.
  ///
  /// A test compares the name with that of the specification, and checks the specification.
  ///
  /// - Throws: ``ShellError`` if the name is taken.
  func add(_ command: BuiltInCommand) throws {
    guard unmade.updateValue(command.make, forKey: command.name) == nil else {
      throw ShellError(.failed, "two commands are named '\(command.name)'")
    }
  }

  /// Adds a command.
  ///
  /// - Parameter module: the module's name; nil for a stage, whose specification a test checks instead.
  /// - Throws: ``ShellError`` if the name is taken or the module's specification is invalid.
  func add(_ command: any Command, of module: String?) throws {
    let entry = Entry(command: command, module: module, of: api, program: program)
    if let module, let problem = entry.binder.specification.problem {
      throw ShellError(
        .failed, "the module '\(module)', command '\(entry.binder.specification.name)': \(problem)")
    }
    #if DEBUG
      if let module, let name = entry.unlistedParameter {
        throw ShellError(
          .failed,
          "the module '\(module)', command '\(entry.specification.name)': "
            + "'\(name)' is declared, but is not in the specification's parameters")
      }
    #endif
    if module == entry.specification.name { own = entry }
    guard entries.updateValue(entry, forKey: entry.specification.name) == nil else {
      throw ShellError(
        .failed,
        (module.map { "the module '\($0)': " } ?? "") + "two commands are named '\(entry.path)'")
    }
  }
}

/// A command that its source cannot read.
private struct UnreadableCommand: Command {
  let specification: CommandSpecification
  private let error: any Error

  init(_ name: String, _ abstract: String, _ error: any Error) {
    specification = CommandSpecification(name, abstract: abstract, arguments: [], options: [])
    self.error = error
  }

  func run(_ invocation: Invocation) async throws { throw error }
}

/// One of the shell's own commands, created at its first use: creating all of them would take a quarter of a
/// short run's time.
@MainActor
package struct BuiltInCommand {
  let name: String
  let make: () -> any Command

  /// - Parameters:
  ///   - name: the name in the command's specification.
  ///   - make: creates the command.
  package init(_ name: String, _ make: @escaping @MainActor () -> any Command) {
    self.name = name
    self.make = make
  }
}
