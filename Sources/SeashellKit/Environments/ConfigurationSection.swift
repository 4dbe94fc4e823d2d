import ShellCommands

/// An object of a configuration: its fields are asked for by name, and each has the type it should.
struct ConfigurationSection {
  /// What is wrong with a field.
  struct Flaw: Error {
    let message: String
    let line: Int
    var hint: String?
  }

  /// Where the object stands: `environments.qa`; empty for the whole.
  let place: String
  let line: Int
  let members: [JSON5Value.Member]

  /// - Parameter fields: the names of the fields that there may be; nil for any.
  /// - Throws: ``Flaw`` where the value is no object, a field is there twice or is none.
  init(_ value: JSON5Value, at place: String, fields: [String]? = nil) throws(Flaw) {
    guard case .object(let members) = value.content else {
      let what = place.isEmpty ? "the configuration" : place
      throw Flaw(message: "\(what) must be an object, not \(value.kind)", line: value.line)
    }
    self.place = place
    self.members = members
    line = value.line
    var lines: [String: Int] = [:]
    for member in members {
      if let fields, !fields.contains(member.name) {
        let hint = Spelling.nearest(to: member.name, among: fields).map { "did you mean \($0)?" }
        let what = place.isEmpty ? "the configuration" : place
        throw Flaw(
          message: "\(what) has no field \(Self.quoted(member.name))", line: member.line,
          hint: hint ?? "its fields are \(fields.joined(separator: ", "))")
      }
      if let first = lines.updateValue(member.line, forKey: member.name) {
        throw Flaw(
          message: "\(name(of: member.name)) is there twice, first on line \(first)",
          line: member.line)
      }
    }
  }

  /// The full name of a field.
  func name(of field: String) -> String {
    let field = String(field.prefix(60))
    return place.isEmpty ? field : "\(place).\(field)"
  }

  /// A flaw of a field that is there.
  func flaw(_ field: String, _ message: String, hint: String? = nil) -> Flaw {
    let line = members.first { $0.name == field }?.value.line ?? line
    return Flaw(message: "\(name(of: field)) \(message)", line: line, hint: hint)
  }

  func text(_ field: String) throws(Flaw) -> String? {
    switch try content(field) {
    case .text(let text)?: return text
    case nil: return nil
    default: throw wrongType(field, "a text in quotes")
    }
  }

  func boolean(_ field: String) throws(Flaw) -> Bool? {
    switch try content(field) {
    case .boolean(let boolean)?: return boolean
    case nil: return nil
    default: throw wrongType(field, "true or false")
    }
  }

  func number(_ field: String, in bounds: ClosedRange<Double>, _ unit: String) throws(Flaw)
    -> Double?
  {
    switch try content(field) {
    case .number(let number)? where bounds.contains(number): return number
    case .number?:
      let range = "\(Self.plain(bounds.lowerBound)) to \(Self.plain(bounds.upperBound))"
      throw flaw(field, "must be \(range) \(unit)")
    case nil: return nil
    default: throw wrongType(field, "a number of \(unit)")
    }
  }

  func integer(_ field: String, in bounds: ClosedRange<Int>, _ unit: String) throws(Flaw) -> Int? {
    let range = Double(bounds.lowerBound)...Double(bounds.upperBound)
    guard let number = try number(field, in: range, unit) else { return nil }
    guard let integer = Int(exactly: number) else {
      throw flaw(field, "must be a whole number of \(unit)")
    }
    return integer
  }

  /// One of a few words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ field: String, _ type: Choice.Type = Choice.self
  ) throws(Flaw) -> Choice? {
    guard let word = try text(field) else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let last = words.last.map { " or \($0)" } ?? ""
    throw flaw(
      field, "must be \(words.dropLast().joined(separator: ", "))\(last), not \(Self.quoted(word))",
      hint: Spelling.nearest(to: word, among: words).map { "did you mean '\($0)'?" })
  }

  /// The object of a field.
  func section(_ field: String, fields: [String]? = nil) throws(Flaw) -> ConfigurationSection? {
    guard let value = members.first(where: { $0.name == field })?.value else { return nil }
    return try ConfigurationSection(value, at: name(of: field), fields: fields)
  }

  /// A text from the file in quotes, bounded.
  static func quoted(_ text: String) -> String {
    text.count > 60 ? "'\(text.prefix(60))…'" : "'\(text)'"
  }

  private func content(_ field: String) throws(Flaw) -> JSON5Value.Content? {
    members.first { $0.name == field }?.value.content
  }

  private func wrongType(_ field: String, _ wanted: String) -> Flaw {
    let kind = members.first { $0.name == field }?.value.kind ?? "nothing"
    return flaw(field, "must be \(wanted), not \(kind)")
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }
}
