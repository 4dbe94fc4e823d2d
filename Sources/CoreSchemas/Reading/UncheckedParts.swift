/// The parts of a schema that are not checked, each once.
struct UncheckedParts {
  /// The most parts that are named.
  private static let most = 50

  private var seen: Set<String> = []
  private var named: [String] = []

  /// Adds a part, such as the `format` `duration`, with its place.
  mutating func add(_ kind: String, _ name: String, _ reason: String = "", at pointer: String) {
    let part = "\(kind) '\(name.shortened(to: 100))'\(reason)"
    guard seen.insert(part).inserted, named.count < Self.most else { return }
    named.append(pointer.isEmpty ? part : "\(part) at #\(pointer.shortened(to: 100))")
  }

  /// The parts in the order of the schema; the last one says how many more there are.
  var parts: [String] {
    seen.count == named.count ? named : named + ["\(seen.count - named.count) more"]
  }
}
