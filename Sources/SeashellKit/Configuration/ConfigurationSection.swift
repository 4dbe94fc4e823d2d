import ShellCommands

/// An object in the configuration file, with a method to read a field of each type.
///
/// Every method returns nil if the object has no such field. It throws a ``ConfigurationError`` with the
/// field's line if the field has another type or is out of bounds.
public struct ConfigurationSection: Sendable, Equatable {
  /// The object's full name, such as `environments.qa`; empty for the whole file.
  let name: String
  let line: Int
  let column: Int
  let members: [JSON5Value.Member]

  let path: String

  /// `fields` are the names of the known fields; nil allows any name.
  ///
  /// Unknown and repeated fields are errors.
  init(
    _ value: JSON5Value, named name: String = "", in path: String, fields: [String]? = nil
  ) throws(ConfigurationError) {
    guard case .object(let members) = value.content else {
      throw ConfigurationError(
        path: path, line: value.line,
        message: "\(Self.shownName(name)) must be an object, not \(value.kind)",
        column: value.column)
    }
    self.name = name
    self.members = members
    self.path = path
    (line, column) = (value.line, value.column)
    var lines: [String: Int] = [:]
    for member in members {
      if let fields { try checkField(member, among: fields) }
      if let first = lines.updateValue(member.line, forKey: member.name) {
        throw ConfigurationError(
          path: path, line: member.line,
          message: "\(fullName(of: member.name)) appears twice, first on line \(first)",
          column: member.column)
      }
    }
  }

  func checkFields(_ fields: [String]) throws(ConfigurationError) {
    for member in members { try checkField(member, among: fields) }
  }

  func checkField(
    _ member: JSON5Value.Member, among fields: [String]
  ) throws(ConfigurationError) {
    guard !fields.contains(member.name) else { return }
    let hint = Spelling.nearest(to: member.name, among: fields).map { "did you mean \($0)?" }
    throw ConfigurationError(
      path: path, line: member.line,
      message: "unknown field \(Self.quoted(member.name)) in \(Self.shownName(name))",
      hint: hint ?? "its fields are \(fields.joined(separator: ", "))", column: member.column)
  }

  private static func shownName(_ name: String) -> String {
    name.isEmpty ? "the configuration" : name
  }

  /// Returns an error on the line of a field.
  ///
  /// - Parameters:
  ///   - field: the field's name.
  ///   - message: the text after the field's name: `must be an object`.
  ///   - hint: what the user can do about it.
  public func error(_ field: String, _ message: String, hint: String? = nil) -> ConfigurationError {
    ConfigurationError(
      path: path, line: value(field)?.line ?? line, message: "\(fullName(of: field)) \(message)",
      hint: hint, column: value(field)?.column ?? column)
  }

  func error(
    at member: JSON5Value.Member, _ message: String, hint: String? = nil
  ) -> ConfigurationError {
    ConfigurationError(
      path: path, line: member.line, message: message, hint: hint, column: member.column)
  }

  /// Reads a string.
  public func string(_ field: String) throws(ConfigurationError) -> String? {
    switch value(field)?.content {
    case .string(let string)?: return string
    case nil: return nil
    default: throw wrongType(field, "a string in quotes")
    }
  }

  /// Reads a Boolean.
  public func boolean(_ field: String) throws(ConfigurationError) -> Bool? {
    switch value(field)?.content {
    case .boolean(let boolean)?: return boolean
    case nil: return nil
    default: throw wrongType(field, "true or false")
    }
  }

  /// Reads a number.
  ///
  /// - Parameters:
  ///   - field: the field's name.
  ///   - bounds: the smallest and the largest number.
  ///   - unit: the unit in the plural, for errors: `seconds`.
  public func number(
    _ field: String, in bounds: ClosedRange<Double>, _ unit: String
  ) throws(ConfigurationError) -> Double? {
    switch value(field)?.content {
    case .number(let number)? where bounds.contains(number): return number
    case .number?:
      let range = "\(Self.plain(bounds.lowerBound)) to \(Self.plain(bounds.upperBound))"
      throw error(field, "must be \(range) \(unit)")
    case nil: return nil
    default: throw wrongType(field, "a number of \(unit)")
    }
  }

  /// Reads a whole number.
  ///
  /// - Parameters:
  ///   - field: the field's name.
  ///   - bounds: the smallest and the largest number.
  ///   - unit: the unit in the plural, for errors: `orders`.
  public func integer(
    _ field: String, in bounds: ClosedRange<Int>, _ unit: String
  ) throws(ConfigurationError) -> Int? {
    let range = Double(bounds.lowerBound)...Double(bounds.upperBound)
    guard let number = try number(field, in: range, unit) else { return nil }
    guard let integer = Int(exactly: number) else {
      throw error(field, "must be a whole number of \(unit)")
    }
    return integer
  }

  /// Reads a string that must be a raw value of an enumeration.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ field: String, _ type: Choice.Type = Choice.self
  ) throws(ConfigurationError) -> Choice? {
    guard let word = try string(field) else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let last = words.last.map { " or \($0)" } ?? ""
    throw error(
      field, "must be \(words.dropLast().joined(separator: ", "))\(last), not \(Self.quoted(word))",
      hint: Spelling.nearest(to: word, among: words).map { "did you mean '\($0)'?" })
  }

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - field: the field's name.
  ///   - fields: the names of its known fields; nil allows any name.
  public func section(
    _ field: String, fields: [String]? = nil
  ) throws(ConfigurationError) -> ConfigurationSection? {
    guard let value = value(field) else { return nil }
    return try ConfigurationSection(value, named: fullName(of: field), in: path, fields: fields)
  }

  /// Reads an array of strings; `read` returns nil for one that is not valid.
  func strings<Element>(
    _ field: String, _ wanted: String, _ read: (String) -> Element?
  ) throws(ConfigurationError) -> [Element]? {
    guard let value = value(field) else { return nil }
    guard case .array(let elements) = value.content else {
      throw wrongType(field, "an array of \(wanted)")
    }
    var strings: [Element] = []
    for element in elements {
      guard case .string(let text) = element.content, let string = read(text) else {
        let found =
          if case .string(let text) = element.content { Self.quoted(text) } else { element.kind }
        throw ConfigurationError(
          path: path, line: element.line,
          message: "\(fullName(of: field)) must have \(wanted), not \(found)",
          column: element.column)
      }
      strings.append(string)
    }
    return strings
  }

  func texts(_ field: String) throws(ConfigurationError) -> [String: String]? {
    guard let section = try section(field) else { return nil }
    var texts: [String: String] = [:]
    for member in section.members { texts[member.name] = try section.string(member.name) }
    return texts
  }

  /// Resolves the path of a file, which may be relative to the configuration's folder.
  func filePath(_ name: String) -> String {
    guard !name.hasPrefix("/") else { return name }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return "\(folder)/\(name)"
  }

  /// Quotes a text from the file, truncated to 60 characters.
  static func quoted(_ text: String) -> String {
    text.count > 60 ? "'\(text.prefix(60))…'" : "'\(text)'"
  }

  func value(_ field: String) -> JSON5Value? {
    members.first { $0.name == field }?.value
  }

  func fullName(of field: String) -> String {
    let field = String(field.prefix(60))
    return name.isEmpty ? field : "\(name).\(field)"
  }

  func wrongType(_ field: String, _ wanted: String) -> ConfigurationError {
    error(field, "must be \(wanted), not \(value(field)?.kind ?? "nothing")")
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }
}
