/// Receives the records of a stream in place of its sink, for one that shows results in its own way.
@MainActor
package protocol ResultReceiver: RecordStage {
  /// Whether it takes only records that would be written as a table; others come as text then.
  var takesTablesOnly: Bool { get }
}
