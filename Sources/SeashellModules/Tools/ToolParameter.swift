import SeashellHosting
import SeashellKit

/// A parameter of a tool's command, for a member of the tool's arguments.
struct ToolParameter: Sendable {
  enum Content: Sendable {
    /// A flag, which gives `true`.
    case flag
    case value(ValueSchema)
    case list(SchemaShape.ListSchema)
  }

  /// The names of the members that lead to it: `filter`, `price`.
  let path: [String]

  /// The option's name: `filter.price`.
  let option: String

  /// The argument's name, if it can be given by position.
  var argument: String?

  let content: Content

  let abstract: String

  /// The value to send if the parameter is not given; nil to send none.
  let defaultValue: CellValue?

  let defaultText: String?

  let isRequired: Bool

  /// Options that give this member as part of an object, so that it becomes optional.
  let unless: [String]

  /// Valid texts, the best example first.
  let samples: [String]

  /// Its name in a command's bound arguments.
  var name: String { argument ?? option }

  /// The schema of each word; nil for a flag.
  var schema: ValueSchema? {
    switch content {
    case .flag: nil
    case .value(let schema): schema
    case .list(let list): list.items
    }
  }

  var isList: Bool { if case .list = content { true } else { false } }

  /// The type of the elements, if a word can also be a JSON array of several.
  private var elementType: String? {
    guard isList, case .json(let type?)? = schema?.kind else { return nil }
    return type
  }

  private var type: ValueType {
    elementType.map { .custom("a JSON \($0), or an array of them") } ?? schema?.type ?? .text()
  }

  private var parser: ValueParser? {
    elementType == nil ? schema?.parser : ValueParser { try values(of: $0.text) }
  }

  /// Parses a word: a value, or a JSON array of values of the elements' type.
  private func values(of text: String) throws -> [CellValue] {
    guard let schema else { return [.boolean(true)] }
    if let elementType, let elements = (try? CellValue(json: text))?.listValue,
      elements.allSatisfy({ $0.isOf(elementType) })
    {
      return elements
    }
    return [try schema.value(of: text)]
  }

  func add(to specification: inout CommandSpecification) {
    guard let schema else {
      return specification.options.append(OptionSpecification(flag: option, abstract))
    }
    if let argument {
      var argument = ArgumentSpecification(
        argument, abstract, type: type, isRequired: isRequired, isRepeating: isList, option: option)
      argument.unless = unless
      argument.parser = parser
      return specification.arguments.append(argument)
    }
    var option = OptionSpecification(
      option, value: schema.valueName, abstract, type: type, default: defaultText,
      isRequired: isRequired)
    option.isRepeating = isList
    if isRequired { option.unless = unless }
    option.parser = parser
    specification.options.append(option)
  }

  /// Returns the member's value; nil if it was not given.
  ///
  /// - Throws: a `usage` error that points at the wrong word.
  func value(in bound: BoundArguments) throws(ShellError) -> CellValue? {
    let words = bound.words(of: name)
    guard !words.isEmpty else { return nil }
    if schema == nil { return .boolean(true) }
    var values: [CellValue] = []
    var places: [Int] = []
    for (text, word) in zip(bound.texts(name), words) {
      do {
        values += try self.values(of: text)
        places += Array(repeating: word, count: values.count - places.count)
      } catch let error as ShellError {
        throw error
      } catch {
        // The shell has already checked the texts against the same schema.
        throw ShellError(.usage, "\(shown) does not accept '\(text)'", word: word)
      }
    }
    guard case .list(let list) = content else { return values[0] }
    if !list.count.contains(values.count) {
      let bound =
        values.count < list.count.lowerBound ? list.count.lowerBound : list.count.upperBound
      let side = values.count < list.count.lowerBound ? "at least" : "at most"
      throw ShellError(
        .usage,
        "\(shown) takes \(side) \(bound) \(bound == 1 ? "value" : "values"), not \(values.count)",
        word: words.last)
    }
    if list.isUnique,
      let index = values.indices.first(where: { values[..<$0].contains(values[$0]) })
    {
      throw ShellError(
        .usage, "\(shown) has the value '\(values[index].plainText)' twice", word: places[index])
    }
    return .list(values)
  }

  private var shown: String { argument ?? "--\(option)" }
}
