import CoreJSON
import FoundationEssentials

/// The body of a page: where its elements are, and what stands beside them.
struct PageBody {
  private let json: Data
  private let outline: JSONOutline

  /// Names of members that hold a list's elements, in this order.
  private static let names = [
    "data", "items", "results", "entries", "records", "elements", "values", "value", "content",
    "objects",
  ]

  init(_ data: Data) throws(JSONError) {
    json = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    outline = try JSONOutline(json)
  }

  /// Where the elements are: empty if the body is an array; nil if it has no list.
  ///
  /// It is the array with a usual name, or else the only array.
  var listPath: String? {
    func isArray(_ path: String) -> Bool { outline[path]?.kind == .array }
    if isArray("") { return "" }
    if let name = Self.names.first(where: isArray) { return name }
    let arrays = outline.members.filter { $0.kind == .array }
    let own = arrays.filter { !$0.path.contains(".") }
    if own.count == 1 { return own[0].path }
    return own.isEmpty && arrays.count == 1 ? arrays[0].path : nil
  }

  /// Returns the array at a path as JSON; nil if there is none.
  ///
  /// - Parameter path: where it is; nil to look for it.
  func list(_ path: String?) -> Data? {
    guard let path = path ?? listPath, let list = outline[path], list.kind == .array else {
      return nil
    }
    return part(list)
  }

  /// Returns the text or the number at a path as text; nil for anything else, and for an empty text.
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

  /// Whether a text or null is at a path; an object there may have the text in it.
  func isTextOrNull(_ path: String) -> Bool {
    outline[path].map { $0.kind == .string || $0.kind == .null } ?? false
  }

  /// The paths of the members, each object before those in it.
  var paths: [String] { outline.members.map(\.path) }

  /// Whether a member beside the cursor says that this is the last page.
  func isLast(_ place: Paging.Place) -> Bool {
    guard case .field(let path) = place else { return false }
    let parent = path.split(separator: ".").dropLast().map { $0 + "." }.joined()
    return Self.more.contains { says($0, false, in: parent) }
  }

  /// Whether a member says that another page follows.
  var hasMore: Bool {
    ["", "meta.", "pagination.", "paging."].contains { parent in
      Self.more.contains { says($0, true, in: parent) }
    }
  }

  /// Names of members that say whether another page follows.
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
