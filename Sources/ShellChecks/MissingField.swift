import ShellCommands
import ShellLanguage
import ShellOutput

/// A field of the last response that a condition needs and that is not there.
///
/// Without it a misspelled name would fulfill `body.prize != 3`.
enum MissingField {
  /// Returns why a field cannot be compared: `body has no field 'prize'; did you mean 'price'?`; nil if all are there.
  ///
  /// What `is missing` and `is empty` test may be missing, and what `or` and `if` may not need.
  static func problem(
    in condition: ShellLanguage.Expression, of response: [CellValue.Field]
  ) -> String? {
    for path in condition.fields where path.name == "headers" {
      guard case .field(let name)? = path.steps.first, name != name.lowercased() else { continue }
      return "the names of header fields are in lower case; write headers.\(name.lowercased())"
    }
    for path in needed(in: condition) {
      guard let field = response.first(where: { $0.name == path.name }) else { continue }
      if let problem = problem(at: path, in: field.value) { return problem }
    }
    return nil
  }

  private static func needed(in expression: ShellLanguage.Expression) -> [FieldPath] {
    switch expression {
    case .or, .conditional, .test(_, .empty, _), .test(_, .missing, _): []
    case .field(let path, _): [path]
    default: expression.parts.flatMap(needed)
    }
  }

  private static func problem(at path: FieldPath, in value: CellValue) -> String? {
    var (value, place) = (value, path.name)
    for step in path.steps {
      switch (step, value) {
      case (.all, _): return nil
      case (.field(let name), .record(let fields)):
        guard let field = fields.first(where: { $0.name == name }) else {
          return problem(of: name, among: fields.map(\.name), at: place)
        }
        value = field.value
        place += ".\(name)"
      case (.index(let index), .list(let values)):
        guard (-values.count..<values.count).contains(index) else {
          return "\(place) has \(values.count) values, so [\(index)] is not one of them"
        }
        value = values[index < 0 ? index + values.count : index]
        place += "[\(index)]"
      case (.field(let name), .null): return "\(place) is null, so it has no field '\(name)'"
      case (.field(let name), .list):
        return "\(place) is a list, so it has no field '\(name)'; write \(place)[0].\(name)"
      case (.field(let name), _): return "\(place) is no record, so it has no field '\(name)'"
      case (.index, _): return "\(place) is no list"
      }
    }
    return nil
  }

  private static func problem(of name: String, among names: [String], at place: String) -> String {
    let problem = "\(place) has no field '\(name)'"
    if let nearest = Spelling.nearest(to: name, among: names) {
      return "\(problem); did you mean '\(nearest)'?"
    }
    return names.isEmpty ? problem : "\(problem); its fields are \(names.joined(separator: ", "))"
  }
}
