/// The pipeline stage that receives an output's records.
@MainActor
package final class NextStage {
  package let stage: any RecordStage
  /// The stage's name, for errors.
  package let name: String
  /// Adds the position in the statement to an error of the stage.
  let locate: (any Error) -> any Error

  package init(
    _ stage: any RecordStage, named name: String = "the next stage",
    locate: @escaping (any Error) -> any Error = { $0 }
  ) {
    self.stage = stage
    self.name = name
    self.locate = locate
  }
}
