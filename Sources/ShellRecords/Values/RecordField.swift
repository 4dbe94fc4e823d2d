import CoreEvents
import ShellCommands
package import ShellLanguage
public import ShellOutput

/// A field that a stage uses: a column, or a value inside one.
public struct RecordField: Sendable {
  /// The field as typed: `price`, `author.name`, `tags[0]`.
  public let text: String

  /// The index of its word among the stage's words.
  public let word: Int?

  /// The index of the column; nil if the following records lack it.
  public private(set) var column: Int?

  /// The steps from the column's value to the field's.
  package private(set) var steps: [FieldPath.Step] = []

  /// Whether the field is a whole column of the following records.
  public var isColumn: Bool { column != nil && steps.isEmpty }

  /// Whether the column is described as a day or a time.
  private(set) var isTime = false

  /// Creates a field by its name or path.
  ///
  /// - Parameter word: the index of its word among the stage's words, for errors.
  public init(_ text: String, word: Int?) {
    self.text = text
    self.word = word
  }

  /// Finds the field among the columns of the following records; returns whether it is there.
  ///
  /// A column with the whole name takes precedence, then the column with the longest name that is followed by
  /// a path. In records without it, the field is missing.
  @discardableResult
  public mutating func find(in columns: [Column]) -> Bool {
    steps = []
    column = columns.firstIndex { $0.name == text }
    isTime = column.map { columns[$0].isTime } ?? false
    if column != nil { return true }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }) else {
      return false
    }
    var length = -1
    for (index, candidate) in columns.enumerated() where candidate.name.utf8.count > length {
      guard let steps = Self.steps(from: candidate.name, to: text) else { continue }
      column = index
      self.steps = steps
      length = candidate.name.utf8.count
    }
    return column != nil
  }

  /// Finds the field among the columns of a record that must have it, unless it has no fields at all.
  ///
  /// - Throws: a `usage` error if there is no such column.
  mutating func resolve(in columns: [Column]) throws(ShellError) {
    guard find(in: columns) || columns.isEmpty else { throw missing(among: columns.map(\.name)) }
  }

  /// Finds the field inside the first value of each following record.
  mutating func resolveInside() {
    column = 0
    steps = FieldPath.steps("." + text) ?? [.field(text)]
  }

  private static func steps(from name: String, to text: String) -> [FieldPath.Step]? {
    guard !name.isEmpty, text.utf8.starts(with: name.utf8) else { return nil }
    let rest = text[text.utf8.index(text.startIndex, offsetBy: name.utf8.count)...]
    guard let steps = FieldPath.steps(rest), !steps.isEmpty else { return nil }
    return steps
  }

  /// The error of a field that no record has.
  func missing(among names: [String]) -> ShellError {
    let shown = 30
    let base = text.prefix { $0 != "." && $0 != "[" }
    let nearest = Spelling.nearest(to: base.isEmpty ? text : String(base), among: names)
    var list = names.prefix(shown).joined(separator: ", ")
    if names.count > shown { list += ", …" }
    let fields = "the fields are \(list)"
    var hint = nearest.map { "did you mean '\($0)'? \(fields)" } ?? fields
    // `price*2`
    if let sign = text.utf8.first(where: "+*/%".utf8.contains),
      names.contains(String(base.prefix { !"+-*/%".contains($0) }))
    {
      hint = "put blanks around '\(Unicode.Scalar(sign))'"
    }
    let parts = text.split(separator: ",").map(String.init)
    if parts.count > 1, parts.allSatisfy(names.contains) {
      hint = "write blanks between fields: \(parts.joined(separator: " "))"
    }
    return ShellError(.usage, "there is no field '\(text)'", hint: hint, word: word)
  }

  /// The field's value in a record; missing if the record lacks it or a step of its path.
  @inline(__always)
  public func value(in row: [CellValue]) -> CellValue {
    guard let column, column < row.count else { return .missing }
    return steps.isEmpty ? row[column] : nested(row[column])
  }

  private func nested(_ value: CellValue) -> CellValue { value.value(at: steps[...]) ?? .missing }
}

extension Column {
  fileprivate var isTime: Bool {
    switch hint {
    case .date, .timestamp: true
    case .money, .stars, .bar, .spark, nil: false
    }
  }
}

extension CellValue {
  /// The value at the end of some steps; nil if there is none.
  ///
  /// After `[*]`, it is a list of the values in the elements, without those that lack one.
  package func value(at steps: ArraySlice<FieldPath.Step>) -> CellValue? {
    var value = self
    for (index, step) in zip(steps.indices, steps) {
      if step == .all {
        guard case .list(let elements) = value else { return nil }
        return .list(elements.compactMap { $0.value(at: steps[(index + 1)...]) })
      }
      guard let next = value.value(at: step) else { return nil }
      value = next
    }
    return value
  }

  private func value(at step: FieldPath.Step) -> CellValue? {
    switch (step, self) {
    case (.field(let name), _): return self[name]
    case (.index(let index), .list(let elements)):
      let index = index < 0 ? index + elements.count : index
      return elements.indices.contains(index) ? elements[index] : nil
    case (.index, _), (.all, _): return nil
    }
  }
}
