/// Encodes records as JSON objects (RFC 8259).
struct JSONRecordEncoder {
  /// The bytes before each value: the name and the colon.
  private let prefixes: [[UInt8]]
  private let suffix: [UInt8]
  private let layout: JSONLayout
  /// Whether the records are single values, written without a name.
  private let areElements: Bool

  init(_ columns: [Column], layout: JSONLayout) {
    self.layout = layout
    areElements = columns.count == 1 && columns[0].presence == .element
    prefixes = columns.map { column in
      var prefix: [UInt8] = []
      prefix.append(layout.newline(1))
      Self.append(column.name, as: layout, to: &prefix)
      return prefix
    }
    suffix = Array((layout.newline() + "}").utf8)
  }

  static func append(_ name: String, as layout: JSONLayout, to bytes: inout [UInt8]) {
    layout.append(as: .name, to: &bytes) {
      CellValue.appendString(name, escapesHostile: layout.escapesHostile, to: &$0)
    }
    bytes.append(layout.depth == nil ? ":" : ": ")
  }

  /// Appends the members that a record has.
  func append(_ values: [CellValue], to bytes: inout [UInt8]) {
    if areElements { return append(values[0], to: &bytes) }
    var separator = UInt8(ascii: "{")
    for index in prefixes.indices where !values[index].isMissing {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      bytes.append(contentsOf: prefixes[index])
      append(values[index], to: &bytes)
    }
    if separator == UInt8(ascii: "{") {
      bytes.append("{}")
    } else {
      bytes.append(contentsOf: suffix)
    }
  }

  @inline(__always)
  private func append(_ value: CellValue, to bytes: inout [UInt8]) {
    if layout.colors != nil {
      appendColored(value, to: &bytes)
    } else {
      value.appendJSON(escapesHostile: layout.escapesHostile, to: &bytes)
    }
  }

  private func appendColored(_ value: CellValue, to bytes: inout [UInt8]) {
    layout.append(as: value.isString ? .string : .number, to: &bytes) {
      value.appendJSON(escapesHostile: layout.escapesHostile, to: &$0)
    }
  }
}

extension CellValue {
  fileprivate var isString: Bool {
    switch self {
    case .text, .date: true
    default: false
    }
  }
}
