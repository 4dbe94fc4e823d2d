import CoreJSON

struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  /// The parts of their own, in order.
  private(set) var parts: [[UInt8]] = []

  /// Writes a number, seven bits a byte, the lowest first.
  mutating func number(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func text(_ text: String) {
    number(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func json(_ value: JSONValue) {
    let json = value.jsonBytes
    number(json.count)
    bytes.append(contentsOf: json)
  }

  mutating func choice<Choice: CaseIterable & Equatable>(_ value: Choice) {
    number(Choice.allCases.enumerated().first { $0.element == value }?.offset ?? 0)
  }

  mutating func optional<Value>(
    _ value: Value?, _ write: (inout RecordWriter, Value) -> Void
  ) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  mutating func list<Element>(
    _ elements: [Element], _ write: (inout RecordWriter, Element) -> Void
  ) {
    number(elements.count)
    for element in elements { write(&self, element) }
  }

  /// Writes a separate part, which the index stores only once for all equal parts.
  mutating func part(_ write: (inout RecordWriter) -> Void) {
    var part = RecordWriter()
    write(&part)
    parts.append(part.bytes)
  }

  mutating func optional(_ text: String?) { optional(text) { $0.text($1) } }

  mutating func list(_ texts: [String]) { list(texts) { $0.text($1) } }
}
