import ShellOutput

/// A path into the last result: `_.price`, `_[2].id`, `_[-1].tags[0]`.
struct ResultPath {
  /// The path's text, without the `_`.
  private let text: Substring

  /// Returns nil if a variable's name is not a path.
  init?(_ name: String) {
    guard name.hasPrefix("_.") || name.hasPrefix("_[") else { return nil }
    text = name.dropFirst()
  }

  /// Returns the value at the path.
  ///
  /// - Throws: a `usage` error that says where the path leaves the result, and what is there.
  func value(in records: Records) throws(ShellError) -> CellValue {
    var rest = text
    var value: CellValue
    if records.isList {
      let index = try index(removing(&rest), of: records.rows.count, at: "$_", "records")
      value = records.record(index)
    } else {
      value = records.record(0)
    }
    while !rest.isEmpty {
      let place = "$_" + text[..<rest.startIndex]
      let step = removing(&rest)
      switch value {
      case .list(let values):
        value = values[try index(step, of: values.count, at: place, "values")].unwrapped
      case .record(let fields):
        value = try field(step, of: fields, at: place).unwrapped
      default:
        throw ShellError(.usage, "\(place) is neither a list nor a record")
      }
    }
    return value
  }

  /// Removes and returns the first step: `.price` or `[2]`.
  private func removing(_ path: inout Substring) -> Substring {
    let end = path.dropFirst().firstIndex { $0 == "." || $0 == "[" } ?? path.endIndex
    defer { path = path[end...] }
    return path[..<end]
  }

  private func index(
    _ step: Substring, of count: Int, at place: String, _ what: String
  ) throws(ShellError) -> Int {
    guard step.hasPrefix("[") else {
      throw ShellError(.usage, "\(place) is a list; write \(place)[0]\(step) for its first one")
    }
    guard let number = Int(step.dropFirst().dropLast()), (-count..<count).contains(number) else {
      throw ShellError(.usage, "\(place) has \(count) \(what), so \(step) is not one of them")
    }
    return number < 0 ? number + count : number
  }

  private func field(
    _ step: Substring, of fields: [CellValue.Field], at place: String
  ) throws(ShellError) -> CellValue {
    guard step.hasPrefix(".") else {
      throw ShellError(.usage, "\(place) is a record, not a list; write \(place).FIELD")
    }
    guard let field = fields.first(where: { $0.name == step.dropFirst() }) else {
      throw ShellError(
        .usage, "\(place) has no field '\(step.dropFirst())'",
        hint: "its fields are " + fields.map(\.name).joined(separator: ", "))
    }
    return field.value
  }
}

extension Records {
  /// A row as a record.
  fileprivate func record(_ index: Int) -> CellValue {
    .record(zip(columns, rows[index]).map { CellValue.Field($0.name, $1) })
  }
}
