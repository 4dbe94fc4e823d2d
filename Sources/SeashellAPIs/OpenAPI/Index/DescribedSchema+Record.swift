import CoreJSON

extension DescribedSchema {
  /// The members that are present in a record; the others have default values.
  private struct Fields: OptionSet {
    let rawValue: Int

    static let name = Fields(rawValue: 1 << 0)
    static let format = Fields(rawValue: 1 << 1)
    static let title = Fields(rawValue: 1 << 2)
    static let description = Fields(rawValue: 1 << 3)
    static let choices = Fields(rawValue: 1 << 4)
    static let defaultValue = Fields(rawValue: 1 << 5)
    static let example = Fields(rawValue: 1 << 6)
    static let bounds = Fields(rawValue: 1 << 7)
    static let isDeprecated = Fields(rawValue: 1 << 8)
    static let isReadOnly = Fields(rawValue: 1 << 9)
    static let isWriteOnly = Fields(rawValue: 1 << 10)
    static let properties = Fields(rawValue: 1 << 11)
    static let allowsOthers = Fields(rawValue: 1 << 12)
    static let forbidsOthers = Fields(rawValue: 1 << 13)
    static let alternatives = Fields(rawValue: 1 << 14)
    static let discriminator = Fields(rawValue: 1 << 15)
    static let contentType = Fields(rawValue: 1 << 16)
    static let listStyle = Fields(rawValue: 1 << 17)
    static let cut = Fields(rawValue: 1 << 18)
    static let items = Fields(rawValue: 1 << 19)
    static let others = Fields(rawValue: 1 << 20)
    static let all = Fields(rawValue: 1 << 21 - 1)
  }

  private var fields: Fields {
    var fields: Fields = []
    if name != nil { fields.insert(.name) }
    if format != nil { fields.insert(.format) }
    if title != nil { fields.insert(.title) }
    if description != nil { fields.insert(.description) }
    if !choices.isEmpty { fields.insert(.choices) }
    if defaultValue != nil { fields.insert(.defaultValue) }
    if example != nil { fields.insert(.example) }
    if !bounds.isEmpty { fields.insert(.bounds) }
    if isDeprecated { fields.insert(.isDeprecated) }
    if isReadOnly { fields.insert(.isReadOnly) }
    if isWriteOnly { fields.insert(.isWriteOnly) }
    if !properties.isEmpty { fields.insert(.properties) }
    if let allowsOthers { fields.insert(allowsOthers ? .allowsOthers : .forbidsOthers) }
    if !alternatives.isEmpty { fields.insert(.alternatives) }
    if discriminator != nil { fields.insert(.discriminator) }
    if contentType != nil { fields.insert(.contentType) }
    if listStyle != nil { fields.insert(.listStyle) }
    if cut != nil { fields.insert(.cut) }
    if items != nil { fields.insert(.items) }
    if others != nil { fields.insert(.others) }
    return fields
  }

  func write(to writer: inout RecordWriter) {
    writer.number(fields.rawValue)
    writer.byte(types.rawValue)
    if let name { writer.text(name) }
    if let format { writer.text(format) }
    if let title { writer.text(title) }
    if let description { writer.text(description) }
    if !choices.isEmpty { writer.list(choices) { $0.json($1) } }
    if let defaultValue { writer.json(defaultValue) }
    if let example { writer.json(example) }
    if !bounds.isEmpty { bounds.write(to: &writer) }
    if !properties.isEmpty {
      writer.list(properties) { writer, property in
        writer.text(property.name)
        writer.flag(property.isRequired)
        property.schema.write(to: &writer)
      }
    }
    if !alternatives.isEmpty { writer.list(alternatives) { $1.write(to: &$0) } }
    if let discriminator { writer.text(discriminator) }
    if let contentType { writer.text(contentType) }
    if let listStyle {
      writer.choice(listStyle.style)
      writer.flag(listStyle.isExploded)
    }
    if let cut { writer.byte(cut.rawValue) }
    items?.write(to: &writer)
    others?.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    self = try reader.schema { reader throws(DescriptionError) in try Self(fieldsFrom: &reader) }
  }

  private init(fieldsFrom reader: inout RecordReader) throws(DescriptionError) {
    let fields = Fields(rawValue: try reader.number())
    guard fields.isSubset(of: .all) else { throw RecordReader.damaged }
    self.init(DescribedTypes(rawValue: try reader.byte()))
    if fields.contains(.name) { name = try reader.text() }
    if fields.contains(.format) { format = try reader.text() }
    if fields.contains(.title) { title = try reader.text() }
    if fields.contains(.description) { description = try reader.text() }
    if fields.contains(.choices) {
      choices = try reader.list { reader throws(DescriptionError) in try reader.json() }
    }
    if fields.contains(.defaultValue) { defaultValue = try reader.json() }
    if fields.contains(.example) { example = try reader.json() }
    if fields.contains(.bounds) { bounds = try DescribedBounds(from: &reader) }
    isDeprecated = fields.contains(.isDeprecated)
    isReadOnly = fields.contains(.isReadOnly)
    isWriteOnly = fields.contains(.isWriteOnly)
    if fields.contains(.properties) {
      properties = try reader.list { reader throws(DescriptionError) in
        DescribedProperty(
          name: try reader.text(), isRequired: try reader.flag(),
          schema: try DescribedSchema(from: &reader))
      }
    }
    if fields.contains(.allowsOthers) { allowsOthers = true }
    if fields.contains(.forbidsOthers) { allowsOthers = false }
    if fields.contains(.alternatives) {
      alternatives = try reader.list { reader throws(DescriptionError) in
        try DescribedSchema(from: &reader)
      }
    }
    if fields.contains(.discriminator) { discriminator = try reader.text() }
    if fields.contains(.contentType) { contentType = try reader.text() }
    if fields.contains(.listStyle) {
      listStyle = DescribedListStyle(try reader.choice(), isExploded: try reader.flag())
    }
    if fields.contains(.cut) {
      guard let reason = DescribedCut(rawValue: try reader.byte()) else {
        throw RecordReader.damaged
      }
      cut = reason
    }
    if fields.contains(.items) { items = try DescribedSchema(from: &reader) }
    if fields.contains(.others) { others = try DescribedSchema(from: &reader) }
  }
}

extension DescribedBounds {
  fileprivate func write(to writer: inout RecordWriter) {
    for number in [minimum, maximum, multipleOf] { writer.optional(number?.text) }
    for count in [minLength, maxLength, minItems, maxItems] {
      writer.optional(count) { $0.number($1) }
    }
    writer.optional(pattern)
    for flag in [isMinimumExclusive, isMaximumExclusive, hasUniqueItems] { writer.flag(flag) }
  }

  fileprivate init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init()
    minimum = try reader.optionalNumber()
    maximum = try reader.optionalNumber()
    multipleOf = try reader.optionalNumber()
    minLength = try reader.optionalCount()
    maxLength = try reader.optionalCount()
    minItems = try reader.optionalCount()
    maxItems = try reader.optionalCount()
    pattern = try reader.optionalText()
    isMinimumExclusive = try reader.flag()
    isMaximumExclusive = try reader.flag()
    hasUniqueItems = try reader.flag()
  }
}

extension RecordReader {
  fileprivate mutating func optionalNumber() throws(DescriptionError) -> JSONNumber? {
    guard let text = try optionalText() else { return nil }
    guard let number = JSONNumber(text) else { throw Self.damaged }
    return number
  }

  fileprivate mutating func optionalCount() throws(DescriptionError) -> Int? {
    try optional { reader throws(DescriptionError) in try reader.number() }
  }
}
