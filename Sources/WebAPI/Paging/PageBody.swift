import CoreJSON
import FoundationEssentials

/// The body of a page: its elements, and the members beside them.
struct PageBody {
  private let json: Data
  private let outline: JSONOutline

  fileprivate static let names = [
    "data", "items", "results", "entries", "records", "elements", "values", "value", "content",
    "objects",
  ]

  init(_ data: Data) throws(JSONError) {
    json = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    outline = try JSONOutline(json)
  }

  /// The path of the array with a usual name, or else of the only array; empty if the body is one.
  var listPath: String? {
    func isArray(_ path: String) -> Bool { outline[path]?.kind == .array }
    if isArray("") { return "" }
    if let name = Self.names.first(where: isArray) { return name }
    let arrays = outline.members.filter { $0.kind == .array }
    let own = arrays.filter { !$0.path.contains(".") }
    if own.count == 1 { return own[0].path }
    return own.isEmpty && arrays.count == 1 ? arrays[0].path : nil
  }

  /// Returns the array at a path, or at ``listPath``, as JSON.
  func list(_ path: String?) -> Data? {
    guard let path = path ?? listPath, let list = outline[path], list.kind == .array else {
      return nil
    }
    return part(list)
  }

  /// Returns the text or number at a path, as text, unless it is empty.
  func text(_ path: String) -> String? {
    guard let member = outline[path], let value = try? JSONValue(json: part(member)) else {
      return nil
    }
    switch value {
    case .string(let text): return text.isEmpty ? nil : text
    case .integer(let number): return String(number)
    case .number(let number): return number.text
    default: return nil
    }
  }

  /// Whether a path has a text, null, or an object that contains the text.
  func isTextOrNull(_ path: String) -> Bool {
    outline[path].map { $0.kind == .string || $0.kind == .null } ?? false
  }

  var paths: [String] { outline.members.map(\.path) }

  /// Whether a member beside the cursor says that this is the last page.
  func isLast(_ place: Paging.Place) -> Bool {
    guard case .field(let path) = place else { return false }
    let parent = path.split(separator: ".").dropLast().map { $0 + "." }.joined()
    return Self.more.contains { says($0, false, in: parent) }
  }

  var hasMore: Bool {
    ["", "meta.", "pagination.", "paging."].contains { parent in
      Self.more.contains { says($0, true, in: parent) }
    }
  }

  private static let more = ["has_more", "hasMore", "has_next_page", "hasNextPage"]

  private func says(_ name: String, _ value: Bool, in parent: String) -> Bool {
    guard let member = outline[parent + name], member.kind == .boolean else { return false }
    return part(member).first == (value ? UInt8(ascii: "t") : UInt8(ascii: "f"))
  }

  private func part(_ member: JSONOutline.Member) -> Data {
    let start = json.startIndex
    return json[(start + member.range.lowerBound)..<(start + member.range.upperBound)]
  }
}

extension Paging {
  /// The usual names of lists in the body of a page, the most usual one first.
  package static var listNames: [String] { PageBody.names }
}
