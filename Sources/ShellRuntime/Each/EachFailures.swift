import ShellOutput

@MainActor
final class EachFailures {
  private let keepsGoing: Bool
  private let reporter: ErrorReporter
  private var count = 0
  private var first: ShellError?

  /// - Parameter keepsGoing: whether the stage continues with other records after a failure.
  init(keepsGoing: Bool, _ reporter: ErrorReporter) {
    self.keepsGoing = keepsGoing
    self.reporter = reporter
  }

  func endStage(_ error: any Error) -> Bool {
    !keepsGoing || ShellError(error).code == .interrupted
  }

  /// Returns an error with the position of its record.
  ///
  /// - Parameter depth: how many of the stage's words precede those of its command.
  func located(
    _ error: any Error, at record: RecordQueue.Record, number: Int, behind depth: Int
  ) -> ShellError {
    let error = ShellError(error)
    guard error.code != .interrupted else { return error }
    var place = "record \(number + 1): "
    if let origin = record.origin {
      place = "line \(origin.line)\(origin.file.map { " of \($0)" } ?? ""): "
    } else if !record.isInList {
      place = ""
    }
    // In a recursion it would be there a hundred times.
    var located = error.message.contains(place) ? error : error.prefixed(place)
    located.word = (error.word ?? 0) + depth
    located.range = error.range
    return located
  }

  func report(_ error: ShellError) {
    count += 1
    if first == nil { first = error }
    var error = error
    (error.word, error.range) = (nil, nil)
    reporter.report(error)
  }

  /// - Throws: an error with the first failure's status, if there were failures.
  func conclude(of total: Int) throws {
    guard let first else { return }
    var error = ShellError(
      first.code, "\(count) of \(total) records failed", status: first.status)
    error.isOfData = first.isOfData
    throw error
  }
}
