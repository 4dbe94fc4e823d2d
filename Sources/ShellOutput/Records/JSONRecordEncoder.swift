/// Encodes records as JSON objects (RFC 8259).
struct JSONRecordEncoder {
  /// The bytes before each value: the brace or comma, the name and the colon.
  private let prefixes: [[UInt8]]
  private let suffix: [UInt8]
  private let layout: JSONLayout

  init(_ columns: [Column], layout: JSONLayout) {
    self.layout = layout
    prefixes = columns.enumerated().map { index, column in
      var prefix: [UInt8] = [index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")]
      prefix.append(layout.newline(1))
      Self.append(column.name, as: layout, to: &prefix)
      return prefix
    }
    suffix = Array((columns.isEmpty ? "{}" : layout.newline() + "}").utf8)
  }

  static func append(_ name: String, as layout: JSONLayout, to bytes: inout [UInt8]) {
    layout.append(as: .name, to: &bytes) {
      CellValue.appendString(name, escapesHostile: layout.escapesHostile, to: &$0)
    }
    bytes.append(layout.depth == nil ? ":" : ": ")
  }

  func append(_ values: [CellValue], to bytes: inout [UInt8]) {
    for index in prefixes.indices {
      bytes.append(contentsOf: prefixes[index])
      if layout.colors != nil {
        appendColored(values[index], to: &bytes)
      } else {
        values[index].appendJSON(escapesHostile: layout.escapesHostile, to: &bytes)
      }
    }
    bytes.append(contentsOf: suffix)
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
