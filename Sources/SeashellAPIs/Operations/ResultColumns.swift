import CoreJSON
import SeashellKit
import WebDescriptions

/// The columns of an operation's records: what identifies one and what it is called come first, and what is
/// no single value comes last.
struct ResultColumns {
  /// Names of fields that identify a record, the first that is there counts.
  private static let identifiers = ["id", "_id", "uuid", "guid", "key", "slug", "number"]
  /// Names of fields that say what a record is called, the first that is there counts.
  static let names = [
    "name", "title", "label", "display_name", "displayName", "full_name", "username", "login",
    "summary", "subject", "email",
  ]
  /// So many records are looked at.
  private static let sampleSize = 100

  /// The types of values that are no single ones.
  private static let several: DescribedTypes = [.array, .object]

  private let properties: [DescribedProperty]

  /// Returns the names of fields that may have the value of a path's parameter, the likeliest first.
  static func fields(identifyingBy parameter: String) -> [String] {
    let last = parameter.split { $0 == "_" || $0 == "-" }.last.map(String.init) ?? parameter
    return [parameter, last] + identifiers + ["name"]
  }

  /// - Parameter schema: a record; nil if the description does not say what it is.
  init(_ schema: DescribedSchema?) {
    properties = schema?.properties ?? []
  }

  /// The described fields.
  var described: [String] {
    sorted(
      properties.filter { !$0.schema.isWriteOnly }.map {
        ($0.name, $0.schema.types.isDisjoint(with: Self.several))
      })
  }

  /// Returns the fields that the first records have; the described ones if there are none.
  func names(in records: [JSONValue]) -> [String] {
    var found: [(name: String, isSingle: Bool)] = []
    var places: [String: Int] = [:]
    for record in records.prefix(Self.sampleSize) {
      guard case .object(let members) = record else { continue }
      for (name, value) in members {
        let isSingle = value.word != nil || value == .null
        if let place = places[name] {
          if !isSingle { found[place].isSingle = false }
        } else {
          places[name] = found.count
          found.append((name, isSingle))
        }
      }
    }
    guard !found.isEmpty else { return records.isEmpty ? described : [] }
    var order: [String: Int] = [:]
    for (index, property) in properties.enumerated() { order[property.name] = index }
    let sorted = found.enumerated().sorted { left, right in
      let (a, b) = (order[left.element.name] ?? .max, order[right.element.name] ?? .max)
      return a == b ? left.offset < right.offset : a < b
    }
    return self.sorted(sorted.map(\.element))
  }

  /// Returns the column of a field, with a hint by its format.
  func column(_ name: String) -> Column {
    let format = properties.first { $0.name == name }?.schema.format
    return Column(name, hint: format == "date" || format == "date-time" ? .date : nil)
  }

  private func sorted(_ fields: [(name: String, isSingle: Bool)]) -> [String] {
    func first(of names: [String]) -> String? {
      names.first { name in fields.contains { $0.name == name && $0.isSingle } }
    }
    let leading = [first(of: Self.identifiers), first(of: Self.names)].compactMap(\.self)
    let others = fields.filter { !leading.contains($0.name) }
    return leading + others.filter(\.isSingle).map(\.name)
      + others.filter { !$0.isSingle }.map(\.name)
  }
}
