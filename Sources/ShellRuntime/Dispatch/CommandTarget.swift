import ShellCommands
import ShellLanguage
import ShellOutput

/// Where the results of a command or of a stage go: to the next stage, or out of the pipeline.
@MainActor
struct CommandTarget {
  /// Receives the results if there is no next stage.
  let destination: Destination
  /// The next stage; nil if there is none.
  var stage: (any RecordStage)?
  /// The name of the next stage, for errors.
  var stageName = ""
  /// What the stages of the pipeline share; nil for a command alone.
  var flow: RecordFlow?

  /// Creates the output of a command.
  ///
  /// - Parameters:
  ///   - entry: the command.
  ///   - arguments: its arguments.
  ///   - words: its words, for the place of errors.
  /// - Throws: ``ShellError`` if `-o` names no format, or the records go to another stage.
  func output(
    of entry: CommandTable.Entry, _ arguments: BoundArguments, _ words: [Word],
    _ shell: Shell
  ) throws -> Output {
    if let stage, let flow {
      guard arguments.outputFormat == nil else {
        throw ShellError(
          .usage, "-o has no effect here: the records go to '\(stageName)'",
          hint: "put -o at the last stage", word: arguments.word(of: "output")
        ).located(in: words)
      }
      return Output(passingTo: stage, in: flow, from: entry.path, to: stageName)
    }
    return Output(
      try Self.format(arguments, shell, destination), to: destination.stream,
      style: destination.laidOut(by: shell.settings).style, flow: flow)
  }

  /// Returns the format that a command's arguments or the settings choose.
  static func format(
    _ arguments: BoundArguments, _ shell: Shell, _ destination: Destination
  ) throws -> OutputFormat {
    guard let name = arguments.outputFormat else {
      return shell.settings.output ?? destination.defaultFormat
    }
    do {
      return try OutputFormat(named: name)
    } catch {
      throw ShellError.shifted(error, by: arguments.word(of: "output") ?? 0)
    }
  }
}
