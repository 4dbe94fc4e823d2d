package import ShellCommands
import ShellOutput

/// Commands by name.
@MainActor
package struct CommandTable {
  private var entries: [String: Entry] = [:]

  /// A command with its specification at hand, which is read at every line.
  @MainActor package final class Entry {
    let command: any Command
    /// Runs the command, where it never waits.
    let runAtOnce: ((Invocation) throws -> Void)?
    let binder: ArgumentBinder
    /// The command as it is typed: `reviews add`.
    package let path: String
    /// How many words the path has.
    let depth: Int

    init(command: any Command, module: String?) {
      let specification = command.specification
      self.command = command
      runAtOnce = command.immediately
      let isNamedAlone = module == nil || module == specification.name
      path = isNamedAlone ? specification.name : "\(module ?? "") \(specification.name)"
      depth = isNamedAlone ? 1 : 2
      binder = ArgumentBinder(specification, path: path)
    }

    package var specification: CommandSpecification { binder.specification }
  }

  /// The command of a name.
  subscript(name: String) -> Entry? { entries[name] }

  /// The commands in the order of their names.
  package var all: [Entry] {
    entries.values.sorted { $0.specification.name < $1.specification.name }
  }

  /// The commands' names.
  var names: [String] { entries.keys.sorted() }

  /// The only command of a module, where it has the module's own name: that name alone runs it.
  var sole: Entry? {
    guard entries.count == 1, let entry = entries.values.first, entry.depth == 1 else { return nil }
    return entry
  }

  /// Adds a command.
  ///
  /// - Parameter module: the module's name; nil for a command of the shell's own, whose specification
  ///   a test checks.
  /// - Throws: ``ShellError`` where the name is taken, or a module's specification cannot be used.
  mutating func add(_ command: any Command, of module: String?) throws {
    let entry = Entry(command: command, module: module)
    if let module, let problem = entry.binder.specification.problem {
      throw ShellError(
        .failed, "the module '\(module)', command '\(entry.binder.specification.name)': \(problem)")
    }
    guard entries.updateValue(entry, forKey: entry.specification.name) == nil else {
      throw ShellError(.failed, "two commands are called '\(entry.path)'")
    }
  }
}
