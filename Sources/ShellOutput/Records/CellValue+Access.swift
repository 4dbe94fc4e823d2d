extension CellValue {
  /// The value of a record's field; nil if this is no record or has no such field.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  package subscript(name: String) -> CellValue? {
    guard case .record(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }

  /// The text; nil if this is no text.
  package var textValue: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The whole number; nil if this is none.
  package var integerValue: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The Boolean; nil if this is none.
  package var booleanValue: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The elements; nil if this is no list.
  package var listValue: [CellValue]? {
    if case .list(let values) = self { values } else { nil }
  }

  /// The fields; nil if this is no record.
  package var fieldsValue: [Field]? {
    if case .record(let fields) = self { fields } else { nil }
  }

  /// The value as JSON in one line, text in quotes.
  package var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The value as JSON in one line, in UTF-8.
  package var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendJSON(escapesHostile: false, to: &bytes)
    return bytes
  }
}
