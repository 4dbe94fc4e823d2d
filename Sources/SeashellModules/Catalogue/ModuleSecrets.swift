import SeashellKit

/// The values of a module that are secret, by the keys that stand for them in its record: `${secret:KEY}`.
///
/// They are templates as all values of a record are. The description has the keys alone.
package struct ModuleSecrets: Sendable, Equatable {
  private var values: [String: String] = [:]

  /// Creates an empty list.
  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool { values.isEmpty }

  /// The keys, sorted.
  package var keys: [String] { values.keys.sorted() }

  /// The value of a key; nil if there is none.
  package subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Adds the values of another list, which replace those of the same keys.
  mutating func add(_ other: ModuleSecrets) { values.merge(other.values) { $1 } }

  /// The text that stands for a value in a record.
  static func reference(to key: String) -> String { "${secret:\(key)}" }
}

extension ModuleSecrets {
  /// The content of their file.
  var bytes: [UInt8] {
    CellValue.record(
      values.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) }
    ).jsonBytes + [0x0A]
  }

  /// Reads their file; nil if it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let fields = (try? CellValue(json: bytes))?.fieldsValue else { return nil }
    for field in fields {
      guard let text = field.value.textValue else { return nil }
      values[field.name] = text
    }
  }
}

extension ModuleSecrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The keys.
  package var description: String { "secrets: \(keys.joined(separator: ", "))" }

  /// The keys.
  package var debugDescription: String { description }

  /// A mirror that shows what the description shows.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
