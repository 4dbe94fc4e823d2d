public import ShellOutput

/// A command that receives the records of the command before it, after `|`.
///
/// A module's stage is typed with the module's name: `products list | prices round`. If it is the
/// module's only command and has its name, that name alone runs it.
@MainActor
public protocol StageCommand: Command {
  /// Creates the stage for one pipeline.
  ///
  /// - Parameter invocation: the arguments, and the output for the stage's records or text.
  /// - Throws: `ShellError` if the arguments are wrong.
  func stage(_ invocation: Invocation) throws -> any RecordStage

  /// Returns the field names of the stage's records, for completion.
  ///
  /// - Parameters:
  ///   - fields: the field names of the records before the stage.
  ///   - words: the stage's words after its name.
  func fields(after fields: [String], words: [String]) -> [String]
}

extension StageCommand {
  /// The same fields as before the stage.
  public func fields(after fields: [String], words: [String]) -> [String] { fields }

  /// Throws: a stage has nothing to do without records.
  public func run(_ invocation: Invocation) async throws {
    throw StageRole.misplaced(specification.name)
  }

  /// The stage.
  public var stageRole: StageRole? { StageRole(.records(stage)) }
}
