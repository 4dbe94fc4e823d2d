/// A stage of a pipeline: receives records one at a time, and writes its results to its `Output`.
///
/// ```swift
/// final class Doubled: RecordStage {
///   let output: Output
///   init(_ output: Output) { self.output = output }
///
///   func begin(_ columns: [Column], isList: Bool) throws {
///     try output.columns(columns, isList: isList)
///   }
///   func row(_ values: [CellValue]) throws {
///     try output.row(values)
///     try output.row(values)
///   }
/// }
/// ```
///
/// The shell calls ``begin(_:isList:)``, then ``row(_:)`` for each record, then ``end()``. If the command
/// before it fails, it calls ``release()`` instead of ``end()``.
@MainActor
public protocol RecordStage: AnyObject {
  /// Begins the records; called again if the following records have different fields.
  ///
  /// - Parameters:
  ///   - columns: the fields of the following records.
  ///   - isList: whether the records are a list; false for a single record.
  /// - Throws: an error that ends the pipeline.
  func begin(_ columns: [Column], isList: Bool) throws

  /// Receives a record.
  ///
  /// - Parameter values: a value for each column, in the same order; `missing` for what the record lacks.
  /// - Throws: an error that ends the pipeline; `OutputClosed` if the stage needs no more records, which is
  ///   not a failure.
  func row(_ values: [CellValue]) throws

  /// Ends the records.
  ///
  /// - Throws: an error that ends the pipeline.
  func end() throws

  /// Passes on the records that the stage holds, since the command before it has failed and no others come.
  ///
  /// A stage that calculates from all records, such as a sum, passes on nothing: its result would be wrong.
  ///
  /// - Throws: an error of the records; the pipeline then has two failures.
  func release() async throws
}

extension RecordStage {
  /// Does nothing.
  public func end() throws {}

  /// Does nothing.
  public func release() async throws {}
}

/// A stage whose results are a list, even if it receives a single record.
@MainActor
package protocol ListingStage: RecordStage {}

/// A stage that passes on only some of its records.
@MainActor
package protocol FilteringStage: ListingStage {
  /// Whether it has received records, and has passed on none.
  var hasDroppedAll: Bool { get }
}

/// A stage that continues to work after it has received a record, such as one that runs a command for each
/// record.
@MainActor
package protocol WaitingStage: RecordStage {
  /// Waits until the stage can accept more records.
  func room() async throws

  /// Waits until the stage has finished its work, after ``RecordStage/end()``.
  func finish() async throws

  /// Stops the work at once, since the pipeline has failed.
  func cancel()

  /// Waits until the work that ``cancel()`` has stopped has ended.
  func ended() async
}

/// A stage that receives bytes, and writes the records in them to its `Output`.
@MainActor
package protocol ByteStage: AnyObject {
  /// The file to read; nil to read the output of the preceding program.
  var file: String? { get }

  /// Receives bytes.
  ///
  /// - Throws: as ``RecordStage/row(_:)``.
  func feed(_ bytes: UnsafeRawBufferPointer) throws

  /// Ends the bytes.
  func end() throws
}
