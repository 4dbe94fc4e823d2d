import CoreJSON
package import FoundationEssentials
import WebMessages

extension Paging {
  /// Looks for a list in an object by its shape alone: the list has a usual name, is the only member, or is beside its
  /// total, and no id is beside it.
  ///
  /// - Parameters:
  ///   - json: a text of JSON.
  ///   - url: the address of the text, whose path may name the list.
  /// - Returns: the path of the list; the paths of the texts, numbers, true and false around it; those of all members that
  ///   say nothing about pages; and whether no object or list is among these. Nil if the text is no such object.
  /// - Complexity: O(*n*) in the size of the text.
  package static func envelope(_ json: Data, at url: URL? = nil) -> (
    path: String, scalars: [String], others: [String], isPlain: Bool
  )? {
    guard let body = try? PageBody(json), case .list(let path) = body.place(url.nouns),
      !path.isEmpty, !body.hasID(beside: path)
    else { return nil }
    let around = body.around(path)
    let name = path.split(separator: ".").last?.plainName ?? ""
    guard
      body.isPage(.list(path)) || body.hasTotal(of: name)
        || around.contains(where: { $0.kind == .number && PageSigns.isTotal($0.name) })
    else { return nil }
    let isBox = { (kind: JSONCursor.Kind) in kind == .object || kind == .array }
    let others = around.filter { member in
      isBox(member.kind)
        ? !PageSigns.isParent(member.name) && !member.name.hasPart("link", "facet", "includ")
        : !PageSigns.isSign(member.name, isNumber: member.kind == .number)
    }
    return (
      path, around.filter { !isBox($0.kind) }.map(\.path), others.map(\.path),
      !others.contains { isBox($0.kind) }
    )
  }
}
