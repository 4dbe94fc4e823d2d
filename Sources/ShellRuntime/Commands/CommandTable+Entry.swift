import CoreSystem
package import ShellCommands

extension CommandTable {
  /// A command with its binder, which is reused for every line.
  @MainActor package final class Entry {
    package let command: any Command
    /// Runs the command without suspending, if it never suspends.
    let runAtOnce: ((Invocation) throws -> Void)?
    package let binder: ArgumentBinder
    /// How the command takes part in a pipeline after `|`, if it can.
    package let stageRole: StageRole?
    /// Whether it is a stage that can begin a pipeline, since it reads bytes.
    package var beginsPipelines: Bool {
      if case .bytes = stageRole?.kind { true } else { false }
    }

    /// The module's name, unless this is a built-in command.
    package let module: String?
    /// The API that the command's requests are sent to; by default, the current one.
    package let api: String?
    let isBuiltIn: Bool
    /// What the command can do while its service is unreachable.
    let offline: OfflineUse
    /// Whether it sends requests, and so has options for that.
    package let sends: Bool
    /// The command as typed: `reviews add`.
    package let path: String
    package let depth: Int
    private let program: String

    /// - Parameters:
    ///   - isDefault: whether the module's name alone runs the command.
    ///   - isOfGroup: whether it belongs to a group of an API's operations, and so may have the group's name.
    package init(
      command: any Command, module: String?, of api: String? = nil, program: String,
      isDefault: Bool = false, isOfGroup: Bool = false
    ) {
      self.api = api
      let specification = command.specification
      self.command = command
      self.module = module
      isBuiltIn = module == nil
      self.program = program
      stageRole = command.stageRole
      offline = specification.offline
      sends = specification.sends
      // A command that asks for confirmation must be able to wait.
      let asks = specification.confirms != nil || specification.confirmsInProduction != nil
      runAtOnce = asks ? nil : command.immediately
      let isNamedAlone = module == nil || !isOfGroup && module == specification.name
      path = isNamedAlone ? specification.name : "\(module ?? "") \(specification.name)"
      depth = isNamedAlone || isDefault ? 1 : 2
      binder = ArgumentBinder(specification, path: path, program: program)
    }

    /// Creates the same command, with a number of words before its arguments.
    private init(_ entry: Entry, depth: Int, path: String? = nil) {
      command = entry.command
      module = entry.module
      api = entry.api
      isBuiltIn = entry.isBuiltIn
      program = entry.program
      stageRole = entry.stageRole
      offline = entry.offline
      sends = entry.sends
      runAtOnce = entry.runAtOnce
      self.path = path ?? entry.path
      self.depth = depth
      binder =
        path.map { ArgumentBinder(entry.command.specification, path: $0, program: entry.program) }
        ?? entry.binder
    }

    /// The same command as typed without its module's name, at a place of the module.
    private(set) lazy var alone = depth == 1 ? self : Entry(self, depth: 1)

    /// The same command, typed after the name of its API.
    private(set) lazy var behindAPI = Entry(
      self, depth: depth + 1, path: api.map { "\($0) \(path)" })

    package var specification: CommandSpecification { binder.specification }

    /// Whether a required argument has one of these kinds.
    func needs(anyOf kinds: Set<CompletionKind>) -> Bool {
      specification.arguments.contains { argument in
        argument.isRequired && argument.completion.map(kinds.contains) ?? false
      }
    }

    /// The line to write if the process crashes while a module's command runs.
    private(set) lazy var crashLine = module.map { [program, path] module in
      CrashReport.Line(
        "\(program): crashed while '\(path)' of the module '\(module)' ran")
    }
  }
}

#if DEBUG
  extension CommandTable.Entry {
    /// A parameter that is a property of the command, but missing from its specification.
    ///
    /// Only debug builds look for it: a release build does not pay for reflection, and stops with a message
    /// if the command reads such a parameter.
    var unlistedParameter: String? {
      let listed = Set(specification.arguments.map(\.name) + specification.options.map(\.name))
      for property in Mirror(reflecting: command).children {
        guard let parameter = property.value as? any Parameter else { continue }
        for name in parameter.names where !listed.contains(name) {
          return name
        }
      }
      return nil
    }
  }
#endif
