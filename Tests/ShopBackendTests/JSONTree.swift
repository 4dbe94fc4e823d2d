/// Any JSON value.
enum JSONTree: Decodable, Equatable {
  case object([String: JSONTree])
  case array([JSONTree])
  case text(String)
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let members = try? container.decode([String: JSONTree].self) {
      self = .object(members)
    } else if let elements = try? container.decode([JSONTree].self) {
      self = .array(elements)
    } else {
      self = (try? container.decode(String.self)).map(JSONTree.text) ?? .other
    }
  }

  subscript(key: String) -> JSONTree? { object?[key] }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var object: [String: JSONTree]? {
    if case .object(let members) = self { members } else { nil }
  }

  func forEachReference(_ body: (String) -> Void) {
    switch self {
    case .object(let members):
      if let reference = members["$ref"]?.text { body(reference) }
      for value in members.values { value.forEachReference(body) }
    case .array(let elements):
      for element in elements { element.forEachReference(body) }
    case .text, .other: break
    }
  }
}
