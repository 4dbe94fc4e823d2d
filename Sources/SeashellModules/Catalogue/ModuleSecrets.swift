import SeashellKit

/// The secret values of a module, by the keys that stand for them in its record: `${secret:KEY}`.
///
/// Like all values of a record they may contain references. The description shows the keys only.
package struct ModuleSecrets: Sendable, Equatable {
  private var values: [String: String] = [:]

  package init() {}

  package var isEmpty: Bool { values.isEmpty }

  var keys: [String] { values.keys.sorted() }

  subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Adds the values of another list, which replace those of the same keys.
  mutating func add(_ other: ModuleSecrets) { values.merge(other.values) { $1 } }

  static func reference(to key: String) -> String { "${secret:\(key)}" }
}

extension ModuleSecrets {
  var bytes: [UInt8] {
    CellValue.record(
      values.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) }
    ).jsonBytes + [0x0A]
  }

  init?(_ bytes: [UInt8]) {
    guard let fields = (try? CellValue(json: bytes))?.fieldsValue else { return nil }
    for field in fields {
      guard let text = field.value.textValue else { return nil }
      values[field.name] = text
    }
  }
}

extension ModuleSecrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "secrets: \(keys.joined(separator: ", "))" }

  /// The keys without the values.
  package var debugDescription: String { description }

  /// A mirror without children, which would show the values.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
