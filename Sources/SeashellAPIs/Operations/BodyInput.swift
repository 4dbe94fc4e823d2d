import CoreJSON
import SeashellKit
import ShellCommands

/// The value of one property of a body, given by an option or a word.
struct BodyInput {
  let path: [String]
  /// The property's schema; nil if it is not described.
  let schema: DescribedSchema?
  /// The value as it was given.
  let given: GivenText
  /// The text of the value, not yet parsed; of a file, after it was read.
  var text: String
  /// Whether the text is JSON, regardless of the schema.
  let isJSON: Bool
  let isOption: Bool
  /// The option or word, as errors show it: `--address.city`, `'address.city'`.
  let label: String
  /// The index of the word that gave it.
  let place: Int

  /// Whether it is an element of a list, to which others may be added.
  var isElement: Bool { !isJSON && schema?.scalarItems != nil && !isNull }

  private var isNull: Bool { text == "null" && schema?.isNullable == true }

  /// Parses the value, or the element of a list.
  ///
  /// In a form, values of all types are text. The error does not quote the text.
  func value(inForm isForm: Bool) throws -> JSONValue {
    guard let schema else {
      return isJSON ? try DescribedSchema().json(text, for: label) : .string(text)
    }
    if isJSON { return try schema.json(text, for: label) }
    if isNull { return .null }
    if schema.isUntyped, isForm || !isOption { return .string(text) }
    // The reader has left out a part of the schema, which may allow a text.
    if schema.isUntyped, schema.cut != nil { return (try? JSONValue(json: text)) ?? .string(text) }
    return try (schema.scalarItems ?? schema).value(of: text, for: label)
  }

  /// Checks that no property is given twice, as a whole or in parts.
  static func checkOnce(_ inputs: [BodyInput]) throws {
    var given: [[String]: BodyInput] = [:]
    var outer: Set<[String]> = []
    for input in inputs {
      let parents = input.path.indices.dropFirst().map { Array(input.path[..<$0]) }
      outer.formUnion(parents)
      let other = given.updateValue(input, forKey: input.path)
      let isNext =
        other.map { $0.isElement && input.isElement && $0.isOption == input.isOption } ?? true
      guard isNext, !outer.contains(input.path), parents.allSatisfy({ given[$0] == nil }) else {
        throw ShellError(
          .usage, "'\(input.path.joined(separator: "."))' is given twice", word: input.place)
      }
    }
  }
}

extension BodyInput {
  /// Throws if the word is malformed or names no property of the body's schema, if it is known.
  init(word given: GivenText, at place: Int, in body: DescribedSchema?) throws {
    guard let word = BodyWord(given) else {
      throw ShellError(.usage, "a property of the body is \(BodyWord.forms)", word: place)
    }
    let found: (path: [String], schema: DescribedSchema?)
    do {
      found = try Self.property(word.name, in: body)
    } catch var error as ShellError {
      error.word = place
      throw error
    }
    self.init(
      path: found.path, schema: found.schema, given: word.value, text: word.value.text,
      isJSON: word.isJSON,
      isOption: false, label: "'\(word.name)'", place: place)
  }

  /// Dots separate nested properties, unless a property's own name contains them.
  private static func property(
    _ name: String, in body: DescribedSchema?
  ) throws -> (path: [String], schema: DescribedSchema?) {
    var (path, rest, schema) = ([String](), Substring(name), body)
    while true {
      let members = schema?.members ?? []
      var part = rest
      if let dot = rest.firstIndex(of: "."), !members.contains(where: { $0.name == rest }) {
        part = rest[..<dot]
      }
      guard !part.isEmpty, path.count < JSONValue.maximumDepth else {
        throw ShellError(.usage, "the body has no property of this name")
      }
      let member = members.first { $0.name == part }
      if member == nil, let schema { try check(part, beside: members, in: schema, path) }
      path.append(String(part))
      schema = member?.schema ?? schema?.others
      if part.endIndex == rest.endIndex { return (path, schema) }
      rest = rest[rest.index(after: part.endIndex)...]
    }
  }

  private static func check(
    _ name: Substring, beside members: [DescribedProperty], in schema: DescribedSchema,
    _ path: [String]
  ) throws {
    let isObject = schema.types.isEmpty || schema.types.contains(.object)
    guard !isObject || !schema.allowsOtherMembers else { return }
    let place = path.isEmpty ? "the body" : "'\(path.joined(separator: "."))'"
    let nearest = Spelling.nearest(to: String(name), among: members.map(\.name))
    let whole = nearest.map { (path + [$0]).joined(separator: ".") }
    throw ShellError(
      .usage,
      isObject ? "\(place) has no property '\(name.prefix(60))'" : "\(place) is not an object",
      hint: whole.map { "did you mean '\($0)'?" })
  }
}
