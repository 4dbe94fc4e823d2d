import WebAPI

/// Reads how the lists of an API are paged.
///
/// ```
/// paging: { cursor: 'starting_after', next: { last: 'id' }, more: 'has_more',
///   operations: { 'POST /search': { cursor: { body: 'cursor' }, next: 'cursor' } } }
/// ```
struct PagingFields {
  private enum Style: String, CaseIterable {
    case link, jsonapi, number, offset, cursor, url, none

    private static let common = ["elements", "element", "total", "more"]

    var fields: [String] {
      switch self {
      case .jsonapi: []
      case .none: ["elements", "element"]
      case .link: Self.common + ["page", "size"]
      case .number: Self.common + ["page", "size", "first", "pages", "path"]
      case .offset: Self.common + ["offset", "limit", "first", "path"]
      case .cursor: Self.common + ["cursor", "next", "size", "path", "alone"]
      case .url: Self.common + ["next", "size", "base"]
      }
    }
  }

  private let section: ConfigurationSection

  init?(in section: ConfigurationSection) throws(ConfigurationError) {
    guard let section = try section.section("paging") else { return nil }
    self.section = section
  }

  private init(_ section: ConfigurationSection) { self.section = section }

  /// Returns the paging of operations, by their ids or by `METHOD /path`, and that of all others under an empty name.
  func pagings() throws(ConfigurationError) -> [String: Paging] {
    var pagings: [String: Paging] = [:]
    let operations = try section.section("operations")
    for name in operations?.members.map(\.name) ?? [] {
      guard let own = try operations?.section(name) else { continue }
      pagings[name] = try PagingFields(own).paging(otherFields: [])
    }
    // The operations alone may say how they are paged.
    if section.members.contains(where: { $0.name != "operations" }) || operations == nil {
      pagings[""] = try paging(otherFields: ["operations"])
    }
    return pagings
  }

  private func paging(otherFields: [String]) throws(ConfigurationError) -> Paging {
    let style: Style =
      if let style = try section.choice("style", Style.self) { style } else { try implied() }
    try section.checkFields(["style"] + style.fields + otherFields)
    var paging = try paging(style)
    paging.element = try text("element")
    if case .object? = section.value("elements")?.content { paging.isMap = true }
    paging.flag = try flag()
    paging.base = try text("base")
    paging.path = try text("path")
    paging.isAlone = try section.boolean("alone") ?? false
    return paging
  }

  /// The style that the other fields show.
  private func implied() throws(ConfigurationError) -> Style {
    let styles: [(field: String, style: Style)] = [
      ("cursor", .cursor), ("offset", .offset), ("page", .number), ("next", .url),
    ]
    if let found = styles.first(where: { section.value($0.field) != nil }) { return found.style }
    if !section.members.isEmpty { return .link }
    throw ConfigurationError(
      path: section.path, line: section.line, message: "\(section.name) has no style",
      hint: "style: 'link', 'jsonapi', 'number', 'offset', 'cursor', 'url' or 'none'",
      column: section.column)
  }

  private func paging(_ style: Style) throws(ConfigurationError) -> Paging {
    let elements = try elements()
    let total = try place("total")
    let first = try section.integer("first", in: 0...1_000_000, "as the first number")
    switch style {
    case .jsonapi: return .jsonAPI
    case .none: return .none(elements: elements)
    case .link:
      return .link(
        page: try name("page", "page"), size: try name("size", "per_page"), elements: elements,
        total: total)
    case .number:
      return .number(
        try parameter("page", "page") ?? "page", size: try parameter("size", "per_page"),
        first: first ?? 1, elements: elements, total: total, pages: try place("pages"))
    case .offset:
      return .offset(
        try parameter("offset", "offset") ?? "offset",
        limit: try parameter("limit", "limit") ?? "limit", first: first ?? 0, elements: elements,
        total: total)
    case .cursor:
      return .cursor(
        try parameter("cursor", "cursor") ?? "cursor", from: try next(),
        size: try parameter("size", "limit"), elements: elements, total: total)
    case .url:
      return .nextURL(
        in: try next(), size: try text("size"), elements: elements, total: total)
    }
  }

  private func text(_ field: String) throws(ConfigurationError) -> String? {
    guard let text = try section.string(field) else { return nil }
    guard !text.isEmpty else { throw section.error(field, "must not be empty") }
    return text
  }

  /// Reads the name of a query parameter; null means that the API has no such parameter.
  private func name(
    _ field: String, _ standard: String
  ) throws(ConfigurationError) -> String? {
    if section.value(field)?.content == .null { return nil }
    return try text(field) ?? standard
  }

  /// Reads where a request has a value: the name of a query parameter, or `{ header: 'NAME' }`, or `{ body: 'PATH' }`.
  private func parameter(
    _ field: String, _ standard: String
  ) throws(ConfigurationError) -> Paging.Parameter? {
    guard case .object? = section.value(field)?.content else {
      guard let name = try name(field, standard) else { return nil }
      return field == "cursor" && name == "*" ? .members : .query(name)
    }
    let place = try section.section(field, fields: ["header", "body"])
    if let name = try place?.string("header"), !name.isEmpty { return .header(name) }
    if let path = try place?.string("body"), !path.isEmpty { return .body(path) }
    throw section.error(
      field, "has no header and no body", hint: "write { header: 'NAME' } or { body: 'PATH' }")
  }

  /// Reads the path of the elements, also as `{ map: 'PATH' }`.
  private func elements() throws(ConfigurationError) -> String? {
    guard case .object? = section.value("elements")?.content else { return try text("elements") }
    // An empty path is the body itself.
    if let path = try section.section("elements", fields: ["map"])?.string("map") { return path }
    throw section.error("elements", "has no map", hint: "write { map: 'PATH' }")
  }

  /// Reads the member that says whether another page follows: its path, or `{ not: 'PATH' }`.
  private func flag() throws(ConfigurationError) -> Paging.Flag? {
    guard case .object? = section.value("more")?.content else {
      return try text("more").map(Paging.Flag.more)
    }
    if let path = try section.section("more", fields: ["not"])?.string("not"), !path.isEmpty {
      return .last(path)
    }
    throw section.error("more", "has no not", hint: "write { not: 'PATH' }")
  }

  private func next() throws(ConfigurationError) -> Paging.Place {
    if let place = try place("next") { return place }
    throw ConfigurationError(
      path: section.path, line: section.line, message: "\(section.name) has no next",
      hint: "next: 'meta.next', next: { header: 'X-Next' } or next: { last: 'id' }",
      column: section.column)
  }

  /// Reads the place of a value in a page: a member of its body, `{ header: 'NAME' }`, or, for `next`,
  /// `{ last: 'PATH' }` of the last element.
  private func place(_ field: String) throws(ConfigurationError) -> Paging.Place? {
    guard case .object? = section.value(field)?.content else {
      return try text(field).map(Paging.Place.field)
    }
    let mayBeLast = field == "next"
    let place = try section.section(
      field, fields: mayBeLast ? ["header", "last", "plus"] : ["header"])
    if let name = try place?.string("header"), !name.isEmpty { return .header(name) }
    if mayBeLast, let path = try place?.string("last"), !path.isEmpty {
      return .last(path, plus: try place?.integer("plus", in: 0...1_000, "to add") ?? 0)
    }
    throw section.error(
      field, mayBeLast ? "has no header and no last" : "has no header",
      hint: "write { header: 'NAME' }" + (mayBeLast ? " or { last: 'id' }" : ""))
  }
}
