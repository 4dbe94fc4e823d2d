import ShellCommands
import ShellLanguage
import ShellOutput

extension Shell {
  /// Creates the output of a command or of a stage in a pipeline.
  ///
  /// Throws if `-o` names an unknown format, or the records go to another stage.
  func output(
    to destination: Destination, of entry: CommandTable.Entry, _ arguments: BoundArguments,
    _ words: [Word]
  ) throws -> Output {
    guard let next = destination.next, let flow = destination.flow else {
      return reporting(
        Output(
          try format(of: arguments, for: destination), to: destination.stream,
          style: destination.laidOut(by: settings).style, flow: destination.flow))
    }
    guard arguments.outputFormat == nil else {
      throw ShellError(
        .usage, "-o has no effect here: the records go to '\(next.name)'",
        hint: "put -o at the last stage", word: arguments.word(of: "output")
      ).located(in: words)
    }
    return reporting(
      Output(
        passingTo: next, text: next.takesText ? destination.stream : nil, in: flow, from: entry.path
      ))
  }

  /// Creates the output of a value that is not a command's.
  func output(to destination: Destination, named name: String) -> Output {
    guard let next = destination.next, let flow = destination.flow else {
      return reporting(
        Output(
          settings.output ?? destination.defaultFormat, to: destination.stream,
          style: destination.laidOut(by: settings).style, flow: destination.flow))
    }
    return reporting(
      Output(
        passingTo: next, text: next.takesText ? destination.stream : nil, in: flow, from: name))
  }

  /// Lets an output report notices about its records to the user.
  func reporting(_ output: Output) -> Output {
    output.reporter = self
    return output
  }

  func format(
    of arguments: BoundArguments, for destination: Destination
  ) throws -> OutputFormat {
    guard let name = arguments.outputFormat else {
      return settings.output ?? destination.defaultFormat
    }
    do {
      return try OutputFormat(named: name)
    } catch {
      throw ShellError.shifted(error, by: arguments.word(of: "output") ?? 0)
    }
  }
}
