import CoreJSON
import WebAPI

/// The fields by which records of a list are identified and called.
///
/// The path to one record has a parameter, such as `customer_id`: the field of that name goes first, then the one of its
/// name without the noun, `id`. Usual names follow, then the noun with `id`, `key` or `code`, and at last the same within
/// objects such as `metadata`. Names are compared without case, `_` and `-`.
struct IdentifyingFields: Sendable {
  /// The plain names of fields that identify a record, most likely first.
  let ids: [String]
  /// The plain names of objects in which they may be.
  private let boxes: [String]

  private static let usual = [
    "id", "uuid", "guid", "gid", "sid", "uid", "kid", "iid", "key", "slug", "code", "name",
    "number",
  ]
  /// The plain names of fields with a record's name.
  static let names = [
    "name", "title", "displayname", "label", "friendlyname", "fullname", "subject", "summary",
    "login", "username", "email",
  ]
  private static let nameEndings = ["name", "title", "label"]

  /// - Parameters:
  ///   - parameter: the parameter of the path to one record; nil if there is none.
  ///   - path: the path of the list.
  init(parameter: String? = nil, path: String = "") {
    let segment = path.split(separator: "/").last { !$0.hasPrefix("{") } ?? ""
    let noun = NameWords.singulars(NameWords.words(of: segment)).joined()
    var ids: [String] = []
    if let parameter {
      let whole = parameter.plainName
      ids.append(whole)
      if whole.hasPrefix(noun) { ids.append(String(whole.dropFirst(noun.count))) }
      if let last = NameWords.words(of: parameter).last { ids.append(last) }
    }
    ids += Self.usual
    if !noun.isEmpty { ids += ["id", "key", "code"].map { noun + $0 } }
    self.ids = ids.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
    boxes = ["metadata", "attributes", "node", noun].filter { !$0.isEmpty }
  }

  /// Returns the text that identifies a record; nil if no field does.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  func id(of record: JSONValue) -> String? { record.word(of: ids, within: boxes) }

  /// Returns the name of a record; nil if it has none.
  func name(of record: JSONValue) -> String? {
    if let name = record.word(of: Self.names, within: boxes) { return name }
    guard case .object(let members) = record else { return nil }
    return Self.nameEndings.lazy.compactMap { ending in
      members.first { $0.key.plainName.hasSuffix(ending) }?.value.word
    }.first
  }

  /// The first of some fields that one of the names means.
  static func first(of names: [String], in fields: [String]) -> String? {
    let plain = fields.map(\.plainName)
    return names.lazy.compactMap { plain.firstIndex(of: $0) }.first.map { fields[$0] }
  }
}

extension JSONValue {
  /// The value of the first of some fields that is a word, also in one of some objects.
  ///
  /// - Parameters:
  ///   - names: plain names, in the order of preference.
  ///   - boxes: the plain names of the objects.
  fileprivate func word(of names: [String], within boxes: [String]) -> String? {
    guard case .object(let members) = self else { return nil }
    for name in names {
      let value = members[name] ?? members.member(name)
      if let word = value?.word, !word.isEmpty { return word }
    }
    for box in boxes {
      if let word = members.member(box)?.word(of: names, within: []) { return word }
    }
    return nil
  }
}

extension JSONObject {
  /// The value of the member with a plain name.
  fileprivate func member(_ plain: String) -> JSONValue? {
    let length = plain.utf8.count
    return first { name, _ in
      // Few names differ from their plain ones by more.
      length...(length + 8) ~= name.utf8.count && name.plainName == plain
    }?.value
  }
}
