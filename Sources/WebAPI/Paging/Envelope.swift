package import FoundationEssentials
import WebMessages

extension Paging {
  /// Looks for a list in an object by its shape alone: the list has a usual name, is the only member, or is beside its
  /// total, and no id is beside it.
  ///
  /// - Parameters:
  ///   - json: a text of JSON.
  ///   - url: the address of the text, whose path may name the list.
  /// - Returns: the path of the list, the names of the texts and numbers beside it, and of those that say nothing about
  ///   pages; nil if the text is no such object.
  /// - Complexity: O(*n*) in the size of the text.
  package static func envelope(_ json: Data, at url: URL? = nil) -> (
    path: String, beside: [String], others: [String]
  )? {
    guard let body = try? PageBody(json), case .list(let path) = body.place(url.nouns),
      !path.isEmpty, !body.hasID(beside: path)
    else { return nil }
    let scalars = body.scalars(beside: path)
    let name = path.split(separator: ".").last?.plainName ?? ""
    guard
      body.isPage(.list(path)) || body.hasTotal(of: name)
        || scalars.contains(where: { $0.isNumber && PageSigns.isTotal($0.name.plainName) })
    else { return nil }
    let others = scalars.filter { !PageSigns.isSign($0.name.plainName, isNumber: $0.isNumber) }
    return (path, scalars.map(\.name), others.map(\.name))
  }
}
