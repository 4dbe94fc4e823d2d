public import CoreJSON
import FoundationEssentials

/// Values from JSON.
///
/// Whole numbers that fit `Int` are integers, and other numbers are decimals. A number that a decimal cannot
/// hold exactly is untyped, as written.
extension CellValue {
  /// Creates a list, a record, a text, a number, a Boolean or null from JSON.
  public init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .number(let number): self.init(number)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map { CellValue($0) })
    case .object(let members):
      self = .record(members.map { Field($0.key, CellValue($0.value)) })
    }
  }

  /// Creates a number; null if it is infinite or not a number.
  public init(_ number: Double) {
    self = JSONNumber(number).map { CellValue($0) } ?? .null
  }

  /// Reads a value from JSON (RFC 8259) in UTF-8.
  ///
  /// Of members with the same name the last one counts, at the place of the first.
  ///
  /// - Throws: what is wrong with the text, and where.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(json bytes: some Collection<UInt8>) throws(JSONError) {
    self = try JSONCursor.read(bytes) { cursor throws(JSONError) in
      var repeated: String?
      return try cursor.cellValue(&repeated)
    }
  }

  /// Reads a value from JSON (RFC 8259).
  ///
  /// - Throws: what is wrong with the text, and where.
  public init(json text: String) throws(JSONError) {
    try self.init(json: text.utf8)
  }

  fileprivate init(_ number: JSONNumber) {
    self = number.decimal.map { .decimal($0) } ?? .untyped(number.text)
  }

  fileprivate init(_ number: JSONCursor.Number) {
    if let integer = number.integer {
      self = .integer(integer)
    } else if let decimal = number.shortDecimal {
      self = .decimal(decimal)
    } else {
      self.init(number.json)
    }
  }
}

extension JSONCursor {
  /// Reads a value.
  ///
  /// - Parameter repeated: becomes the name of a member that comes again in its object, inside the value or in the value
  ///   itself.
  mutating func cellValue(_ repeated: inout String?) throws(JSONError) -> CellValue {
    switch try kind() {
    case .object:
      guard try beginObject() else { return .record([]) }
      var fields: [CellValue.Field] = []
      fields.reserveCapacity(4)
      repeat {
        fields.append(CellValue.Field(try name(), try cellValue(&repeated)))
      } while try nextMember()
      return .record(fields.withoutRepeated(&repeated))
    case .array:
      guard try beginArray() else { return .list([]) }
      var elements: [CellValue] = []
      repeat { elements.append(try cellValue(&repeated)) } while try nextElement()
      return .list(elements)
    case .string: return .text(try string())
    case .number: return CellValue(try number())
    case .boolean: return .boolean(try boolean())
    case .null:
      try null()
      return .null
    }
  }
}

extension CellValue {
  /// Appends the value as JSON (RFC 8259) in one line.
  func appendJSON(escapesHostile: Bool, to bytes: inout [UInt8]) {
    switch self {
    case .text(let text):
      Self.appendString(text, escapesHostile: escapesHostile, to: &bytes)
    case .untyped(let text) where JSONNumber.isNumber(text): bytes.append(text)
    case .untyped(let text):
      Self.appendString(text, escapesHostile: escapesHostile, to: &bytes)
    case .integer(let number): bytes.append(String(number))
    case .decimal(let number):
      bytes.append(number.isNaN ? "null" : number.text)
    case .boolean(let value): bytes.append(value ? "true" : "false")
    case .date(let date):
      bytes.append(DateText.iso8601(date).map { "\"\($0)\"" } ?? "null")
    case .list(let values):
      bytes.append("[")
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(",") }
        value.appendJSON(escapesHostile: escapesHostile, to: &bytes)
      }
      bytes.append("]")
    case .record(let fields):
      bytes.append("{")
      var isFirst = true
      for field in fields where !field.value.isMissing {
        if !isFirst { bytes.append(",") }
        isFirst = false
        Self.appendString(field.name, escapesHostile: escapesHostile, to: &bytes)
        bytes.append(":")
        field.value.appendJSON(escapesHostile: escapesHostile, to: &bytes)
      }
      bytes.append("}")
    // In a list, a missing value keeps its place.
    case .null, .missing: bytes.append("null")
    }
  }

  @inline(__always)
  static func appendString(_ text: String, escapesHostile: Bool, to bytes: inout [UInt8]) {
    guard escapesHostile, !TerminalText.isPrintableASCII(text) else {
      return JSONWriter.append(text, to: &bytes)
    }
    var escaped: [UInt8] = []
    JSONWriter.append(text, to: &escaped)
    bytes.append(
      TerminalText.escaped(String(decoding: escaped, as: UTF8.self), as: .json, keepsLines: false))
  }
}

extension [CellValue.Field] {
  /// The fields with each name once, with the last value at the first place.
  ///
  /// - Parameter repeated: becomes the first name that comes again.
  fileprivate func withoutRepeated(_ repeated: inout String?) -> [CellValue.Field] {
    guard hasRepeated else { return self }
    let names = NameIndex(map { $0.name })
    var fields: [CellValue.Field] = []
    for field in self {
      if let place = names[field.name], place < fields.count {
        fields[place].value = field.value
        repeated = repeated ?? field.name
      } else {
        fields.append(field)
      }
    }
    return fields
  }

  private var hasRepeated: Bool {
    guard count <= 16 else { return Set(lazy.map { $0.name }).count < count }
    return withUnsafeBufferPointer { fields in
      for index in fields.indices.dropFirst() {
        let length = fields[index].name.utf8.count
        for earlier in 0..<index
        where fields[earlier].name.utf8.count == length
          && fields[earlier].name == fields[index].name
        {
          return true
        }
      }
      return false
    }
  }
}
