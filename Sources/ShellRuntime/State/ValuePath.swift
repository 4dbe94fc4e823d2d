import ShellLanguage
import ShellOutput
import ShellRecords

/// A path into records: `.price`, `[2].id`, `[-1].tags[0]`.
struct ValuePath {
  private let name: String
  private let text: Substring

  /// Each step is a `.` and a field's name, or an index in brackets.
  init(_ text: String, of name: String) {
    self.text = text[...]
    self.name = "$" + name
  }

  /// The error names the first step that does not exist, and the value there.
  func value(in records: Records) throws(ShellError) -> CellValue {
    guard records.isList else { return try value(in: records.record(0)) }
    if text.hasPrefix("[*]") { return try value(in: records.value) }
    var rest = text
    let index = try index(removing(&rest), of: records.count, at: name, "records")
    return try value(in: records.record(index), at: rest)
  }

  /// The error names the first step that does not exist, and the value there.
  func value(in value: CellValue) throws(ShellError) -> CellValue {
    try self.value(in: value, at: text)
  }

  private func value(
    in value: CellValue, at steps: Substring
  ) throws(ShellError) -> CellValue {
    var value = value
    var rest = steps
    while !rest.isEmpty {
      let place = name + text[..<rest.startIndex]
      // The fields made by 'select author.name' have a '.' in their names.
      if rest.hasPrefix("."), let whole = value[String(rest.dropFirst())] {
        return whole
      }
      let step = removing(&rest)
      if step == "[*]" {
        guard case .list(let values) = value else {
          throw ShellError(.usage, "\(place) is not a list, so it has no [*]")
        }
        let others = FieldPath.steps(rest) ?? []
        return .list(values.compactMap { $0.value(at: others[...]) })
      }
      switch value {
      case .list(let values):
        value = values[try index(step, of: values.count, at: place, "values")]
      case .record(let fields):
        value = try field(step, of: fields, at: place)
      case .null, .missing:
        throw ShellError(.usage, "\(place) is null, so it has no \(step)")
      default:
        throw ShellError(
          .usage, "\(place) is neither a list nor a record",
          hint: "to add text, write ${\(place.dropFirst())}\(step)")
      }
    }
    return value
  }

  /// Removes and returns the first step: `.price` or `[2]`.
  private func removing(_ path: inout Substring) -> Substring {
    let isQuoted = path.hasPrefix("['")
    let end =
      isQuoted
      ? path.dropFirst(2).firstIndex(of: "'").map { path.index($0, offsetBy: 2) } ?? path.endIndex
      : path.dropFirst().firstIndex { $0 == "." || $0 == "[" } ?? path.endIndex
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
    let isQuoted = step.hasPrefix("['")
    guard step.hasPrefix(".") || isQuoted else {
      throw ShellError(.usage, "\(place) is a record, not a list; write \(place).FIELD")
    }
    let name = isQuoted ? step.dropFirst(2).dropLast(2) : step.dropFirst()
    guard let field = fields.first(where: { $0.name == name }) else {
      throw ShellError(
        .usage, "\(place) has no field '\(name)'",
        hint: "its fields are " + fields.map(\.name).joined(separator: ", "))
    }
    return field.value
  }
}
