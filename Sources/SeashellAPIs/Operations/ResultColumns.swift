import CoreJSON
import SeashellKit

/// The columns of an operation's records: ids and names come first, lists and objects last.
struct ResultColumns {
  private static let sampleSize = 100

  private static let several: DescribedTypes = [.array, .object]

  private let properties: [DescribedProperty]

  /// The fields that identify a record.
  let identity: IdentifyingFields

  /// - Parameters:
  ///   - schema: that of a record; nil if it is not described.
  ///   - identity: the fields that identify a record.
  init(_ schema: DescribedSchema?, _ identity: IdentifyingFields = IdentifyingFields()) {
    properties = schema?.properties ?? []
    self.identity = identity
  }

  var described: [String] {
    sorted(
      properties.filter { !$0.schema.isWriteOnly }.map {
        ($0.name, $0.schema.types.isDisjoint(with: Self.several))
      })
  }

  /// Returns the fields of the first records; the described ones if there are no records.
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

  func column(_ name: String) -> Column {
    let format = properties.first { $0.name == name }?.schema.format
    return Column(name, hint: format == "date" || format == "date-time" ? .date : nil)
  }

  /// Returns what kind of value a field has; nil if it is not described, or can have several.
  func kind(of name: String) -> String? {
    guard let schema = properties.first(where: { $0.name == name })?.schema else { return nil }
    switch schema.type {
    case .string: return ["date", "date-time"].contains(schema.format) ? "date" : "text"
    case .number, .integer: return "number"
    case .boolean: return "true or false"
    case .array: return "list"
    case .object: return "record"
    default: return nil
    }
  }

  private func sorted(_ fields: [(name: String, isSingle: Bool)]) -> [String] {
    let single = fields.filter(\.isSingle).map(\.name)
    let id = IdentifyingFields.first(of: identity.ids, in: single)
    let name = IdentifyingFields.first(of: IdentifyingFields.names, in: single)
    let leading = [id, name == id ? nil : name].compactMap(\.self)
    let others = fields.filter { !leading.contains($0.name) }
    return leading + others.filter(\.isSingle).map(\.name)
      + others.filter { !$0.isSingle }.map(\.name)
  }
}
