import CoreSystem
import SeashellKit

extension ModuleRecord {
  /// The object, without the tools and the offer, which are stored elsewhere.
  var json: CellValue {
    var fields: [CellValue.Field] = [.init("name", .text(name))]
    func add(_ name: String, _ value: CellValue, unless isDefault: Bool) {
      if !isDefault { fields.append(.init(name, value)) }
    }
    func object(_ texts: [String: String]) -> CellValue {
      .record(texts.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) })
    }
    func list(_ texts: [String]) -> CellValue { .list(texts.map { .text($0) }) }
    switch source {
    case .server(let words): add("server", list(words), unless: false)
    case .program(let words): add("program", list(words), unless: false)
    case .remote(let url, let headers):
      add("url", .text(url), unless: false)
      add("headers", object(headers), unless: headers.isEmpty)
    }
    add("abstract", .text(abstract), unless: abstract.isEmpty)
    add("variables", object(variables), unless: variables.isEmpty)
    add("tokenVariable", .text(tokenVariable ?? ""), unless: tokenVariable == nil)
    add("api", .text(api ?? ""), unless: api == nil)
    add("allows", list(allows), unless: allows.isEmpty)
    add("digests", object(digests), unless: digests.isEmpty)
    add(
      "stamps",
      .record(stamps.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) }),
      unless: stamps.isEmpty)
    add("dataFiles", list(dataFiles.sorted()), unless: dataFiles.isEmpty)
    add("isInDevelopment", .boolean(isInDevelopment), unless: !isInDevelopment)
    add("believesHints", .boolean(believesHints), unless: !believesHints)
    add("isEnabled", .boolean(isEnabled), unless: isEnabled)
    return .record(fields + unknownFields)
  }

  /// Parses an object.
  ///
  /// - Throws: `ShellError` that says what is wrong with a field.
  init(_ json: CellValue) throws {
    guard let name = json["name"]?.textValue, CommandSpecification.isName(name) else {
      throw ShellError(.failed, "it has no valid 'name'")
    }
    self.init(name: name, source: try Self.source(json))
    let reader = FieldReader(json)
    abstract = try reader.text("abstract") ?? ""
    variables = try reader.texts("variables")
    tokenVariable = try reader.text("tokenVariable")
    api = try reader.text("api")
    allows = try reader.list("allows") ?? []
    digests = try reader.texts("digests")
    for field in json["stamps"]?.fieldsValue ?? [] { stamps[field.name] = FileStamp(field.value) }
    dataFiles = Set(try reader.list("dataFiles") ?? [])
    isInDevelopment = try reader.boolean("isInDevelopment") ?? false
    believesHints = try reader.boolean("believesHints") ?? false
    isEnabled = try reader.boolean("isEnabled") ?? true
    unknownFields = (json.fieldsValue ?? []).filter { !Self.fieldNames.contains($0.name) }
  }

  private static let fieldNames: Set = [
    "name", "server", "program", "url", "headers", "abstract", "variables", "tokenVariable",
    "api", "allows", "digests", "stamps", "dataFiles", "isInDevelopment", "believesHints",
    "isEnabled",
  ]

  private static func source(_ json: CellValue) throws -> Source {
    let reader = FieldReader(json)
    let url = try reader.text("url")
    switch (try reader.list("server"), try reader.list("program"), url) {
    case (let words?, nil, nil) where !words.isEmpty: return .server(words)
    case (nil, let words?, nil) where !words.isEmpty: return .program(words)
    case (nil, nil, let url?): return .remote(url: url, headers: try reader.texts("headers"))
    default:
      throw ShellError(.failed, "it needs either 'server', 'program' or 'url'")
    }
  }
}

/// Reads the fields of an object; a field may be missing, but must have the right type.
private struct FieldReader {
  private let json: CellValue

  init(_ json: CellValue) { self.json = json }

  func text(_ name: String) throws -> String? { try read(name, "text") { $0.textValue } }

  func boolean(_ name: String) throws -> Bool? { try read(name, "a Boolean") { $0.booleanValue } }

  func list(_ name: String) throws -> [String]? {
    try read(name, "a list of texts") { value in
      guard let texts = value.listValue?.map(\.textValue), !texts.contains(nil) else { return nil }
      return texts.compactMap { $0 }
    }
  }

  func texts(_ name: String) throws -> [String: String] {
    try read(name, "an object of texts") { value in
      guard let fields = value.fieldsValue else { return nil }
      var texts: [String: String] = [:]
      for field in fields {
        guard let text = field.value.textValue else { return nil }
        texts[field.name] = text
      }
      return texts
    } ?? [:]
  }

  private func read<Value>(
    _ name: String, _ kind: String, _ body: (CellValue) -> Value?
  ) throws -> Value? {
    guard let field = json[name], field != .null else { return nil }
    guard let value = body(field) else {
      throw ShellError(.failed, "its field '\(name)' is not \(kind)")
    }
    return value
  }
}

extension FileStamp {
  fileprivate var json: CellValue {
    .list([.integer(size), .integer(modified), .integer(changed), .integer(inode)])
  }

  fileprivate init?(_ json: CellValue) {
    let numbers = json.listValue?.compactMap(\.integerValue) ?? []
    guard numbers.count == 4 else { return nil }
    self.init(size: numbers[0], modified: numbers[1], changed: numbers[2], inode: numbers[3])
  }
}
