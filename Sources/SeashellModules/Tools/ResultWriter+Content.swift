import SeashellKit

extension ResultWriter {
  mutating func write(blocks: [CellValue]) throws {
    var rows: [CellValue] = []
    var links: [CellValue] = []
    var texts: [String] = []
    for block in blocks {
      if let text = Self.text(of: block) {
        let value = Self.json(text)
        // JSON objects, one in each block, are rows of one list. Texts that are not JSON are joined.
        if let value, value.fieldsValue != nil {
          try flush(&texts)
          rows.append(value)
          continue
        }
        try flush(&rows)
        try flush(&links)
        if let value {
          try flush(&texts)
          try write(value, SchemaColumns(nil))
        } else {
          texts.append(text)
        }
      } else if block["type"]?.textValue == "resource_link" {
        try flush(&texts)
        links.append(Self.link(block))
      } else {
        try writeBlob(of: block)
      }
    }
    try flush(&texts)
    try flush(&rows)
    try flush(&links)
  }

  private func flush(_ rows: inout [CellValue]) throws {
    defer { rows = [] }
    if rows.count == 1 {
      try write(rows[0], SchemaColumns(nil))
    } else if !rows.isEmpty {
      try write(rows: rows, [])
    }
  }

  /// Writes consecutive texts as one, each beginning on a new line.
  private func flush(_ texts: inout [String]) throws {
    defer { texts = [] }
    guard !texts.isEmpty else { return }
    let lines = texts.filter { !$0.isEmpty }.map {
      $0.utf8.last == UInt8(ascii: "\n") ? String($0.dropLast()) : $0
    }
    if output.writesJSON || !lines.isEmpty { try output.result(lines.joined(separator: "\n")) }
  }

  /// Writes a text; a JSON array or object is written as records.
  func write(text: String) throws {
    if let value = Self.json(text) { return try write(value, SchemaColumns(nil)) }
    var texts = [text]
    try flush(&texts)
  }

  private static func text(of block: CellValue) -> String? {
    switch block["type"]?.textValue {
    case "text": block["text"]?.textValue
    case "resource": block["resource"]?["text"]?.textValue
    default: nil
    }
  }

  /// Parses a text as a JSON array or object; nil for other texts.
  private static func json(_ text: String) -> CellValue? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    return try? CellValue(json: text)
  }

  private static func link(_ block: CellValue) -> CellValue {
    .record(["uri", "name", "mimeType"].map { .init($0, block[$0] ?? .null) })
  }

  mutating func writeBlob(of block: CellValue) throws {
    switch block["type"]?.textValue {
    case "image", "audio":
      try save(block["data"], type: block["mimeType"], of: block)
    case "resource":
      guard let resource = block["resource"] else { throw Self.unknown(block) }
      if resource["text"]?.textValue == nil {
        try save(resource["blob"], type: resource["mimeType"], of: block)
      }
    case "text":
      guard block["text"]?.textValue != nil else { throw Self.unknown(block) }
    case "resource_link": report("resource: \(block["uri"]?.textValue ?? "")")
    default: throw Self.unknown(block)
    }
  }

  private mutating func save(_ data: CellValue?, type: CellValue?, of block: CellValue) throws {
    guard let data = data?.textValue else { throw Self.unknown(block) }
    try saver.save(data, type: type?.textValue ?? "application/octet-stream")
  }

  private static func unknown(_ block: CellValue) -> ModuleError {
    let type = block["type"]?.textValue
    return ModuleError(
      "its result has content \(type.map { "'\($0)' " } ?? "")that is not understood")
  }
}
