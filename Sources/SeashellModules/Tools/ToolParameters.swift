package import SeashellHosting
import SeashellKit

/// The command of a tool: its parameters, and the tool's arguments that they give.
///
/// Required scalars are arguments in the order of the schema, which options can give too; all other
/// members are options. Whatever they cannot say is given by `--json`.
package struct ToolParameters: Sendable {
  /// The command's specification.
  package let specification: CommandSpecification

  private let list: ToolParameterList
  private let reader: SchemaReader
  private let schema: CellValue

  /// Reads the schema of a tool's arguments.
  ///
  /// - Parameter module: the module's name in the shell.
  package init(_ tool: ToolDescription, module: String) {
    schema = tool.inputSchema
    reader = SchemaReader(root: schema)
    list = ToolParameterList(reader, root: schema)
    let name = ToolNames.command(of: tool.name)
    var specification = CommandSpecification(
      name, abstract: ToolText.abstract(of: tool.description),
      discussion: ToolText.discussion(of: tool.description),
      confirms: tool.isDestructive
        ? "'\(module) \(name)' may destroy data, as the module says. Run it?" : nil)
    specification.fields = SchemaColumns(tool.outputSchema).ofResult
    for parameter in list.parameters { parameter.add(to: &specification) }
    specification.options.append(Self.json)
    specification.options.append(
      OptionSpecification(
        "save", value: "FILE", "Keep an image, a sound or a file of the result in FILE",
        completion: "files"))
    if let example = Self.example(of: list.parameters, path: "\(module) \(name)") {
      specification.examples = [.init(example, specification.abstract)]
    }
    self.specification = specification
  }

  private static let json = {
    var option = OptionSpecification(
      "json", value: "JSON", "Give all arguments at once; others are added to them",
      type: ValueSchema(.json(type: "object")).type)
    option.parser = ValueSchema(.json(type: "object")).parser
    return option
  }()

  /// Returns the arguments for the tool: an object.
  ///
  /// - Parameter bound: the values that the command was given.
  /// - Throws: a `usage` error, which points at the wrong word.
  package func arguments(of bound: BoundArguments) throws(ShellError) -> CellValue {
    var arguments = CellValue.record([])
    if let text = bound.text("json"), let object = try? CellValue(json: text) {
      arguments = object
    }
    for parameter in list.parameters {
      guard let value = try parameter.value(in: bound) else { continue }
      arguments.set(value, at: parameter.path[...])
    }
    for path in list.emptyObjects where !arguments.has(path[...]) {
      arguments.set(.record([]), at: path[...])
    }
    guard let mismatch = reader.mismatch(of: arguments, with: schema, depth: 8) else {
      return arguments
    }
    throw error(for: mismatch, in: bound)
  }

  /// The error for a member that is missing or has the wrong type.
  private func error(for mismatch: SchemaReader.Mismatch, in bound: BoundArguments) -> ShellError {
    let parameter = list.parameters.first { $0.path == mismatch.path }
    // The word that gives the member, an object around it, or another member of that object.
    let word =
      list.parameters.last { mismatch.path.starts(with: $0.path) && bound.has($0) }
      ?? list.parameters.first {
        mismatch.path.count > 1 && $0.path.starts(with: mismatch.path.dropLast()) && bound.has($0)
      }
    let name =
      parameter.map { $0.argument ?? "--\($0.option)" }
      ?? "'\(mismatch.path.joined(separator: "."))'"
    return ShellError(
      .usage, "\(name) \(mismatch.reason)", word: bound.word(of: word?.name ?? "json"))
  }

  /// A line that gives each required value by the schema's own examples; nil without them.
  private static func example(of parameters: [ToolParameter], path: String) -> String? {
    var words: [String] = []
    for parameter in parameters where parameter.isRequired {
      guard parameter.argument != nil, let sample = parameter.samples.first,
        !sample.hasPrefix("-"), !sample.contains("'")
      else { return nil }
      words.append(CommandSpecification.isName(sample) ? sample : "'\(sample)'")
    }
    return words.isEmpty ? nil : "\(path) \(words.joined(separator: " "))"
  }
}

extension BoundArguments {
  /// Whether a parameter was given.
  fileprivate func has(_ parameter: ToolParameter) -> Bool { word(of: parameter.name) != nil }
}

extension CellValue {
  /// Sets a member of nested records, which are made if they are not there.
  fileprivate mutating func set(_ value: CellValue, at path: ArraySlice<String>) {
    guard let name = path.first else { return self = value }
    var fields = fieldsValue ?? []
    let index = fields.firstIndex { $0.name == name } ?? fields.endIndex
    if index == fields.endIndex { fields.append(Field(name, .null)) }
    fields[index].value.set(value, at: path.dropFirst())
    self = .record(fields)
  }

  /// Whether nested records have a member.
  fileprivate func has(_ path: ArraySlice<String>) -> Bool {
    guard let name = path.first else { return true }
    return self[name]?.has(path.dropFirst()) ?? false
  }
}
