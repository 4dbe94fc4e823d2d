public import ShellOutput

/// A stage that uses fields by their names, at least one of which some record must have.
///
/// The shell holds its records back until each field was seen. So ``ShellOutput/RecordStage/begin(_:isList:)`` need not
/// check that there are such fields.
@MainActor
public protocol FieldStage: RecordStage {
  /// The fields, each of which some record must have.
  var requiredFields: [RecordField] { get }

  /// Whether it only chooses or checks records, so that it can go on without a field.
  var isCondition: Bool { get }

  /// The error of a field that no record has, given its index in ``requiredFields`` and the usual error.
  func error(ofField index: Int, _ error: ShellError) -> ShellError
}

extension FieldStage {
  /// False: without one of its fields the stage fails.
  public var isCondition: Bool { false }

  /// The usual error.
  public func error(ofField index: Int, _ error: ShellError) -> ShellError { error }
}

/// Holds the records of a stage back until each field that it uses was seen, or there is none.
///
/// At most 1,000 records are held, of at most 4 MiB. A condition then goes on without the fields, and fails at the end
/// if no record had them; other stages fail. A source without an end holds nothing: its first record must have them.
@MainActor
package final class FieldGate: RecordStage {
  private static let (mostRecords, mostBytes) = (1000, 4 << 20)
  private static let mostNames = 1000

  private enum Piece {
    case columns([Column], isList: Bool, areValues: Bool)
    case row([CellValue], RecordOrigin?)
  }

  private let stage: any FieldStage
  private let flow: RecordFlow
  /// The fields that no record has had yet, each with its index among those of the stage.
  private var fields: [(index: Int, field: RecordField)]
  private var columns: [Column] = []
  /// The names of all fields so far, for errors.
  private var names: [String] = []
  private var knownNames: Set<String> = []
  private var held: [Piece] = []
  private var heldBytes = 0
  private var count = 0
  /// Whether records are no longer held.
  // Read for each record, which never calls its own stage.
  @exclusivity(unchecked) private var isOpen = false
  /// Whether records are neither held nor looked at.
  @exclusivity(unchecked) private var isPassing = false

  /// Creates the gate of a stage; nil if the stage uses no fields.
  package init?(_ stage: any FieldStage, in flow: RecordFlow) {
    let fields = stage.requiredFields
    guard !fields.isEmpty else { return nil }
    (self.stage, self.flow) = (stage, flow)
    self.fields = fields.enumerated().map { ($0, $1) }
  }

  package func begin(_ columns: [Column], isList: Bool) throws {
    if isPassing { return try stage.begin(columns, isList: isList) }
    self.columns = columns
    if names.count < Self.mostNames {
      names += columns.map(\.name).filter { knownNames.insert($0).inserted }
    }
    fields.removeAll { entry in
      var field = entry.field
      guard field.find(in: columns), let column = field.column else { return false }
      return !columns[column].isOptional
    }
    for index in fields.indices { fields[index].field.find(in: columns) }
    if isOpen {
      isPassing = fields.isEmpty
      return try stage.begin(columns, isList: isList)
    }
    held.append(.columns(columns, isList: isList, areValues: flow.areValues))
    if fields.isEmpty { return try open() }
    // No record can have others than these.
    if count == 0, !columns.isEmpty, columns.allSatisfy({ $0.presence == .always }) {
      throw missing()
    }
  }

  package func row(_ values: [CellValue]) throws {
    if isPassing { return try stage.row(values) }
    count += 1
    fields.removeAll { entry in
      guard let column = entry.field.column else { return false }
      return !values[column].isMissing
    }
    if isOpen {
      isPassing = fields.isEmpty
      return try stage.row(values)
    }
    held.append(.row(values, flow.origin))
    if fields.isEmpty { return try open() }
    if flow.isEndless { throw missing() }
    heldBytes += values.footprint
    guard count == Self.mostRecords || heldBytes > Self.mostBytes else { return }
    guard stage.isCondition else { throw missing() }
    try open()
  }

  package func end() throws {
    if !fields.isEmpty, count > 0 { throw missing() }
    try open()
    try stage.end()
  }

  /// Passes on the records that it holds: those that do not come any more may have had the fields.
  package func release() async throws {
    try open()
    try await stage.release()
  }

  private func open() throws {
    guard !isOpen else { return }
    (isOpen, isPassing) = (true, fields.isEmpty)
    let pieces = held
    held = []
    let (origin, areValues) = (flow.origin, flow.areValues)
    defer { (flow.origin, flow.areValues) = (origin, areValues) }
    for piece in pieces {
      switch piece {
      case .columns(let columns, let isList, let areValues):
        flow.areValues = areValues
        try stage.begin(columns, isList: isList)
      case .row(let values, let origin):
        flow.origin = origin
        try stage.row(values)
      }
    }
  }

  private func missing() -> ShellError {
    let (index, field) = fields[0]
    return stage.error(ofField: index, field.missing(among: names))
  }
}
