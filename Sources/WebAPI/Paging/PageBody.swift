import CoreJSON
import FoundationEssentials

/// The body of a page: its elements, and the members beside them.
struct PageBody {
  private let json: Data
  private let outline: JSONOutline
  /// The elements, if the body is an array of an object, which the outline is of, and of the elements (World Bank).
  private let elements: Data?

  fileprivate static let names = [
    "data", "items", "results", "entries", "records", "elements", "values", "value", "content",
    "objects",
  ]

  init(_ data: Data) throws(JSONError) {
    let body = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    let pair = Self.pair(in: body)
    json = pair?.object ?? body
    elements = pair?.list
    outline = try JSONOutline(json)
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

  /// The path of the array with a usual name, or else of the only array; empty if the body is one.
  var listPath: String? {
    func isArray(_ path: String) -> Bool { outline[path]?.kind == .array }
    if elements != nil || isArray("") { return "" }
    if let name = Self.names.first(where: isArray) { return name }
    let arrays = outline.members.filter { $0.kind == .array }
    let own = arrays.filter { !$0.path.contains(".") }
    if own.count == 1 { return own[0].path }
    return own.isEmpty && arrays.count == 1 ? arrays[0].path : nil
  }

  /// Returns the array at a path, or at ``listPath``, as JSON.
  func list(_ path: String?) -> Data? {
    if let elements, path == nil { return elements }
    guard let path = path ?? listPath, let list = outline[path], list.kind == .array else {
      return nil
    }
    return part(list)
  }

  /// Returns the text or number at a path, as text, unless it is empty; of a list of links, the address of the next page.
  func text(_ path: String) -> String? {
    guard let member = outline[path], let value = try? JSONValue(json: part(member)) else {
      return nil
    }
    switch value {
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
    for member in outline.members.dropFirst() {
      switch member.kind {
      case .array: continue
      case .object where member.range.count <= 2: continue
      case .object: read(member.path, .object) { .object([:]) }
      case .string where member.range.count > Self.longestSign:
        read(member.path, .string) { .string("…") }
      default:
        read(member.path, member.kind) { (try? JSONValue(json: part(member))) ?? .null }
      }
    }
  }

  /// The longest text that is read to see what it says, in bytes; a cursor may be longer.
  private static let longestSign = 1 << 12

  /// The members, each with its path and kind, in order.
  var members: [JSONOutline.Member] { outline.members }

  /// Whether a path has a text, null, or an object that contains the text.
  func isTextOrNull(_ path: String) -> Bool {
    outline[path].map { $0.kind == .string || $0.kind == .null } ?? false
  }

  var paths: [String] { outline.members.map(\.path) }

  private func part(_ member: JSONOutline.Member) -> Data {
    let start = json.startIndex
    return json[(start + member.range.lowerBound)..<(start + member.range.upperBound)]
  }
}

extension Paging {
  /// The usual names of lists in the body of a page, the most usual one first.
  package static var listNames: [String] { PageBody.names }
}
