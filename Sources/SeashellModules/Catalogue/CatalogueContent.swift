import SeashellKit

/// The content of `modules.json`; entries that this version does not understand are kept.
struct CatalogueContent {
  struct Damage: Error {
    let reason: String
  }

  var entries: [CellValue] = []

  private var others: [CellValue.Field] = [.init("version", .integer(1))]

  init() {}

  init(_ bytes: [UInt8]) throws(Damage) {
    let json: CellValue
    do {
      json = try CellValue(json: bytes)
    } catch {
      throw Damage(reason: "\(error)")
    }
    guard let entries = json["modules"]?.listValue,
      entries.allSatisfy({ $0.fieldsValue != nil })
    else { throw Damage(reason: "it has no list 'modules' of objects") }
    self.entries = entries
    others = (json.fieldsValue ?? []).filter { $0.name != "modules" }
    let names = entries.compactMap { $0["name"]?.textValue }
    if let repeated = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw Damage(reason: "it has two modules named '\(repeated)'")
    }
  }

  var bytes: [UInt8] {
    var bytes = Array("{".utf8)
    for field in others {
      bytes += CellValue.text(field.name).jsonBytes + Array(":".utf8) + field.value.jsonBytes
      bytes.append(UInt8(ascii: ","))
    }
    bytes += Array("\"modules\":[".utf8)
    for (index, entry) in entries.enumerated() {
      bytes += Array((index == 0 ? "\n" : ",\n").utf8) + entry.jsonBytes
    }
    return bytes + Array("\n]}\n".utf8)
  }

  func index(of name: String) -> Int? {
    entries.firstIndex { $0["name"]?.textValue == name }
  }

  /// Throws if there is no entry with this name.
  func place(of name: String) throws -> Int {
    guard let index = index(of: name) else {
      throw ShellError(
        .unknownCommand, "another shell has removed the module '\(name)'",
        hint: "modules list lists those that are left")
    }
    return index
  }
}
