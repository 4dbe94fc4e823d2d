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

  /// Returns the names of the fields that the stage's records have, for completion.
  ///
  /// - Parameters:
  ///   - fields: the names of the fields of the records before it.
  ///   - words: the stage's words after its name.
  func fields(after fields: [String], words: [String]) -> [String]
}

extension StageCommand {
  /// The same fields as before.
  public func fields(after fields: [String], words: [String]) -> [String] { fields }

  /// Throws: a stage has nothing to do without records.
  public func run(_ invocation: Invocation) async throws {
    throw StageRole.misplaced(specification.name)
  }

  /// The stage.
  public var stageRole: StageRole? { StageRole(.records(stage)) }
}
