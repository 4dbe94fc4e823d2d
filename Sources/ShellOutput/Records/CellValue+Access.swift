extension CellValue {
  /// The value of a record's field; nil if this is not a record or has no such field.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public subscript(name: String) -> CellValue? {
    guard case .record(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }

  /// The value if it is a text; otherwise nil.
  public var textValue: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value if it is a whole number; otherwise nil.
  public var integerValue: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The value if it is a Boolean; otherwise nil.
  public var booleanValue: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The elements, if this is a list.
  public var listValue: [CellValue]? {
    if case .list(let values) = self { values } else { nil }
  }

  /// The fields, if this is a record.
  public var fieldsValue: [Field]? {
    if case .record(let fields) = self { fields } else { nil }
  }

  /// The value as JSON in one line.
  public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The value as JSON in one line, in UTF-8.
  public var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendJSON(escapesHostile: false, to: &bytes)
    return bytes
  }
}
