import Glibc
package import ShellCommands
package import ShellLanguage
package import ShellOutput

/// The values of `$` variables: set with `let`, a script's arguments, the last status and result,
/// and the process's environment.
@MainActor
package struct Variables {
  /// The variables set with `let`, by name.
  package private(set) var values: [String: VariableValue] = [:]

  /// How often a name has been added or removed.
  private var nameChanges = 0

  /// The names of the variables whose values are not shown.
  private var secrets: Set<String> = []

  var script: Script?

  struct Script {
    /// The path as given: `$0`.
    let name: String
    /// `$1` is the first one, `$@` all of them, and `$#` their number.
    let arguments: [String]

    /// The folder of the file, absolute and without symbolic links: `$here`.
    var folder: String {
      let end = name.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = end.map { name[...$0] } ?? "./"
      guard let path = realpath(String(folder), nil) else { return String(folder) }
      defer { free(path) }
      return String(cString: path)
    }
  }

  /// The exit status of the last command: `$?`.
  package var status = ExitStatus.success

  /// The first 1,000 records of the last result: `$_`.
  package var result: Records? { didSet { resultCommand = nil } }

  /// The command that alone wrote ``result``, `products list`; nil after a pipeline.
  private var resultCommand: String?

  /// The event that started the running rule, if one is running: `$event`.
  package var event: CellValue?

  /// The error that the last `try` has handled: `$error`.
  var error: CellValue?

  /// The record of an `each` stage in whose block these variables are: `$it`.
  var record: CellValue?

  /// The variables around a block of `each`, which it cannot change.
  private var outer: [String: VariableValue] = [:]

  /// The outcome of the last request: `$response`.
  package var response: RequestOutcome?

  private let environment: (String) -> String?

  init(environment: @escaping (String) -> String?) {
    self.environment = environment
  }

  /// The name of the last result.
  package nonisolated static let lastResult = "_"

  /// The name of an `each` stage's current record.
  package nonisolated static let item = "it"

  /// The name of the running script's folder, which `let` can give another value.
  private static let here = "here"

  /// The name of the event that started a rule.
  package nonisolated static let event = "event"

  /// The name of the response to the last request.
  package nonisolated static let response = "response"

  /// Returns why `let` cannot set a name; nil if it can.
  func reservedMeaning(of name: String) -> String? {
    switch name {
    case Self.lastResult: "$_ is the last result"
    case "error": "$error is the error that 'try' has handled"
    case Self.response: "$response is the last answer"
    case Self.item: "$it is the record in an 'each' stage"
    case Self.event: "$event is the event in a rule"
    case _ where outer[name] != nil:
      "it is a variable around this block of 'each', which has its own ones"
    default: nil
    }
  }

  mutating func setResult(_ records: Records, of command: String) {
    result = records
    resultCommand = command
  }

  package mutating func set(_ name: String, to value: VariableValue, isSecret: Bool = false) {
    if values.updateValue(value, forKey: name) == nil { nameChanges &+= 1 }
    if isSecret { secrets.insert(name) } else if !secrets.isEmpty { secrets.remove(name) }
  }

  mutating func set(_ name: String, to text: String) { set(name, to: .text(text)) }

  mutating func set(_ name: String, to records: Records) { set(name, to: .records(records)) }

  /// A variable, or none of its name.
  struct Saved {
    fileprivate let name: String
    fileprivate let value: VariableValue?
    fileprivate let isSecret: Bool
  }

  /// The place of a loop's variable, as long as there are the same variables.
  struct Place {
    fileprivate let name: String
    fileprivate var index: Dictionary<String, VariableValue>.Index?
    fileprivate var nameChanges = 0

    init(of name: String) { self.name = name }
  }

  /// Sets a variable that is no secret, and remembers its place, so that its name is hashed only once.
  mutating func set(_ place: inout Place, to value: VariableValue) {
    if place.nameChanges == nameChanges, let index = place.index {
      values.values[index] = value
      return
    }
    set(place.name, to: value)
    (place.index, place.nameChanges) = (values.index(forKey: place.name), nameChanges)
  }

  /// Returns what ``restore(_:)`` needs after a loop has set a variable.
  func saved(_ name: String) -> Saved {
    Saved(name: name, value: values[name], isSecret: isSecret(name))
  }

  mutating func restore(_ saved: Saved) {
    values[saved.name] = saved.value
    nameChanges &+= 1
    if saved.isSecret { secrets.insert(saved.name) } else { secrets.remove(saved.name) }
  }

  /// Ends the scope of a definition; `outer` are the variables around it.
  mutating func endScope(of outer: Variables) {
    (values, secrets) = (outer.values, outer.secrets)
    nameChanges &+= 1
  }

  /// Returns the variables for the block of an `each` stage.
  func copy(forBlockWith record: CellValue) -> Variables {
    var copy = self
    (copy.record, copy.outer) = (record, values)
    return copy
  }

  mutating func remove(_ name: String) -> Bool {
    secrets.remove(name)
    nameChanges &+= 1
    return values.removeValue(forKey: name) != nil
  }

  /// Whether the value of a variable is a secret.
  func isSecret(_ name: String) -> Bool { secrets.contains(name) }

  /// The text of each variable in a list of them; `…` for a secret.
  package var summaries: [String: String] {
    var texts = values.mapValues(\.summary)
    for name in secrets { texts[name] = "…" }
    return texts
  }

  /// Replaces `$@` by the arguments of the script, and keeps other variables.
  func withArguments(_ words: [Word]) -> [Word] {
    words.flatMap { word in word.isArguments ? arguments.map { word.replaced(by: $0) } : [word] }
  }

  private var arguments: [String] { script?.arguments ?? [] }

  /// Outside an `each` stage, `item` is nil.
  func text(of variable: Word.Variable, item: CellValue?) throws(ShellError) -> String {
    let value = value(of: variable.name, item: item)
    guard let fallback = variable.fallback else {
      guard let value else {
        throw ShellError(
          .usage, "$\(variable.name) is not defined", hint: hint(for: variable.name))
      }
      return try value.text(at: variable.path, of: variable.name)
    }
    guard let value else { return fallback }
    if case .text(let text) = value, text.isEmpty { return fallback }
    // Null counts as empty too.
    guard let text = try? value.text(at: variable.path, of: variable.name), !text.isEmpty
    else { return fallback }
    return text
  }

  /// Returns a variable's value, or the part of it at the path.
  func value(at variable: Word.Variable) throws(ShellError) -> VariableValue {
    if variable.path.isEmpty, variable.fallback == nil,
      let value = value(of: variable.name, item: nil)
    {
      return value
    }
    return VariableValue(try cell(of: variable, item: nil))
  }

  /// Returns the fields of the records in a variable, or at a path in it, for completion.
  package func columns(of variable: Word.Variable) -> [String] {
    switch try? value(at: variable) {
    case .records(let records): records.columns.map(\.name)
    case .value(.list(let values)): values.first?.fieldsValue?.map(\.name) ?? []
    case .value(let value): value.fieldsValue?.map(\.name) ?? []
    case .response: ResponseField.allCases.map(\.rawValue)
    case .text, nil: []
    }
  }

  /// Returns the fields of the last result if a command alone has written it; otherwise none.
  ///
  /// - Parameter command: the command as typed: `products list`.
  package func fieldsOfResult(of command: String) -> [String] {
    resultCommand == command ? result?.columns.map(\.name) ?? [] : []
  }

  /// Returns the records in a variable, or at a path in it; of the last result if it has these fields.
  ///
  /// - Parameters:
  ///   - variable: nil for the last result.
  ///   - fields: the fields that the last result must have.
  package func records(of variable: Word.Variable?, with fields: [String]) -> Records? {
    guard let variable else {
      let names = result?.columns.map(\.name) ?? []
      return fields.allSatisfy(names.contains) ? result : nil
    }
    guard case .records(let records) = try? value(at: variable) else { return nil }
    return records
  }

  /// Returns the value of a variable with its kind; outside an `each` stage, `item` is nil.
  ///
  /// - Throws: a `usage` error if it is not defined or its path leads nowhere; a `limit` error for the whole list
  ///   of a result whose end was not kept.
  func cell(of variable: Word.Variable, item: CellValue?) throws(ShellError) -> CellValue {
    if variable.name == Self.lastResult, result?.isCut == true,
      variable.path.isEmpty || variable.path.hasPrefix("[*]") || variable.path.hasPrefix("[-")
    {
      throw ShellError(
        .limit, "$_ holds only the first 1,000 records of a longer result",
        hint: "keep all of them: let NAME = COMMAND")
    }
    if let value = value(of: variable.name, item: item), variable.fallback == nil {
      return try value.cell(at: variable.path, of: variable.name)
    }
    if let value = value(of: variable.name, item: item),
      let cell = try? value.cell(at: variable.path, of: variable.name), !cell.plainText.isEmpty
    {
      return cell
    }
    return .untyped(try text(of: variable, item: item))
  }

  /// Returns the fields at a path of a variable, if the variable holds records.
  ///
  /// - Parameter path: such as `[0].author`; can be empty.
  package func fields(of name: String, at path: String) -> [String]? {
    if name == Self.response, path.isEmpty { return ResponseField.allCases.map(\.rawValue) }
    return switch value(of: name, item: nil) {
    case .records(let records):
      (try? ValuePath(path, of: name).value(in: records))?.fieldsValue?.map(\.name) ?? []
    case let value? where !value.isText:
      (try? value.cell(at: path, of: name))?.fieldsValue?.map(\.name) ?? []
    default: nil
    }
  }

  /// Throws if a variable is undefined, except for those that may have a value when a rule runs.
  ///
  /// - Throws: a `usage` error.
  package func checkDefinition(of variable: Word.Variable) throws(ShellError) {
    if ["?", Self.lastResult, "error", Self.item, Self.event, Self.response].contains(variable.name)
    {
      return
    }
    if variable.fallback == nil, value(of: variable.name, item: nil) == nil {
      _ = try text(of: variable, item: nil)
    }
  }

  private func value(of name: String, item: CellValue?) -> VariableValue? {
    switch name {
    case "?": return .text(String(status.rawValue))
    case Self.lastResult: return result.map { .records($0) }
    case "@": return .text(arguments.joined(separator: " "))
    case "#": return .text(String(arguments.count))
    case "0": return script.map { .text($0.name) }
    case Self.item: return (item ?? record).map { .value($0) }
    case "error": return error.map { .value($0) }
    case Self.event: return event.map { .value($0) }
    case Self.response:
      if case .response(let last) = response { return .response(last) }
      return nil
    default: break
    }
    if let number = Int(name) {
      return arguments.indices.contains(number - 1) ? .text(arguments[number - 1]) : nil
    }
    if let value = values[name] { return value }
    if name == Self.here, let script { return .text(script.folder) }
    return environment(name).map { .text($0) }
  }

  private func hint(for name: String) -> String {
    switch name {
    case Self.lastResult: "no command has produced a result yet"
    case "error": "it is the error in the 'else' block of 'try'"
    case "0": "$0 is the name of the running script file; there is none"
    case Self.response where response == nil: "no command has sent a request yet"
    case Self.response: "the last request got no complete response"
    case Self.here: "it is the folder of the running script file; there is none"
    case Self.item: "it is the record in an 'each' stage: COMMAND | each COMMAND $it.FIELD"
    case Self.event:
      "it is the event in a rule's command; in its condition, write a field without it: resource = orders"
    case _ where Int(name) != nil: "give the script more arguments"
    default: "let \(name) = 'text'"
    }
  }
}
