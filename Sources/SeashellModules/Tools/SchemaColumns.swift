import SeashellKit
import WebAPI

struct SchemaColumns {
  private let schema: CellValue?

  init(_ schema: CellValue?) {
    self.schema = schema
  }

  var ofRecord: [String] { members(of: schema) }

  var ofRows: [String] { members(of: schema.flatMap(items)) }

  func ofRecord(in member: String) -> [String] { members(of: property(member)) }

  func ofRows(in member: String) -> [String] { members(of: property(member).flatMap(items)) }

  /// The columns of the records in a result, chosen as in ``ResultWriter``; empty if the schema does not
  /// say.
  var ofResult: [String] {
    let names = ofRecord
    // The list in an envelope.
    let lists = names.filter { !ofRows(in: $0).isEmpty }
    if names.count > 1, lists.count == 1, Paging.listNames.contains(lists[0]) {
      return ofRows(in: lists[0])
    }
    guard let only = names.first, names.count == 1 else { return names.isEmpty ? ofRows : names }
    let rows = ofRows(in: only)
    if !rows.isEmpty { return rows }
    return only == "result" ? ofRecord(in: only) : names
  }

  private func property(_ name: String) -> CellValue? { resolved(schema)?["properties"]?[name] }

  private func items(_ schema: CellValue) -> CellValue? { resolved(schema)?["items"] }

  private func members(of schema: CellValue?) -> [String] {
    guard let properties = resolved(schema)?["properties"]?.fieldsValue else { return [] }
    var seen: Set<String> = []
    return properties.map(\.name).filter { seen.insert($0).inserted }
  }

  private func resolved(_ part: CellValue?) -> CellValue? {
    guard let schema, let part else { return nil }
    return SchemaReader(root: schema).resolved(part).schema
  }
}
