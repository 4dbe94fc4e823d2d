// The places of a list's paging, as a trace and the description of an API name them.

extension Paging.Place: CustomStringConvertible {
  /// `"meta.next"`, or `the field X-Next-Cursor`.
  public var description: String {
    switch self {
    case .field(let path): "\"\(path)\""
    case .header(let name): "the field \(name)"
    case .last(let path, let plus):
      "\"\(path)\" of the last element" + (plus > 0 ? " + \(plus)" : "")
    }
  }
}

extension Paging.Parameter: CustomStringConvertible {
  /// `'cursor'`, or `the field Range`.
  public var description: String {
    switch self {
    case .query(let name): "'\(name)'"
    case .header(let name): "the field \(name)"
    case .body(let path): "'\(path)' of the body"
    case .members: "parameters"
    }
  }
}

extension Paging: CustomStringConvertible {
  /// How the pages go on: `"meta.next" as 'cursor'`.
  public var description: String {
    switch style {
    case .single: "one page"
    case .detected: "as each answer says"
    case .link, .document: "links" + (page.map { ", else numbers in \($0)" } ?? "")
    case .number: "numbers of pages" + (page.map { " in \($0)" } ?? "")
    case .offset: "numbers of elements" + (page.map { " in \($0)" } ?? "")
    case .cursor(let parameter, let place): "\(place) as \(parameter)"
    case .address(let place): "the address in \(place)"
    }
  }
}
