import CoreJSON
import FoundationEssentials
import WebMessages

/// The body of a page: its elements, and the members beside them.
struct PageBody {
  /// Where the body has the elements.
  enum Place: Equatable {
    /// An array at a path; empty for the body itself.
    case list(String)
    /// An object at a path, whose members are the elements.
    case map(String)
    /// One of several arrays.
    case several([String])
    case none
  }

  private let body: Data
  /// What the outline is of: the body, or the object before the elements (World Bank).
  private let json: Data
  private let outline: JSONOutline
  /// The elements, if the body is an array of an object and of the elements.
  private let elements: Data?
  /// The values of the body, if it is several of them one after the other.
  private let sequence: Data?

  /// Reads the body of a response; that of a type for lines has a record in each, also if there is only one.
  init(of response: APIResponse) throws(JSONError) {
    try self.init(
      response.data, areLines: MediaType.isJSONStream(response.headers["Content-Type"]))
  }

  /// Reads a body, which is one JSON value, or several as lines or after record separators.
  ///
  /// - Parameter areLines: whether one value is a record, too, and not what is around a list.
  init(_ data: Data, areLines: Bool = false) throws(JSONError) {
    body = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    if areLines, body.first != UInt8(ascii: "[") {
      let list = try JSONSequence.list(body)
      (json, sequence, outline, elements) = (list, list, try JSONOutline(list), nil)
      return
    }
    let pair = Self.pair(in: body)
    elements = pair?.list
    do {
      outline = try JSONOutline(pair?.object ?? body)
      (json, sequence) = (pair?.object ?? body, nil)
    } catch {
      guard error.reason == .expectedEnd || body.first == 0x1E,
        let list = try? JSONSequence.list(body)
      else { throw error }
      (json, sequence, outline) = (list, list, try JSONOutline(list))
    }
  }

  /// The parts of an array that consists of an object and an array; nil for any other body.
  static func pair(in data: Data) -> (object: Data, list: Data)? {
    guard data.first == UInt8(ascii: "[") else { return nil }
    let parts = data.withUnsafeBytes { bytes -> (Range<Int>, Range<Int>)? in
      func part(_ cursor: inout JSONCursor, _ kind: JSONCursor.Kind) throws(JSONError) -> Range<
        Int
      >? {
        guard try cursor.kind() == kind else { return nil }
        let start = cursor.offset
        try cursor.skip()
        return start..<cursor.offset
      }
      var cursor = JSONCursor(bytes.bindMemory(to: UInt8.self))
      guard (try? cursor.beginArray()) == true, let object = try? part(&cursor, .object),
        (try? cursor.nextElement()) == true, let list = try? part(&cursor, .array),
        (try? cursor.nextElement()) == false
      else { return nil }
      return (object, list)
    }
    guard let parts else { return nil }
    func slice(_ range: Range<Int>) -> Data {
      data[(data.startIndex + range.lowerBound)..<(data.startIndex + range.upperBound)]
    }
    return (slice(parts.0), slice(parts.1))
  }

  // MARK: The elements

  private struct Candidate {
    let path: String
    let name: String
    let depth: Int
    let hasObjects: Bool
    let isEmpty: Bool
    let isOther: Bool
  }

  fileprivate static let names = [
    "data", "items", "records", "results", "entries", "entry", "elements", "values", "value",
    "content",
    "objects", "list", "collection",
  ]
  private static let usual = NameTable(
    "data items results records entries entry elements values value content objects list collection"
  )
  private static let deeper = NameTable(
    "resources member members hits docs documents entities rows nodes children result")
  private static let others = NameTable(
    """
    error errors warning warnings messages links link included includes facets aggregations ids columns schemas \
    actions
    """)

  /// Whether an array with a name is rarely the list.
  static func isOther(_ plain: String) -> Bool {
    others.contains(plain) || plain.hasSuffix("links") || plain.hasSuffix("columns")
      || plain.hasSuffix("errors")
  }

  private var candidates: [Candidate] {
    outline.members.compactMap { member in
      guard member.kind == .array else { return nil }
      let parts = member.path.split(separator: ".").map(\.plainName)
      let first = part(member).dropFirst().first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
      return Candidate(
        path: member.path, name: parts.last ?? "", depth: parts.count,
        hasObjects: first == UInt8(ascii: "{") || first == UInt8(ascii: "]"),
        isEmpty: first == UInt8(ascii: "]"), isOther: parts.contains(where: Self.isOther))
    }
  }

  /// Returns where the elements are.
  ///
  /// Arrays of objects go before others, and those higher up before those in objects. Of several, that goes first which
  /// the path names, then one with a usual name, then one that a total names.
  ///
  /// - Parameter nouns: the plain names of what the address names, the last one first.
  func place(_ nouns: [String]) -> Place {
    if elements != nil || outline.members.first?.kind == .array { return .list("") }
    if let path = mapPath { return .map(path) }
    let all = candidates
    guard !all.isEmpty, all.contains(where: { !$0.isOther || !$0.isEmpty }) else { return .none }
    let meant = all.contains { !$0.isOther } ? all.filter { !$0.isOther } : all
    let pool = meant.contains(where: \.hasObjects) ? meant.filter(\.hasObjects) : meant
    let depth = pool.map(\.depth).min()
    let top = pool.filter { $0.depth == depth }
    func named(_ list: [Candidate], _ table: NameTable) -> Candidate? {
      list.filter { table.contains($0.name) }
        .min { table.rank($0.name) ?? 0 < table.rank($1.name) ?? 0 }
    }
    func named(_ list: [Candidate]) -> Candidate? {
      nouns.lazy.compactMap { noun in list.first { $0.name == noun } }.first
    }
    let found =
      named(top) ?? named(top, Self.usual) ?? top.first { hasTotal(of: $0.name) }
      ?? (top.count == 1 ? top[0] : nil) ?? named(pool, Self.deeper) ?? named(pool)
    return found.map { .list($0.path) } ?? .several(pool.map(\.path))
  }

  /// Whether a number is the total of a list with a name: `total_orders`.
  func hasTotal(of name: String) -> Bool {
    outline.members.contains { member in
      guard member.kind == .number, let last = member.path.split(separator: ".").last else {
        return false
      }
      return ["total\(name)", "\(name)total", "\(name)count"].contains(last.plainName)
    }
  }

  /// The path of the body, or of its `data`, if it is a map of records by their keys.
  private var mapPath: String? {
    ["", "data"].first { path in
      guard let object = outline[path], object.kind == .object else { return false }
      let inside = path.isEmpty ? "" : "\(path)."
      let own = outline.members.filter { member in
        member.path.hasPrefix(inside) && member.path.count > inside.count
          && !member.path.dropFirst(inside.count).contains(".")
      }
      return own.count > 1 && own.allSatisfy { $0.kind == .object }
        && RecordMap.isMap(part(object))
    }
  }

  /// Returns the elements as a JSON array; nil if they are not where they should be.
  func list(_ paging: Paging, _ nouns: [String]) -> Data? {
    let place: Place
    if let path = paging.elements {
      place = paging.isMap ? .map(path) : .list(path)
    } else {
      place = paging.isMap ? .map(mapPath ?? "") : self.place(nouns)
    }
    return list(at: place).flatMap { list in
      paging.element.map { RecordMap.unwrapped(list, $0) } ?? list
    }
  }

  private func list(at place: Place) -> Data? {
    switch place {
    case .list(let path):
      if path.isEmpty, let elements { return elements }
      return part(path).flatMap { $0.first == UInt8(ascii: "[") ? $0 : nil }
    case .map(let path): return part(path).flatMap(RecordMap.list)
    case .several, .none: return nil
    }
  }

  /// The path of the array with the elements; nil if it is not known.
  func path(of paging: Paging, _ nouns: [String]) -> String? {
    if let path = paging.elements { return path }
    if case .list(let path) = place(nouns) { return path }
    return nil
  }

  /// Whether the body has a member at a path.
  func has(_ path: String) -> Bool { outline[path] != nil }

  /// The paths of the arrays.
  var listPaths: [String] { outline.members.filter { $0.kind == .array }.map(\.path) }

  /// Whether the body consists of several values, which have no pages.
  var isSequence: Bool { sequence != nil }

  /// Whether a list at a path is that of a page, by its shape alone: it has a usual name, or is the only member, and is
  /// not part of a record.
  func isPage(_ place: Place) -> Bool {
    guard case .list(let path) = place else { return false }
    if path.isEmpty { return true }
    if hasID(beside: path) { return false }
    return members(beside: path).isEmpty
      || Self.usual.contains(path.split(separator: ".").last?.plainName ?? "")
  }

  private static let ids = NameTable("id uuid sid key name")

  /// Whether an id of the object around a list is beside it.
  func hasID(beside path: String) -> Bool {
    members(beside: path).contains { Self.ids.contains($0.name.plainName) }
  }

  /// The members beside a list, and beside the objects around it, that are not empty, with their paths.
  func around(_ path: String) -> [(path: String, name: String, kind: JSONCursor.Kind)] {
    let parts = path.split(separator: ".")
    return parts.indices.flatMap { index in
      let inside = parts[..<index].map { "\($0)." }.joined()
      return members(beside: parts[...index].joined(separator: "."))
        .filter { $0.kind != .null && ($0.kind == .number || $0.size > 2) }
        .map { ("\(inside)\($0.name)", $0.name.plainName, $0.kind) }
    }
  }

  /// The members of the object around a list, without it.
  private func members(
    beside path: String
  ) -> [(name: String, kind: JSONCursor.Kind, size: Int)] {
    let parent = path.split(separator: ".").dropLast().joined(separator: ".")
    let inside = parent.isEmpty ? "" : "\(parent)."
    return outline.members.compactMap { member in
      let name = member.path.dropFirst(inside.count)
      guard member.path != path, member.path.hasPrefix(inside), !name.isEmpty, !name.contains(".")
      else { return nil }
      return (String(name), member.kind, member.range.count)
    }
  }

  // MARK: The members beside them

  /// Returns the value at a path; nil if there is none.
  func value(_ path: String) -> JSONValue? { part(path).flatMap { try? JSONValue(json: $0) } }

  /// Returns the text or number at a path, as text, unless it is empty; of a list of links, the address of the next page.
  func text(_ path: String) -> String? {
    switch value(path) {
    case .string(let text): return text.isEmpty ? nil : text
    case .integer(let number): return String(number)
    case .number(let number): return number.text
    case .array(let links):
      return links.lazy.compactMap(Self.next).first
    default: return nil
    }
  }

  /// The address of a link to the next page.
  private static func next(_ link: JSONValue) -> String? {
    guard ["rel", "relation"].contains(where: { Self.names(link[$0]) }) else { return nil }
    for name in ["href", "url", "link", "uri"] {
      if case .string(let address)? = link[name], !address.isEmpty { return address }
    }
    return nil
  }

  private static func names(_ relation: JSONValue?) -> Bool {
    switch relation {
    case .string(let text): text.lowercased() == "next"
    case .array(let texts): texts.contains(.string("next"))
    default: false
    }
  }

  /// Calls a closure with each member beside the list that may say something about it, with its path and its value.
  func eachSign(_ read: (String, JSONCursor.Kind, () -> JSONValue) -> Void) {
    guard sequence == nil else { return }
    for member in outline.members.dropFirst() {
      switch member.kind {
      case .array:
        let name = member.path.split(separator: ".").last?.plainName ?? ""
        if name.hasSuffix("links") || name == "link" { read(member.path, .array) { .array([]) } }
      case .object where member.range.count <= 2: continue
      case .object: read(member.path, .object) { .object([:]) }
      case .string where member.range.count > Self.longestSign:
        // What it begins with says whether it is an address.
        read(member.path, .string) {
          .string(String(decoding: part(member).dropFirst().prefix(64), as: UTF8.self))
        }
      default:
        read(member.path, member.kind) { (try? JSONValue(json: part(member))) ?? .null }
      }
    }
  }

  /// The longest text that is read to see what it says, in bytes; a cursor may be longer.
  private static let longestSign = 1 << 12

  /// Returns the JSON at a path; a number in it is a place in an array.
  private func part(_ path: String) -> Data? {
    if elements == nil, let member = outline[path] { return part(member) }
    if path.isEmpty { return body }
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard body.first == UInt8(ascii: "["), let index = Int(parts[0]), index >= 0 else {
      // The members of the object before the elements.
      return outline[path].map(part)
    }
    guard let element = try? JSONSequence.element(index, of: body) else { return nil }
    return parts.count == 1 ? element : (try? PageBody(element))?.part(parts[1])
  }

  private func part(_ member: JSONOutline.Member) -> Data {
    let start = json.startIndex
    return json[(start + member.range.lowerBound)..<(start + member.range.upperBound)]
  }
}

extension Paging {
  /// The usual names of lists in the body of a page, the most usual one first.
  package static var listNames: [String] { PageBody.names }

  /// Whether an array with a name is rarely the list: `errors`, `links`.
  package static func isRarelyList(_ name: String) -> Bool { PageBody.isOther(name.plainName) }
}
