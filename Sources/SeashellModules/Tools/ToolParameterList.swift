import SeashellKit

/// The parameters of a tool's command, created from the schema of the tool's arguments.
struct ToolParameterList: Sendable {
  /// Option names that commands already use, besides `answers` of a server's commands.
  private static let reserved: Set<String> = ["output", "help", "yes", "json", "save"]

  /// The maximum number of members that become parameters; `--json` gives the others.
  private static let most = 1_000

  private static let deepest = 4

  /// The parameters; an object precedes its members.
  private(set) var parameters: [ToolParameter] = []

  /// The paths of required objects without required members.
  private(set) var emptyObjects: [[String]] = []

  /// The indexes of required parameters that can be given by position.
  private var positionals: [Int] = []

  private let reader: SchemaReader
  private let reserved: Set<String>
  private var names: Set<String>
  private var steps = 100_000

  /// - Parameter takesAnswers: whether the command has the option `--answers`.
  init(_ reader: SchemaReader, root: CellValue, takesAnswers: Bool) {
    self.reader = reader
    reserved = takesAnswers ? Self.reserved.union(["answers"]) : Self.reserved
    names = reserved
    guard case .object(let object) = reader.shape(of: root, steps: &steps) else { return }
    add(object, at: [], isRequired: true, unless: ["json"])
    choosePositionals()
  }

  private mutating func add(
    _ object: SchemaShape.ObjectSchema, at path: [String], isRequired: Bool, unless: [String]
  ) {
    var seen: Set<String> = []
    let siblings = Set(object.properties.map(\.name))
    for property in object.properties where seen.insert(property.name).inserted {
      guard parameters.count < Self.most, steps > 0 else { return }
      let path = path + [property.name]
      add(
        property.value, at: path, named: name(for: path, among: siblings),
        isRequired: isRequired && object.required.contains(property.name), unless: unless)
    }
  }

  private mutating func add(
    _ schema: CellValue, at path: [String], named option: String, isRequired: Bool,
    unless: [String]
  ) {
    let texts = SchemaTexts(reader.resolved(schema).schema)
    func append(_ content: ToolParameter.Content, isRequired: Bool) {
      var samples: [String] = []
      if case .value(let schema) = content { samples = texts.values(of: schema) }
      let defaultValue = texts.defaultValue(of: content, reader)
      let mustBeGiven = isRequired && defaultValue == nil
      if isRequired, path.count == 1 { positionals.append(parameters.count) }
      parameters.append(
        ToolParameter(
          path: path, option: option, content: content, abstract: texts.abstract(of: content),
          defaultValue: defaultValue,
          defaultText: mustBeGiven ? nil : texts.defaultText(of: content), isRequired: mustBeGiven,
          unless: unless, samples: samples))
    }
    switch reader.shape(of: schema, steps: &steps) {
    case .nothing: break
    case .value(let value):
      let isFlag = value.kind == .boolean && !isRequired && texts.defaultValue != .boolean(true)
      append(isFlag ? .flag : .value(value), isRequired: isRequired)
    case .list(let list):
      append(.list(list), isRequired: isRequired)
    case .object(let object):
      let isExpanded = path.count < Self.deepest
      let needsMembers = isExpanded && !object.required.isEmpty
      let isEmpty = isExpanded && object.required.isEmpty
      append(
        .value(ValueSchema(.json(type: "object"))),
        isRequired: isRequired && !needsMembers && !isEmpty)
      if isRequired, isEmpty { emptyObjects.append(path) }
      if isExpanded { add(object, at: path, isRequired: isRequired, unless: unless + [option]) }
    }
  }

  /// Lets required values be given by position; a required array qualifies if it is the last one.
  private mutating func choosePositionals() {
    positionals.removeAll {
      if case .json? = parameters[$0].schema?.kind { true } else { false }
    }
    for index in positionals where !parameters[index].isList || index == positionals.last {
      let base = parameters[index].option.uppercased()
      let isOwn = base == parameters[index].option
      parameters[index].argument = isOwn ? base : unique(base)
    }
  }

  /// Reserves and returns the option's name for a member.
  ///
  /// If there is also a member `per-page`, `per_page` keeps its spelling.
  private mutating func name(for path: [String], among siblings: Set<String>) -> String {
    var parts = path.map { ToolNames.typed($0, else: "value") }
    let spelled = path.joined(separator: ".")
    if let last = parts.last, last != path.last, siblings.contains(last),
      CommandSpecification.isName(spelled), names.insert(spelled).inserted
    {
      return spelled
    }
    if path.count == 1, reserved.contains(parts[0]) { parts[0] = "arg-" + parts[0] }
    return unique(parts.joined(separator: "."))
  }

  /// Reserves and returns a free name: `name`, `name-2`, ….
  private mutating func unique(_ name: String) -> String {
    var candidate = name
    var number = 1
    while !names.insert(candidate).inserted {
      number += 1
      candidate = "\(name)-\(number)"
    }
    return candidate
  }
}
