/// The stage of a pipeline that receives the records of an output.
@MainActor
package final class NextStage {
  package let stage: any RecordStage
  /// The stage's name, for errors.
  package let name: String
  /// Gives an error of the stage its place in the statement.
  let locate: (any Error) -> any Error

  /// Names a stage.
  package init(
    _ stage: any RecordStage, named name: String = "the next stage",
    locate: @escaping (any Error) -> any Error = { $0 }
  ) {
    self.stage = stage
    self.name = name
    self.locate = locate
  }
}
