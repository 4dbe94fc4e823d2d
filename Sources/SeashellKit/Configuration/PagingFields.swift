import WebAPI

struct PagingFields {
  private enum Style: String, CaseIterable {
    case link, jsonapi, number, offset, cursor, url

    var fields: [String] {
      switch self {
      case .link: ["page", "size", "elements", "total"]
      case .jsonapi: []
      case .number: ["page", "size", "first", "elements", "total", "pages"]
      case .offset: ["offset", "limit", "elements", "total"]
      case .cursor: ["cursor", "next", "size", "elements", "total"]
      case .url: ["next", "size", "elements", "total"]
      }
    }
  }

  private let section: ConfigurationSection

  init?(in section: ConfigurationSection) throws(ConfigurationError) {
    guard let section = try section.section("paging") else { return nil }
    self.section = section
  }

  func paging() throws(ConfigurationError) -> Paging {
    guard let style = try section.choice("style", Style.self) else {
      throw ConfigurationError(
        path: section.path, line: section.line, message: "\(section.name) has no style",
        hint: "style: 'link', 'jsonapi', 'number', 'offset', 'cursor' or 'url'",
        column: section.column)
    }
    try section.checkFields(["style"] + style.fields)
    let elements = try text("elements")
    let total = try place("total")
    switch style {
    case .jsonapi: return .jsonAPI
    case .link:
      return .link(
        page: try parameter("page", "page"), size: try parameter("size", "per_page"),
        elements: elements, total: total)
    case .number:
      return .number(
        try text("page") ?? "page", size: try parameter("size", "per_page"),
        first: try section.integer("first", in: 0...1, "as the first page's number") ?? 1,
        elements: elements, total: total, pages: try place("pages"))
    case .offset:
      return .offset(
        try text("offset") ?? "offset", limit: try text("limit") ?? "limit", elements: elements,
        total: total)
    case .cursor:
      return .cursor(
        try text("cursor") ?? "cursor", from: try next(), size: try parameter("size", "limit"),
        elements: elements, total: total)
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
  private func parameter(
    _ field: String, _ standard: String
  ) throws(ConfigurationError) -> String? {
    if section.value(field)?.content == .null { return nil }
    return try text(field) ?? standard
  }

  private func next() throws(ConfigurationError) -> Paging.Place {
    if let place = try place("next") { return place }
    throw ConfigurationError(
      path: section.path, line: section.line, message: "\(section.name) has no next",
      hint: "next: 'meta.next', or next: { header: 'X-Next' }", column: section.column)
  }

  /// Reads the place of a value in a page: a member of its body, or `{ header: 'NAME' }`.
  private func place(_ field: String) throws(ConfigurationError) -> Paging.Place? {
    guard case .object? = section.value(field)?.content else {
      return try text(field).map(Paging.Place.field)
    }
    let place = try section.section(field, fields: ["header"])
    guard let name = try place?.string("header"), !name.isEmpty else {
      throw section.error(field, "has no header", hint: "write { header: 'NAME' }")
    }
    return .header(name)
  }
}
